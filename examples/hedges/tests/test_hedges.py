"""Games played by hand. The laws need no line here: pyproject.toml names the game, and pytest checks them."""

from __future__ import annotations

import pytest
from boardwright.api import Cells

from hedges.position import HedgesPosition

START = HedgesPosition()
FACING = HedgesPosition(pawns=("e5", "e4"))


def code(position: HedgesPosition, move: str) -> str:
    refusal = position.refusal(move)
    return "" if refusal is None else refusal.code


def test_one_step_and_not_through_a_hedge() -> None:
    assert [code(START, move) for move in ("e8", "d9", "d8", "e9")] == ["", "", "too_far", "too_far"]
    assert code(HedgesPosition(hedges=Cells({"E8": 0})), "e8") == "too_far"


def test_the_other_player_is_stepped_past() -> None:
    assert {text for text in map(str, FACING.legal_moves()) if len(text) == 2} == {"d5", "f5", "e6", "e3", "d4", "f4"}


@pytest.mark.parametrize(
    ("move", "expected"),
    [("hedge E3 v", "crosses"), ("hedge F3 h", "overlaps"), ("hedge D3 h", "overlaps"), ("hedge F3 v", "")],
)
def test_hedges_neither_cross_nor_overlap(move: str, expected: str) -> None:
    assert code(HedgesPosition(hedges=Cells({"E3": 0})), move) == expected


def test_a_way_must_be_left() -> None:
    cornered = HedgesPosition(pawns=("a9", "e1"), hedges=Cells({"A7": 0}))
    refusal = cornered.refusal("hedge B8 v")
    assert refusal is not None
    assert (refusal.code, refusal.marks) == ("no_way", ("a9", "B8"))


def test_the_first_to_arrive_wins() -> None:
    outcome = HedgesPosition(pawns=("a2", "e1")).play("a1").outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
