"""Text, picture, words and numbers for players and programs."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from boardwright.bots.greedy import GreedyBot
from boardwright.core.match import Match
from boardwright.core.playout import random_play
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.position import SagradaPosition
from tests.games.sagrada.play import Table


def names(position: SagradaPosition, seat: int | None) -> list[str]:
    svg = ElementTree.fromstring(GAME.picture(position.view(seat)).svg())
    return [element.attrib["data-name"] for element in svg.iter() if "data-name" in element.attrib]


def test_every_gesture_has_its_shape_and_no_name_is_there_twice() -> None:
    table = Table(5, 11, 12, frame={"1 1": "R1", "1 2": "G2"}, track="R6 P6", chance=["B3"])
    for commands in (["tool 12"], ["undo", "pick 1"], ["tool 5"], ["undo", "tool 11"]):
        table.do(*commands)
        found = names(table.position, 0)
        assert len(found) == len(set(found))
        for move in table.position.legal_moves(0):
            gesture = move.gesture(table.position)
            assert {gesture.subject, gesture.target or gesture.subject} <= set(found)


def test_spectators_can_read_on_a_phone_that_windows_are_chosen() -> None:
    picture = GAME.picture(Match.new(GAME, seats=4, seed=1).position.view(None))
    assert picture.width <= 360
    assert ">Everybody chooses a window.<" in picture.svg()


def test_letters_tell_the_colors_apart() -> None:
    picture = GAME.picture(Table().position.view(0)).svg()
    assert picture.count('class="mark"') >= 5


def test_the_text_says_everything_without_color() -> None:
    text = GAME.text(Table(1, 2, 3, frame={"1 1": "R1"}, track="P6").position.view(0))
    for part in ("Round 3 of 10", "[R1]", "5:P5", "1:P6", "Grozing Pliers", "Shades of Red", "favor 5"):
        assert part in text
    assert "\x1b" not in text
    assert "Shades of Green" not in text


def test_color_only_adds_color() -> None:
    view = Table(1, frame={"1 1": "R1"}).position.view(0)
    painted = GAME.text(view, color=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == GAME.text(view)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pick 2", "pick the green 2, die 2 of the pool"),
        ("place 1 2", "place the die in hand at row 1, column 2"),
        ("move 1 1 2 2", "move the die at row 1, column 1 to row 2, column 2"),
        ("tool 1", "use Grozing Pliers"),
        ("pass", "end the turn"),
        ("pick 9", "pick 9"),
    ],
)
def test_moves_in_words(text: str, words: str) -> None:
    position = Table(1).position
    assert position.parse(text).words(position) == words


def test_events_tell_the_story_of_a_turn() -> None:
    table = Table(10)
    names = []
    for text in ("pick 2", "tool 10", "place 1 1", "pass"):
        before = table.position
        table.do(text)
        names += [event.name for event in GAME.events(before, before.parse(text), 0, table.position)]
    assert names == ["die_picked", "tool_used", "die_changed", "die_placed", "turn_ended", "turn_began"]


def test_a_better_window_is_judged_better() -> None:
    full = {f"1 {column}": face for column, face in enumerate(("R6", "G1", "R5", "G2", "R4"), 1)}
    assert GAME.bot.evaluate(Table(frame=full).position, 0) > GAME.bot.evaluate(Table().position, 0)
    assert GAME.bot.evaluate(Table(frame=full).position, 1) < GAME.bot.evaluate(Table().position, 1)


def test_the_array_has_the_windows_to_choose_from() -> None:
    encode = GAME.actions(2, GAME.read_options()).encode
    starts = [random_play(GAME.begin(2), Random(seed), 0) for seed in range(20)]
    assert len({encode(start, 0).tobytes() for start in starts}) == len(starts)


def test_the_array_has_the_stated_length_and_range() -> None:
    for seats in (1, 2, 3, 4):
        options = GAME.read_options()
        actions = GAME.actions(seats, options)
        array = actions.encode(GAME.begin(seats), 0)
        assert len(array) == actions.shape[0]
        assert all(-1 <= number <= 1 for number in array)


def test_greedy_play_beats_random_play() -> None:
    greedy = GreedyBot(GAME)
    won = 0
    for seed in range(4):
        rng = Random(seed)
        position = GAME.begin(2)
        while position.outcome() is None:
            if position.chance is not None:
                position = position.take(position.chance.sample(rng))
                continue
            seat = position.actors[0]
            if seat == seed % 2:
                move = greedy.think(position, seat, rng)
            else:
                move = rng.choice(list(position.legal_moves(seat)))
            position = position.play(move, seat)
        outcome = position.outcome()
        won += outcome is not None and outcome.winners == (seed % 2,)
    assert won >= 3


@pytest.mark.parametrize("seats", [1, 3])
def test_greedy_play_is_never_caught_in_a_circle(seats: int) -> None:
    greedy, rng = GreedyBot(GAME), Random(5)
    position = GAME.begin(seats)
    for _ in range(1000):
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
        elif position.actors:
            seat = position.actors[0]
            position = position.play(greedy.think(position, seat, rng), seat)
    assert position.outcome() is not None


def test_what_a_tool_takes_is_said_and_asked_for_in_words() -> None:
    table = Table(5, track="R6 P6")
    table.do("pick 1", "tool 5")
    words = [move.words(table.position) for move in table.position.legal_moves(0)]
    assert words == ["take the red 6, die 1 of the round track", "take the purple 6, die 2 of the round track"]
    assert GAME.prompt(table.position.view(0)) == "Choose one of the marked dice of the round track."
    table = Table(11, chance=["B3"])
    table.do("pick 1", "tool 11")
    assert "choose the 6" in [move.words(table.position) for move in table.position.legal_moves(0)]
    assert "choose the number that the die will show" in GAME.prompt(table.position.view(0))


def test_the_order_of_turns_is_told_by_names() -> None:
    view = Table(1).position.view(0)
    assert GAME.text(view).startswith("Round 1 of 10. Your first turn, then Player 2, Player 2 and you.")


def test_points_are_shown_from_the_first_one_on() -> None:
    view = Table(1, frame={"1 1": "R5"}).position.view(0)
    assert view.players[0].score == 0, "empty panes cost more"
    assert "5 points" in GAME.picture(view).svg()
