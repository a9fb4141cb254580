"""Recorded duels are replayed and every key of every line is compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.tracing import tracer_of
from boardwright.games.mage_duel import GAME
from tests.traces import golden, lines_of, shared

TRACES = golden("mage_duel") + shared("mage_duel")
ASKED = frozenset({"step", "actor", "move"})


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_key_of_a_recorded_duel_agrees(path: Path) -> None:
    header, *steps, last = lines_of(path)
    tracer = tracer_of(GAME, header)
    assert as_json(tracer.header()) == header
    for line in steps:
        if "chance" in line:
            tracer.chance(line["chance"])
            continue
        told = {key: value for key, value in line.items() if key not in ASKED}
        assert as_json(tracer.step(line["actor"], line["move"])) == told, f"{path.name}, step {line['step']}"
    assert as_json(tracer.result()) == last["result"]
