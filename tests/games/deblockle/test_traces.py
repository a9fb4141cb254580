"""Recorded games, move by move: those beside the checkout where there are some, and our own golden ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.core.refusal import Unreadable
from boardwright.core.tracing import Difference, Tally, compare_trace, tracer_of
from boardwright.games.deblockle import GAME
from tests.traces import agree, golden, lines_of, shared

GOLDEN, SHARED = golden("deblockle"), shared("deblockle")


@pytest.mark.parametrize("path", GOLDEN + SHARED, ids=lambda path: path.stem)
def test_trace_agrees_in_every_key_of_every_line(path: Path) -> None:
    agree(path)


@pytest.mark.parametrize("path", GOLDEN + SHARED, ids=lambda path: path.stem)
def test_only_errors_log_nothing(path: Path) -> None:
    header, *lines = lines_of(path)
    if header["rules"] == "original":
        return
    tracer = tracer_of(GAME, header)
    for line in lines[:-1]:
        answer = tracer.step(line["actor"], line["move"])
        assert ("log" in answer) == (answer.get("why") not in ("not_your_turn", "off_board"))


def test_golden_games_cover_every_variant_and_every_refusal() -> None:
    lines = [line for path in GOLDEN for line in lines_of(path)]
    assert {line["rules"] for line in lines if "rules" in line} == {"seed", "contract", "original"}
    assert {line["why"] for line in lines if "why" in line} >= {
        "not_your_turn",
        "off_board",
        "game_over",
        "empty_square",
        "not_your_cube",
        "opponent_win_square",
        "illegal_roll",
        "star_outside_win_square",
        "win_square_without_star",
        "not_rolled_cube",
        "illegal_hop",
        "pass_not_allowed",
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_with_one_fact_altered_does_not_agree(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    place = next(i for i, line in enumerate(lines) if b'"state"' in line)
    altered = lines[place].replace(b'"up":', b'"up":1', 1)
    with pytest.raises(Difference):
        compare_trace([*lines[:place], altered, *lines[place + 1 :]], Tally())


@pytest.mark.parametrize(
    "header",
    [
        {},
        {"rules": "seed"},
        {"rules": "seed", "setup": 3},
        {"rules": "chess", "setup": {"num_cubes": 4}},
        {"rules": "seed", "setup": {"num_cubes": 9}},
        {"rules": "seed", "setup": {"num_cubes": None, "phase": "Roll", "active_player": 1, "board": []}},
    ],
)
def test_a_header_that_sets_up_nothing_is_unreadable(header: dict[str, Any]) -> None:
    with pytest.raises(Unreadable, match="does not set up a game"):
        tracer_of(GAME, header)
