"""Random games played out from a position: what a position is worth when nobody knows better."""

from __future__ import annotations

import random

from boardwright.core.canonical import digest
from boardwright.core.outcome import Outcome
from boardwright.core.position import AnyPosition

_GAMES, _LONGEST = 8, 400


def playout(position: AnyPosition, rng: random.Random, longest: int = _LONGEST) -> Outcome | None:
    """The outcome of one random game from there; None if it has not ended after `longest` steps."""
    for _ in range(longest):
        outcome = position.outcome()
        if outcome is not None:
            return outcome
        if position.is_chance:
            position = position.take(position.chances().sample(rng))
            continue
        seat = position.actors[0]
        moves = tuple(position.legal_moves(seat))
        position = position.after(moves[rng.randrange(len(moves))], seat)
    return position.outcome()


def playouts(position: AnyPosition, seat: int) -> float:
    """The mean payoff of a few random games for that seat; equal positions give equal numbers."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()[seat]
    rng = random.Random(digest(position.encode()))
    ends = [playout(position, rng) for _ in range(_GAMES)]
    return sum(end.payoffs()[seat] for end in ends if end is not None) / _GAMES
