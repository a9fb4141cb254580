"""Every key of every line of the recorded games comes out again, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.traces.blokus import BlokusTracer
from tests.traces.deblockle import DeblockleTracer
from tests.traces.mage_duel import MageDuelTracer
from tests.traces.sagrada import SagradaTracer
from tests.traces.tracer import Tracer, answers, canonical, golden, lines_of, shared

TRACERS: dict[str, type[Tracer[Any]]] = {
    "blokus": BlokusTracer,
    "deblockle": DeblockleTracer,
    "mage_duel": MageDuelTracer,
    "sagrada": SagradaTracer,
}
TRACES = [path for game in TRACERS for path in golden(game) + shared(game)]


def replayed(lines: list[dict[str, Any]]) -> list[str]:
    return [canonical(line) for line in answers(TRACERS[lines[0]["game"]], lines)]


@pytest.mark.parametrize("path", TRACES, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}/{path.stem}")
def test_a_trace_agrees_in_every_key_of_every_line(path: Path) -> None:
    lines = lines_of(path)
    assert replayed(lines) == [canonical(line) for line in lines]


@pytest.mark.parametrize("game", TRACERS)
@pytest.mark.parametrize(
    ("number", "key", "value"),
    [
        (0, "legal", 99),
        (0, "extra", "key"),
        (1, "accepted", 1),
        (1, "sound", "click"),
        (1, "step", 7),
        (1, "state", {}),
    ],
)
def test_a_trace_with_one_key_altered_does_not_agree(game: str, number: int, key: str, value: Any) -> None:
    lines = next(lines for path in golden(game) if (lines := lines_of(path))[1].get("accepted") is True)
    lines[number][key] = value
    assert replayed(lines) != [canonical(line) for line in lines]
