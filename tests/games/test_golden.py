"""The golden games hold all that can happen."""

from __future__ import annotations

import pytest

from tests.traces.tracer import golden, lines_of

REFUSALS = {
    "deblockle": {
        "not_your_turn", "off_board", "game_over", "empty_square", "not_your_cube", "opponent_win_square",
        "illegal_roll", "star_outside_win_square", "win_square_without_star", "not_rolled_cube", "illegal_hop",
        "pass_not_allowed",
    },
    "sagrada": {
        "game_over", "not_your_turn", "no_such_command", "die_already_picked", "no_die_picked", "die_already_placed",
        "tool_active", "tool_already_used", "not_enough_favor", "index_too_big", "index_too_small", "slot_occupied",
        "slot_empty", "placing_rule", "color_rule", "shade_rule", "bad_coordinates", "no_undo", "no_redo",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_golden_games_meet_refusals(name: str) -> None:
    assert {line["why"] for path in golden(name) for line in lines_of(path) if "why" in line} >= REFUSALS[name]


def test_golden_games_cover_every_variant_of_deblockle() -> None:
    found = {line["rules"] for path in golden("deblockle") for line in lines_of(path) if "rules" in line}
    assert found == {"seed", "contract", "original"}


def test_golden_games_use_every_tool_of_sagrada() -> None:
    accepted = {line["move"] for path in golden("sagrada") for line in lines_of(path) if line.get("accepted")}
    assert accepted >= {f"tool {card}" for card in range(1, 13)} | {"undo", "redo", "timeout"}
