"""Mistakes: moves drawn from those that look good, the better ones more often."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, exp, sqrt
from typing import Any

_PLAUSIBLE = 0.5
"""The share of moves, the best ones, that a mistake is drawn from."""
_FEWEST = 3
_WON = 1.0
"""The evaluation of a won position."""


def check_temperature(temperature: float) -> float:
    """The temperature, if it is one; ValueError otherwise."""
    if temperature < 0:
        raise ValueError("temperature must not be negative")
    return temperature


def draw(ranked: Sequence[tuple[float, Any]], temperature: float, rng: random.Random) -> Any:
    """A move of a list with values, best last: at temperature 0 the best, the higher the temperature the more evenly.

    Differences count in units of the spread of all values, so that a temperature means the same in every game. Only the
    better half of the moves is considered, and a move that wins at once is never missed.

    >>> moves = [(0.1, "a"), (0.2, "b"), (0.25, "c"), (0.3, "d")]
    >>> draw(moves, 0.0, random.Random(1)), sorted({draw(moves, 9.0, random.Random(seed)) for seed in range(40)})
    ('d', ['b', 'c', 'd'])
    >>> {draw([*moves, (1.0, "wins")], 9.0, random.Random(seed)) for seed in range(40)}
    {'wins'}
    """
    values = [value for value, _ in ranked]
    mean = sum(values) / len(values)
    scale = temperature * sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    if not scale or values[-1] >= _WON:
        return ranked[-1][1]
    plausible = ranked[-max(_FEWEST, ceil(_PLAUSIBLE * len(ranked))) :]
    weights = [exp((value - values[-1]) / scale) for value, _ in plausible]
    return rng.choices([move for _, move in plausible], weights)[0]
