"""The knowledge of bots: the expected margin, by which moves are ranked; the learned value, alike for both sides."""

from __future__ import annotations

import random
from typing import cast

import msgspec
import pytest

from boardwright.core.search.playout import random_play
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.bot import BOT, EVEN, NEURONS, ODD, expected_margin, features, gain, value, weights
from boardwright.games.mage_duel.facts import BLUE, RED
from boardwright.games.mage_duel.moves import Place
from boardwright.games.mage_duel.position import MageDuelPosition
from tests.games.present import present


def duel(seed: int, moves: int) -> MageDuelPosition:
    return cast(MageDuelPosition, random_play(GAME.begin(), random.Random(seed), moves))


def swapped(position: MageDuelPosition) -> MageDuelPosition:
    """The same position with Blue and Red in each other's place."""
    return msgspec.structs.replace(
        position,
        laid=tuple((cell, tile, rotation, 1 - side) for cell, tile, rotation, side in position.laid),
        jokers=position.jokers[::-1],
        last_side=None if position.last_side is None else 1 - position.last_side,
    )


@pytest.mark.parametrize("seed", range(6))
def test_both_sides_judge_alike(seed: int) -> None:
    """Unless the two largest cities differ in nothing but their sides: one of them has to come first."""
    compared = 0
    for moves in range(0, 50, 2):
        position = duel(seed, moves)
        odd, even = features(position)
        assert -1 <= value(position) <= 1
        other_odd, other_even = features(swapped(position))
        if other_even == even and other_odd == pytest.approx([-each for each in odd]):
            assert value(swapped(position)) == pytest.approx(-value(position), abs=1e-12)
            compared += 1
    assert compared > 8


def test_a_lead_and_a_joker_are_good() -> None:
    position = msgspec.structs.replace(duel(1, 30), jokers=(1, 1))
    assert value(msgspec.structs.replace(position, jokers=(2, 1))) > value(position)
    own = msgspec.structs.replace(position, laid=tuple((*laid[:3], BLUE) for laid in position.laid))
    assert value(own) > 0.9


def test_a_play_out_depends_on_its_luck_alone_and_adds_up_to_nothing() -> None:
    position = duel(3, 20)
    blue, red = BOT.playout(position, random.Random(7))
    assert (blue, red) == BOT.playout(position, random.Random(7))
    assert blue == -red
    assert len({BOT.playout(position, random.Random(seed)) for seed in range(10)}) > 1


def test_an_ended_duel_is_its_result() -> None:
    position = duel(3, 2000)
    outcome = present(position.outcome())
    assert BOT.playout(position, random.Random(1)) == tuple(outcome.payoffs())
    assert [GAME.bot.evaluate(position, seat) for seat in (BLUE, RED)] == list(outcome.payoffs())


def test_the_weights_fit_the_features() -> None:
    odd, even = features(duel(2, 20))
    assert (len(odd), len(even), len(weights())) == (ODD, EVEN, NEURONS)
    assert all((len(each.odd), len(each.even)) == (ODD, EVEN) for each in weights())


@pytest.mark.parametrize("seed", range(12))
def test_a_gain_is_what_the_expected_margin_grows_by_when_the_tile_is_laid(seed: int) -> None:
    """Compared as if the cell were filled already: an emptier board makes every open lead less safe."""
    compared = 0
    for moves in range(0, 60, 6):
        position = duel(seed, moves)
        board = position.board
        before = expected_margin(msgspec.structs.replace(board, order=board.order + b"0"))
        for move in list(position.legal_moves())[::5]:
            if isinstance(move, Place):
                side = position.actors[0]
                after = expected_margin(board.lay(move.cell, move.lay, side)[0])
                assert gain(board, move, side) == pytest.approx(after - before)
                compared += 1
    assert compared > 50
