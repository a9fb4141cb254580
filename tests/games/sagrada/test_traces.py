"""The golden games hold all that can happen."""

from __future__ import annotations

from tests.traces.tracer import golden, lines_of


def test_golden_games_use_every_tool_and_meet_most_refusals() -> None:
    lines = [line for path in golden("sagrada") for line in lines_of(path)]
    accepted = {line["move"] for line in lines if line.get("accepted")}
    assert accepted >= {f"tool {card}" for card in range(1, 13)} | {"undo", "redo", "timeout"}
    assert {line["why"] for line in lines if "why" in line} >= {
        "game_over", "not_your_turn", "no_such_command", "die_already_picked", "no_die_picked", "die_already_placed",
        "tool_active", "tool_already_used", "not_enough_favor", "index_too_big", "index_too_small", "slot_occupied",
        "slot_empty", "placing_rule", "color_rule", "shade_rule", "bad_coordinates", "no_undo", "no_redo",
    }  # fmt: skip
