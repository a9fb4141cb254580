"""Play-outs of Blokus by the kernel: any placement of the largest pieces that fit, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.kernels.case import TABLES, Table, require_kernels

BLOKUS = [table for table in TABLES if table.game.name == "blokus"]


@pytest.fixture(autouse=True)
def _kernels() -> None:
    require_kernels()


def squares(move: Any) -> int:
    return len(move.cells()) if hasattr(move, "cells") else 0


@pytest.mark.parametrize("table", BLOKUS, ids=str)
def test_play_outs_place_the_largest_pieces_that_fit(table: Table) -> None:
    variant, rng = table.compiled(), random.Random(1)
    kernel, moves = variant.kernel, variant.tables.moves
    state, sizes = variant.pack(table.begin(1)), set[int]()
    while kernel.actor(state) is not None:
        legal = kernel.moves(state)
        largest = max(squares(moves[number]) for number in legal)
        best = {number for number in legal if squares(moves[number]) == largest}
        found = {kernel.playout_move(state, rng.getrandbits(60)) for _ in range(100)}
        assert found <= best
        if len(best) <= 3:
            assert found == best
        sizes.add(largest)
        state = kernel.step(state, found.pop())
    assert sizes >= {3, 4, 5}
