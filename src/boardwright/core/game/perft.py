"""Counting move sequences: the oldest proof that two programs play by the same rules."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.chance.deal import Chances, Deal
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition, applied


class Perft(msgspec.Struct, frozen=True, kw_only=True):
    """A known figure: `count` sequences of exactly `depth` steps.

    They begin at the start, or after the steps `after`, given as texts and made by the first seat that may
    act. `without` is a move that is never used, such as `pass`.
    """

    depth: int
    count: int
    seats: int | None = None
    options: dict[str, JSON] = {}
    after: tuple[str, ...] = ()
    without: str = ""


def outcomes(chance: Chances) -> tuple[str, ...]:
    """Return everything that chance can bring; BadOptions if it is a deal."""
    if isinstance(chance, Deal):
        raise BadOptions(f"A deal of {len(chance.cards)} cards is not counted; count from a position after it.")
    return chance.outcomes


def perft(position: AnyPosition, depth: int, without: str = "") -> int:
    """Return how many sequences of exactly that many steps follow; outcomes of chance are steps as moves are."""
    if depth == 0:
        return 1
    if (chance := position.chance) is not None:
        return sum(perft(position.after_chance(outcome), depth - 1, without) for outcome in outcomes(chance))
    if depth == 1 and not without:
        return sum(len(position.legal(seat)) for seat in position.actors)
    return sum(
        perft(applied(position, move, seat), depth - 1, without)
        for seat in position.actors
        for move in position.legal(seat)
        if str(move) != without
    )
