"""Recorded games, command by command: those beside the checkout where there are some, and our own golden ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.core.refusal import Unreadable
from boardwright.core.tracing import Difference, Tally, compare_trace, tracer_of
from boardwright.games.sagrada import GAME
from tests.traces import agree, golden, lines_of, shared

GOLDEN, SHARED = golden("sagrada"), shared("sagrada")


@pytest.mark.parametrize("path", GOLDEN + SHARED, ids=lambda path: path.stem)
def test_trace_agrees_in_every_key_of_every_line(path: Path) -> None:
    agree(path)


def test_golden_games_use_every_tool_and_meet_most_refusals() -> None:
    lines = [line for path in GOLDEN for line in lines_of(path)]
    accepted = {line["move"] for line in lines if line.get("accepted")}
    assert accepted >= {f"tool {card}" for card in range(1, 13)} | {"undo", "redo", "timeout"}
    assert {line["why"] for line in lines if "why" in line} >= {
        "game_over", "not_your_turn", "no_such_command", "die_already_picked", "no_die_picked", "die_already_placed",
        "tool_active", "tool_already_used", "not_enough_favor", "index_too_big", "index_too_small", "slot_occupied",
        "slot_empty", "placing_rule", "color_rule", "shade_rule", "bad_coordinates", "no_undo", "no_redo",
    }  # fmt: skip


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_with_one_fact_altered_does_not_agree(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    place = next(i for i, line in enumerate(lines) if b'"placed": true' in line)
    altered = lines[place].replace(b'"placed": true', b'"placed": false', 1)
    with pytest.raises(Difference):
        compare_trace([*lines[:place], altered, *lines[place + 1 :]], Tally())


def test_a_header_with_an_unknown_window_is_unreadable() -> None:
    setup = {"frames": ["Nowhere", "Virtus"], "private": [23, 24], "public": [], "tools": [], "pool": []}
    with pytest.raises(Unreadable, match="Nowhere"):
        tracer_of(GAME, {"players": 2, "setup": setup})
