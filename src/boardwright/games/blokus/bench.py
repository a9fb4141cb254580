"""Benchmarks beyond those that every game has: the move generator and the refusals in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from statistics import mean
from timeit import repeat

from boardwright.games.blokus.moves import Placement
from boardwright.games.blokus.options import BlokusOptions
from boardwright.games.blokus.position import BlokusPosition, start


def benches() -> Mapping[str, Callable[[], float]]:
    """Each figure with its unit, and how to measure it once."""
    return {
        "move sets of a mid-game position, µs": partial(_microseconds, _find),
        "one move refused or not, µs": partial(_microseconds, _refuse),
    }


def middle_positions(games: int = 40) -> Iterable[BlokusPosition]:
    """Positions of random games in which every color has placed six to nine pieces."""
    for number in range(games):
        rng = Random(number)
        position = start(4, BlokusOptions())
        for _ in range(26 + 2 * (number % 5)):
            position = position.play(rng.choice(position.listed))
        yield position


def _find(position: BlokusPosition) -> object:
    return position.states[position.mover].find(position.variant.board, position.taken)


def _refuse(position: BlokusPosition) -> object:
    """Asks a copy, which has no moves in its cache."""
    return position.replace().refusal(Placement("F5", 9, 9, "r90f"))


def _microseconds(work: Callable[[BlokusPosition], object]) -> float:
    """The mean over positions of the best of some rounds, so that other programs disturb little."""
    return mean(min(repeat(partial(work, each), number=1, repeat=20)) for each in middle_positions()) * 1e6
