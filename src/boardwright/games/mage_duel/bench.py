"""How fast tiles are laid, in processor time, so that other processes do not count."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from boardwright.games.mage_duel.moves import SKIP, Move
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition, start

_GAMES = 25


def random_steps(rng: Random) -> list[tuple[MageDuelPosition, Move]]:
    """The (position, move) pairs of a random duel that lays the top tile and skips where it does not fit."""
    position = start(2, MageDuelOptions())
    steps: list[tuple[MageDuelPosition, Move]] = []
    while position.outcome() is None:
        if position.is_chance:
            position = position.take(position.chances().sample(rng))
        else:
            choices = position.placements()
            steps.append((position, choices[rng.randrange(len(choices))] if choices else SKIP))
            position = position.play(steps[-1][1])
    return steps


def placements_per_second() -> float:
    """Placements through `play`, contests included, on the positions of random duels."""
    rng = Random(1)
    steps = [step for _ in range(_GAMES) for step in random_steps(rng) if step[1] is not SKIP]
    begin = process_time()
    for position, move in steps:
        position.play(move)
    return len(steps) / (process_time() - begin)


def benches() -> dict[str, Callable[[], float]]:
    """The benchmark by name and unit; `-o joker_number=0` makes the common ones leave jokers out."""
    return {"placements/s": placements_per_second}
