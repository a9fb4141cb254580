"""What the bots know of Sagrada."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from boardwright.bots import bot
from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.playout import is_trap


def traps(position: Any) -> list[Command]:
    """The moves after which there is only the way back."""
    seat = position.actors[0]
    after = ((move, position.after(move, seat)) for move in position.legal_moves(seat))
    return [move for move, then in after if then.actors == (seat,) and is_trap(then)]


def forks(seed: int) -> Iterator[AnyPosition]:
    """Positions of a random game in which some ways lead into a trap and others do not."""
    rng = random.Random(seed)
    for moves in range(3, 60, 2):
        position = random_play(GAME.begin(2), rng, moves)
        if position.outcome() is None and 0 < len(traps(position)) < len(position.legal_moves()):
            yield position


@pytest.mark.parametrize("spec", ["greedy", "mcts:iterations=20"])
def test_bots_do_not_walk_into_traps(spec: str) -> None:
    met = [position for seed in range(6) for position in forks(seed)]
    assert len(met) > 5
    for position in met:
        seat = position.actors[0]
        choice = bot(spec, GAME).choose(position, seat, random.Random(1))
        assert choice not in traps(position), str(position)
