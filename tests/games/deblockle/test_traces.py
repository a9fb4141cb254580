"""Recorded games, move by move: those beside the checkout where there are some, and our own golden ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.games.deblockle import GAME

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "golden").glob("*.jsonl"))
SHARED = sorted((HERE.parents[3] / "shared" / "traces" / "deblockle").glob("*.jsonl"))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", GOLDEN + SHARED, ids=lambda path: path.stem)
def test_trace_agrees_in_every_key_of_every_line(path: Path) -> None:
    header, *lines = lines_of(path)
    tracer = GAME.tracer(header)
    assert tracer.header() == header
    for line in lines:
        if "result" in line:
            assert tracer.result() == line["result"]
        elif "chance" in line:
            tracer.chance(line["chance"])
        else:
            answer = tracer.step(line["actor"], line["move"])
            given = {key: line[key] for key in line if key not in ("step", "actor", "move")}
            assert {key: answer.get(key) for key in given} == given, f"step {line['step']}"


def test_golden_games_cover_every_variant() -> None:
    assert {lines_of(path)[0]["rules"] for path in GOLDEN} == {"seed", "contract", "original"}
