"""How many sequences of actions there are from the standard set-ups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.moves import PASS
from boardwright.games.deblockle.position import DeblocklePosition

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text("utf-8"))


def count(position: DeblocklePosition, depth: int, *, passes: bool) -> int:
    moves = [move for move in position.legal_moves() if passes or move != PASS]
    if depth == 1:
        return len(moves)
    return sum(count(position.after(move), depth - 1, passes=passes) for move in moves)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['variant']}-{row['cubes']}-{row['passes']}")
def test_perft(row: dict[str, Any]) -> None:
    start = GAME.begin(options=GAME.Options(variant=row["variant"], cubes=row["cubes"]))
    depths = range(1, len(row["counts"]) + 1)
    assert [count(start, depth, passes=row["passes"]) for depth in depths] == row["counts"]
