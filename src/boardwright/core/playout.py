"""Random play from a position: its worth where a game has no evaluation."""

from __future__ import annotations

import random

import msgspec

from boardwright.core.canonical import digest
from boardwright.core.outcome import Outcome
from boardwright.core.position import AnyPosition

_GAMES, _LONGEST = 8, 400


def random_play(position: AnyPosition, rng: random.Random, moves: int) -> AnyPosition:
    """The position after that many random moves, or at the end of the game; `rng` decides chance too."""
    while position.outcome() is None:
        if position.is_chance:
            position = position.after_chance(position.chances().sample(rng))
            continue
        if moves == 0:
            break
        seat = position.actors[0]
        choice = tuple(position.legal_moves(seat))
        position = position.after(choice[rng.randrange(len(choice))], seat)
        moves -= 1
    return position


def playout(position: AnyPosition, rng: random.Random) -> Outcome | None:
    """The outcome of one random game from there; None if it takes too long."""
    return random_play(position, rng, _LONGEST).outcome()


def playouts(position: AnyPosition, seat: int) -> float:
    """The mean payoff of a few random games for that seat; equal positions give equal numbers."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()[seat]
    rng = random.Random(digest(msgspec.to_builtins(position)))
    ends = [playout(position, rng) for _ in range(_GAMES)]
    return sum(end.payoffs()[seat] for end in ends if end is not None) / _GAMES
