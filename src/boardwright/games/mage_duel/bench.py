"""Benchmarks of the rules, in processor time, so that other processes do not count."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from boardwright.games.mage_duel.moves import SKIP, Move
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition, start

_GAMES = 25
_JOKER_TILES = 24


def _settle(position: MageDuelPosition, rng: Random) -> MageDuelPosition:
    while position.is_chance:
        position = position.take(position.chances().sample(rng))
    return position


def random_steps(rng: Random) -> list[tuple[MageDuelPosition, Move]]:
    """The (position, move) pairs of a random duel that lays the top tile and skips where it does not fit."""
    position = _settle(start(2, MageDuelOptions()), rng)
    steps: list[tuple[MageDuelPosition, Move]] = []
    while position.outcome() is None:
        choices = position.placements()
        move = choices[rng.randrange(len(choices))] if choices else SKIP
        steps.append((position, move))
        position = _settle(position.play(move), rng)
    return steps


def placements_per_second() -> float:
    """Placements through `play`, contests included, on the positions of random duels."""
    rng = Random(1)
    steps = [step for _ in range(_GAMES) for step in random_steps(rng) if step[1] is not SKIP]
    begin = process_time()
    for position, move in steps:
        position.play(move)
    return len(steps) / (process_time() - begin)


def random_steps_per_second() -> float:
    """Steps of random play from start to end, the top tile's placements listed at every step, draws included."""
    rng = Random(2)
    begin = process_time()
    count = sum(len(random_steps(rng)) for _ in range(_GAMES))
    return count / (process_time() - begin)


def joker_listing_ms() -> float:
    """Listing every legal move, jokers included, of a position with 24 tiles on the board."""
    position = next(position for position, _ in random_steps(Random(3)) if len(position.laid) == _JOKER_TILES)
    rounds = 200
    begin = process_time()
    for _ in range(rounds):
        list(position.legal_moves())
    return (process_time() - begin) / rounds * 1000


def benches() -> dict[str, Callable[[], float]]:
    """The benchmarks by name and unit."""
    return {
        "placements/s": placements_per_second,
        "random steps/s, placements listed": random_steps_per_second,
        "all joker moves listed, ms": joker_listing_ms,
    }
