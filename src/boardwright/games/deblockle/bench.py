"""Random play with every legal move generated, through the public position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter

from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import start as start_of

ACTIONS = 100_000


def benches() -> Mapping[str, Callable[[], float]]:
    """How fast random play goes."""
    return {"random play, actions/s": random_play}


def random_play() -> float:
    """Actions per second in four-cube games of the default variant, each chosen among all legal moves."""
    random = Random(1).random
    start = position = start_of(2, DeblockleOptions())
    began = perf_counter()
    for _ in range(ACTIONS):
        moves = tuple(position.legal_moves())
        if not moves:
            position = start
            moves = tuple(start.legal_moves())
        position = position.play(moves[int(random() * len(moves))])
    return ACTIONS / (perf_counter() - began)
