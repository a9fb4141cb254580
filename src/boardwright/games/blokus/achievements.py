"""Trophies for players of Blokus, and the steps that earn them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardwright.core.achievement import Achievement

if TYPE_CHECKING:
    from boardwright.games.blokus.position import BlokusPosition

ACHIEVEMENTS = (
    Achievement("blokus_all_placed", "Nothing Left", "all_placed", 1, 10),
    Achievement("blokus_all_placed_10", "Clean Sweeper", "all_placed", 10, 40),
    Achievement("blokus_last_monomino", "The Smallest Last", "last_monomino", 1, 20),
)


def achievement_progress(before: BlokusPosition, after: BlokusPosition) -> Iterator[tuple[int, str]]:
    """Placing the last piece, and placing the single square last. A shared color earns nobody anything."""
    color = before.color
    side = after.sides[before.mover]
    if color is None or color.seat is None or side.hand or not before.sides[before.mover].hand:
        return
    yield color.seat, "all_placed"
    if side.last.bit_count() == 1:
        yield color.seat, "last_monomino"
