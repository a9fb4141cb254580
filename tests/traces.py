"""Recorded games: the project's own golden ones, and those beside the checkout where there are some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from boardwright.core.tracing import Tally, compare_trace

_TESTS = Path(__file__).parent


def golden(game: str) -> list[Path]:
    return sorted((_TESTS / "games" / game / "golden").glob("*.jsonl"))


def shared(game: str) -> list[Path]:
    return sorted((_TESTS.parents[1] / "shared" / "traces" / game).glob("*.jsonl"))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def agree(path: Path) -> None:
    """Every key of every line comes out again, and no line is passed over."""
    tally = Tally()
    compare_trace(path.read_bytes().splitlines(), tally)
    assert tally.steps == len(lines_of(path)) - 2
