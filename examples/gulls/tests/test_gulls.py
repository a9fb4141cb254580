"""Games played by hand. The laws need no line here: pyproject.toml names the game, and pytest checks them."""

from __future__ import annotations

import pytest
from boardwright.api import Hand, IllegalMove, Match, Secret

from gulls import GAME
from gulls.position import FISH, GullsPosition
from gulls.scoring import caught

HANDS = Hand.of((1, 5, 6, 7, 12)), Hand.of((2, 3, 5, 7, 12))
IN_THE_AIR = GullsPosition(hands=HANDS, laid=(Secret(), Secret()), fish=(4,))


def test_the_higher_card_catches_the_fish() -> None:
    before = IN_THE_AIR.play("dive 7", 1)
    position = before.play("dive 12", 0)
    assert caught(position.dives, position.fish, 2) == (4, 0)
    assert [event.text for event in GAME.events(before, GullsPosition.dive(12), 0, position)] == [
        "The gulls dive with 12, 7 for the fish of 4: player 1 catches it."
    ]


def test_equal_cards_quarrel() -> None:
    position = IN_THE_AIR.play("dive 5", 0).play("dive 5", 1)
    assert caught(position.dives, position.fish, 2) == (0, 0)
    assert [hand.cards for hand in position.hands] == [(1, 6, 7, 12), (2, 3, 7, 12)]


def test_a_laid_card_lies_face_down() -> None:
    position = IN_THE_AIR.play("dive 12", 0)
    assert position.view(0).position.laid == (Secret.holding(12), Secret())
    for viewer in (1, None):
        assert position.view(viewer).position.laid == (Secret(down=1), Secret())


def test_a_card_that_one_does_not_have_is_refused() -> None:
    refusal = IN_THE_AIR.refusal("dive 2", 0)
    assert refusal is not None
    assert refusal.text == "You do not hold 2."


def test_the_cards_are_dealt_in_one_step_and_each_gull_reads_its_own() -> None:
    match = Match.new(GAME, seats=4, seed=bytes(32))
    deal, fish = match.entries
    assert deal.detail == "deals 5 cards each, 4 face down"
    assert fish.text in FISH
    for seat in range(4):
        shown = match.read(seat)[0].dealt
        assert shown is not None
        assert [part.cards is not None for part in shown.parts] == [seat == owner for owner in (0, 1, 2, 3, None)]
        assert sorted(map(int, shown.parts[seat].cards or ())) == list(match.position.view(seat).position.hands[seat])


def test_no_card_is_dealt_more_often_than_it_exists() -> None:
    with pytest.raises(IllegalMove, match="cannot come now"):
        GAME.begin(2).take("7,7,7,1,2/3,4,5,6,8/1,2,3,4,5,6,8,9,9,10,10,11,11,12")
