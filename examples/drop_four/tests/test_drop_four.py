"""Games played by hand. The laws need no line here: pyproject.toml names the game, and pytest checks them."""

from __future__ import annotations

import pytest

from drop_four.position import DropFourPosition


def played(moves: str) -> DropFourPosition:
    """The position after discs in those columns."""
    position = DropFourPosition()
    for column in moves:
        position = position.play(max(text for text in map(str, position.legal_moves()) if text[0] == column))
    return position


@pytest.mark.parametrize("moves", ["abababa", "aabbccd", "acdcdddbceb", "dbacaacfabb"])
def test_four_in_a_row_down_across_or_slanting_wins(moves: str) -> None:
    assert played(moves[:-1]).outcome() is None
    outcome = played(moves).outcome()
    assert outcome is not None
    assert outcome.reason == "four_in_a_row"


def test_a_full_column_is_refused() -> None:
    refusal = played("aaaaaa").refusal("a1")
    assert refusal is not None
    assert (refusal.text, refusal.marks) == ("a1 is taken.", ("a1",))


def test_a_disc_falls_to_the_lowest_free_place() -> None:
    refusal = played("a").refusal("a4")
    assert refusal is not None
    assert (refusal.code, refusal.text) == ("falls", "A disc would fall further than a4.")


def test_a_full_board_without_a_line_is_a_draw() -> None:
    outcome = played("ddacfefgeccddffcceddbbcbffaeaeeggggabagabb").outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("board_full", ())
