"""The learned evaluation: both sides judge alike, and an ended duel is what it is."""

from __future__ import annotations

import random
from typing import cast

import msgspec
import pytest

from boardwright.core.search.playout import random_play
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.bot import BOT, EVEN, NEURONS, ODD, facts, value, weights
from boardwright.games.mage_duel.facts import BLUE, RED
from boardwright.games.mage_duel.position import MageDuelPosition


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
        odd, even = facts(position)
        assert -1 <= value(position) <= 1
        other_odd, other_even = facts(swapped(position))
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
    outcome = position.outcome()
    assert outcome is not None
    assert BOT.playout(position, random.Random(1)) == tuple(outcome.payoffs())
    assert [GAME.bot.evaluate(position, seat) for seat in (BLUE, RED)] == list(outcome.payoffs())


def test_the_weights_fit_the_facts() -> None:
    odd, even = facts(duel(2, 20))
    assert (len(odd), len(even), len(weights())) == (ODD, EVEN, NEURONS)
    assert all((len(each.odd), len(each.even)) == (ODD, EVEN) for each in weights())
