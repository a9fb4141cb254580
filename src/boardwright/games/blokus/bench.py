"""Benchmarks of move generation in the middle of a game, and of whole random games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from statistics import mean, median
from time import perf_counter

from boardwright.games.blokus.facts import PIECES, Turn, turned
from boardwright.games.blokus.moves import Placement
from boardwright.games.blokus.options import BlokusOptions
from boardwright.games.blokus.position import BlokusPosition, start

_ROUNDS = 20
_GAMES = 100


def benches() -> Mapping[str, Callable[[], float]]:
    """Each figure with its unit, and how to measure it once."""
    return {
        "legal moves of a mid-game position, mean": lambda: mean(len(one.legal_moves()) for one in middle_positions()),
        "move sets of a mid-game position, µs": lambda: _microseconds(middle_positions(), _find),
        "all moves of a mid-game position listed, µs": lambda: _microseconds(middle_positions(), _list),
        "random 4-player games a second": games_a_second,
        "one move refused or not, µs": lambda: _microseconds(middle_positions(), _refuse),
        "a piece mirrored and turned, µs": lambda: _microseconds(middle_positions(games=1), _turn),
    }


def middle_positions(games: int = 40) -> list[BlokusPosition]:
    """Positions of random games in which every color has placed six to nine pieces."""
    found = []
    for seed in range(games):
        rng = Random(seed)
        position = start(4, BlokusOptions())
        for _ in range(26 + 2 * (seed % 5)):
            position = position.play(rng.choice(position.moves))
        found.append(position)
    return found


def games_a_second() -> float:
    """Complete, uniformly random 4-player games through the public calls: ask, choose, play.

    The median game counts, so that moments given to other programs disturb little.
    """
    rng = Random(1)
    times = []
    for _ in range(_GAMES):
        begin = perf_counter()
        position = start(4, BlokusOptions())
        while position.actors:
            position = position.play(rng.choice(position.moves))
        times.append(perf_counter() - begin)
    return 1 / median(times)


def _find(position: BlokusPosition) -> object:
    return position.states[position.mover].find(position.variant.board, position.taken)


def _list(position: BlokusPosition) -> object:
    return list(_fresh(position).legal_moves())


def _refuse(position: BlokusPosition) -> object:
    return _fresh(position).refusal(Placement("F5", 9, 9, "r90f"))


def _turn(position: BlokusPosition) -> object:
    return turned(PIECES["F5"], Turn(True, 90))


def _fresh(position: BlokusPosition) -> BlokusPosition:
    """The same position without its cached moves."""
    return position.replace()


def _microseconds(positions: Iterable[BlokusPosition], work: Callable[[BlokusPosition], object]) -> float:
    """The mean over positions of the best of some rounds, so that other programs disturb little."""
    times = []
    for position in positions:
        best = float("inf")
        for _ in range(_ROUNDS):
            begin = perf_counter()
            work(position)
            best = min(best, perf_counter() - begin)
        times.append(best)
    return mean(times) * 1e6
