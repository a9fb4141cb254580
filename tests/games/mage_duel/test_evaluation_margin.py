"""The expected margin, by which moves are ranked."""

from __future__ import annotations

import random
from typing import cast

import msgspec
import pytest

from boardwright.core.search.playout import random_play
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.bot import expected_margin, gain
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
                side = position.actors[0]
                after = expected_margin(board.lay(move.cell, move.lay, side)[0])
                assert gain(board, move, side) == pytest.approx(after - before)
                compared += 1
    assert compared > 50
