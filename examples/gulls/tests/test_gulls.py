"""Games played by hand. The laws need no line here: pyproject.toml names the game, and pytest checks them."""

from __future__ import annotations

from gulls import GAME
from gulls.position import GullsPosition

IN_THE_AIR = GullsPosition(hands=((1, 5, 6, 7, 12), (2, 3, 5, 7, 12)), laid=(0, 0), fish=(4,))


def test_the_higher_card_catches_the_fish() -> None:
    before = IN_THE_AIR.play("dive 7", 1)
    position = before.play("dive 12", 0)
    assert position.view(None).caught == (4, 0)
    assert [event.text for event in GAME.events(before, "dive 12", 0, position)] == [
        "The gulls dive with 12, 7 for the fish of 4: player 1 catches it."
    ]


def test_equal_cards_quarrel() -> None:
    position = IN_THE_AIR.play("dive 5", 0).play("dive 5", 1)
    assert position.view(None).caught == (0, 0)
    assert position.hands == ((1, 6, 7, 12), (2, 3, 7, 12))


def test_a_laid_card_lies_face_down() -> None:
    position = IN_THE_AIR.play("dive 12", 0)
    assert position.view(0).laid == (12, 0)
    assert position.view(1).laid == position.view(None).laid == (-1, 0)


def test_a_card_that_one_does_not_have_is_refused() -> None:
    refusal = IN_THE_AIR.refusal("dive 2", 0)
    assert refusal is not None
    assert refusal.text == "dive 2 is not possible here; try dive 1, dive 5, dive 6, dive 7, dive 12."


def test_no_card_is_dealt_more_often_than_it_exists() -> None:
    position = GAME.begin(2).take("7").take("7")
    assert "7" not in position.chances()
