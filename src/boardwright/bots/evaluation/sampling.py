"""Judges moves by random games, for games without an evaluation of their own.

Each move has the mean of the play-outs that began with it, and of those in which its seat made it later: in many games
a move that is good soon is good now (all moves as first). The second mean is there at once for all moves, and counts
less the more play-outs a move has of its own.

The first play-outs of all moves have the same guess at what is hidden and the same random numbers, so have their second
ones, and so on: moves differ by themselves and less by luck.
"""

from __future__ import annotations

import random
from math import inf, log, sqrt
from time import monotonic
from typing import Any, NamedTuple

from boardwright.core.hidden import resampled
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import playout

SECONDS = 1.0
"""The seconds for a move of a game without an evaluation, unless told otherwise."""
_EACH = 300
"""Play-outs for each move, if there is time for them."""
_TRUST = 30
"""Own play-outs after which they count as much as the others."""
_EXPLORATION = 0.3


class Judged(NamedTuple):
    """A move, how good it looks, and the play-outs that began with it: how many, and the sum of their values."""

    move: Any
    value: float
    visits: int
    total: float


class _Arm:
    """The play-outs of one move so far."""

    __slots__ = ("later", "later_total", "own", "own_total")

    def __init__(self) -> None:
        self.own = self.later = 0
        self.own_total = self.later_total = 0.0

    @property
    def value(self) -> float:
        """The mean of both kinds of play-outs, weighed by how many own ones there are."""
        trust = sqrt(_TRUST / (3 * self.own + _TRUST))
        own = self.own_total / self.own if self.own else 0.0
        return trust * (self.later_total / self.later if self.later else 0.0) + (1 - trust) * own


def by_playouts(
    moves: tuple[Any, ...], position: AnyPosition, seat: int, rng: random.Random, deadline: float = inf
) -> list[Judged]:
    """Sort the moves of a seat by random games, best last; ends at the deadline, or after a second.

    Every play-out starts from another position that looks the same to the seat.
    """
    arms = {move: _Arm() for move in rng.sample(moves, len(moves))}
    until = monotonic() + SECONDS if deadline == inf else deadline
    seed = rng.getrandbits(64)
    for count in range(1, _EACH * len(moves)):
        if len(arms) == 1 or (count > 1 and monotonic() >= until):
            break
        explored = _EXPLORATION * sqrt(log(count + 1))
        move = max(arms, key=lambda each: arms[each].value + explored / sqrt(arms[each].own + 1))
        arm = arms[move]
        luck = random.Random(seed + arm.own)
        made = list[tuple[int, Any]]()
        value = playout(applied(resampled(position, seat, luck), move, seat), luck, made)[seat]
        arm.own += 1
        arm.own_total += value
        for who, other in dict.fromkeys(made):
            if who == seat and other != move and (known := arms.get(other)) is not None:
                known.later += 1
                known.later_total += value
    ranked = sorted(arms, key=lambda each: (arms[each].value, arms[each].own))
    return [Judged(move, arms[move].value, arms[move].own, arms[move].own_total) for move in ranked]
