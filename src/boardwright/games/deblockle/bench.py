"""Deblockle's own figure: random play with every legal move generated, through the public position."""

from __future__ import annotations

from random import Random
from time import perf_counter

from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.setup import begin

ACTIONS = 100_000


def random_play() -> float:
    """Actions a second in four-cube games of the default variant, one random choice among all legal moves each."""
    random = Random(1).random
    start = position = begin(DeblockleOptions())
    began = perf_counter()
    for _ in range(ACTIONS):
        moves = position.legal_moves()
        if not moves:
            position = start
            moves = start.legal_moves()
        position = position.play(moves[int(random() * len(moves))])
    return ACTIONS / (perf_counter() - began)
