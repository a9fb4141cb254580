"""What the bots know of Mage Duel."""

from __future__ import annotations

import random
from typing import cast

import msgspec
import pytest

from boardwright.core.playout import random_play
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.bot import playout
from boardwright.games.mage_duel.evaluation_margin import expected_margin, gain
from boardwright.games.mage_duel.facts import BLUE
from boardwright.games.mage_duel.grid import SIZE
from boardwright.games.mage_duel.moves import Place
from boardwright.games.mage_duel.position import MageDuelPosition


def duel(seed: int, moves: int) -> MageDuelPosition:
    return cast(MageDuelPosition, random_play(GAME.begin(), random.Random(seed), moves))


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
                cell, lay, side = move.col * SIZE + move.row, move.tile * 4 + move.rotation, position.actors[0]
                after = expected_margin(board.lay(cell, lay, side)[0])
                assert gain(board, cell, lay, side) == pytest.approx(after - before)
                compared += 1
    assert compared > 50


def test_what_is_imagined_hangs_on_the_dice_alone_and_adds_up_to_nothing() -> None:
    position = duel(3, 20)
    blue, red = playout(position, random.Random(7))
    assert (blue, red) == playout(position, random.Random(7))
    assert blue == -red
    assert len({playout(position, random.Random(seed)) for seed in range(10)}) > 1


def test_a_duel_that_is_over_is_what_it_is() -> None:
    position = duel(3, 2000)
    outcome = position.outcome()
    assert outcome is not None
    assert playout(position, random.Random(1))[BLUE] == outcome.payoffs()[BLUE]
