"""Achievements of Blokus, and the steps that count towards them."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.achievement import Achievement
from boardwright.games.blokus.moves import BlokusMove
from boardwright.games.blokus.position import BlokusPosition


def achievements() -> tuple[Achievement, ...]:
    """For placing everything, and for placing the single square last."""
    return (
        Achievement("blokus_all_placed", "Nothing Left", "all_placed", 1, 10, "Place all your pieces."),
        Achievement(
            "blokus_all_placed_10", "Clean Sweeper", "all_placed", 10, 40, "Place all your pieces in ten matches."
        ),
        Achievement(
            "blokus_last_monomino",
            "The Smallest Last",
            "last_monomino",
            1,
            20,
            "Place all pieces, the single square last.",
        ),
    )


def progress(
    before: BlokusPosition, step: BlokusMove | str, seat: int | None, after: BlokusPosition
) -> Iterator[tuple[int, str]]:
    """Placing the last piece, and placing the single square last. A shared color earns nobody anything."""
    color = before.color
    state = after.states[before.mover]
    if color is None or color.seat is None or state.hand or not before.states[before.mover].hand:
        return
    yield color.seat, "all_placed"
    if state.last.bit_count() == 1:
        yield color.seat, "last_monomino"
