"""The strategies of three difficulties."""

from __future__ import annotations

from random import Random

import pytest

from boardwright.games.blokus.bot import BOT, Choose
from boardwright.games.blokus.moves import PASS
from tests.games.blokus.play import begin, random_game

by_difficulty = pytest.mark.parametrize("choose", BOT.strategies.values(), ids=BOT.strategies)


@by_difficulty
@pytest.mark.parametrize(("variant", "seats"), [("classic", 4), ("classic2", 2), ("classic3", 3), ("duo", 2)])
def test_every_strategy_chooses_legal_moves_in_every_kind_of_game(choose: Choose, variant: str, seats: int) -> None:
    for position in list(random_game(begin(variant, seats), seed=3))[8:-1:17]:
        seat = position.actors[0]
        assert choose(position, seat, Random(1)) in position.legal_moves(seat)


@by_difficulty
def test_a_color_that_cannot_place_passes(choose: Choose) -> None:
    stuck = next(position for position in random_game(begin(), seed=3) if PASS in position.legal_moves())
    assert choose(stuck, stuck.actors[0], Random(1)) == PASS


@by_difficulty
def test_a_strategy_without_time_looks_at_one_move_and_returns_it(choose: Choose) -> None:
    position = begin()
    assert choose(position, 0, Random(1), lambda: True) in position.legal_moves()


@by_difficulty
def test_equal_dice_give_equal_choices(choose: Choose) -> None:
    *_, position = (one for one, _ in zip(random_game(begin("duo", 2), seed=5), range(20), strict=False))
    seat = position.actors[0]
    assert choose(position, seat, Random(7)) == choose(position, seat, Random(7))
