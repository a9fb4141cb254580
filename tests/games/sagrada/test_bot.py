"""What the bots know of Sagrada."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import pytest

from boardwright.bots import bot
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import ROUNDS
from boardwright.games.sagrada.moves import PASS, SagradaMove
from boardwright.games.sagrada.playout import is_trap
from boardwright.games.sagrada.position import SagradaPosition


def traps(position: Any) -> list[SagradaMove]:
    """The moves after which there is only the way back."""
    seat = position.actors[0]
    after = ((move, applied(position, move, seat)) for move in position.legal_moves(seat))
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


def lost_at_the_last_turn() -> SagradaPosition:
    """A seat that loses by passing, and whose other moves are dice that fit nowhere and have to be returned."""
    rng, position = random.Random(4), GAME.begin(2)
    while position.state.round < ROUNDS or not _only_passes(position):
        if position.chance is not None:
            position = cast(SagradaPosition, random_play(position, rng, 0))
        else:
            moves = list(position.legal_moves(position.actors[0]))
            position = applied(position, rng.choice(moves), position.actors[0])
    return position


def _only_passes(position: SagradaPosition) -> bool:
    if position.chance is not None or PASS not in position.legal_moves(position.actors[0]) or position.state.placed:
        return False
    seat = position.actors[0]
    others = [applied(position, move, seat) for move in position.legal_moves(seat) if move != PASS]
    outcome = applied(position, PASS, seat).outcome()
    return outcome is not None and outcome.payoffs()[seat] < 0 and bool(others) and all(map(is_trap, others))


@pytest.mark.parametrize("name", ["greedy", "level1", "mcts:iterations=200"])
def test_a_lost_game_is_not_put_off_by_taking_dice_and_returning_them(name: str) -> None:
    position = lost_at_the_last_turn()
    assert {str(bot(name, GAME).choose(position, rng=random.Random(seed))) for seed in range(8)} == {"pass"}
