"""The golden games hold all that can happen."""

from __future__ import annotations

from tests.traces.tracer import golden, lines_of


def test_golden_games_cover_every_variant_and_every_refusal() -> None:
    lines = [line for path in golden("deblockle") for line in lines_of(path)]
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
