"""Text, picture, words and numbers for players and programs."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from boardwright.bots.greedy import GreedyBot
from boardwright.core.game.table_of import table_of
from boardwright.core.layout import Field, Item, Items, Role
from boardwright.core.layout.table import Table as Shown
from boardwright.core.match.match import Match
from boardwright.core.search.playout import random_play
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import die_of
from boardwright.games.sagrada.options import TINY_WINDOW
from boardwright.games.sagrada.position import SagradaPosition, play_position
from boardwright.games.sagrada.state import Window
from tests.games.sagrada.play import Table


def shown(position: SagradaPosition, seat: int | None = 0) -> Shown:
    return table_of(GAME, position.view(seat))


def items(position: SagradaPosition, role: Role, seat: int | None = 0) -> dict[str, Item]:
    """The items of the zones with that role, by their names."""
    found = [zone for zone in shown(position, seat).shown if isinstance(zone, Items) and zone.role == role]
    return {item.name: item for zone in found for item in zone.items}


def fields(position: SagradaPosition, role: Role, seat: int | None = 0) -> list[Field]:
    return [zone for zone in shown(position, seat).shown if isinstance(zone, Field) and zone.role == role]


def test_every_gesture_has_its_part_and_no_name_is_there_twice() -> None:
    table = Table(5, 11, 12, frame={"1 1": "R1", "1 2": "G2"}, track="R6 P6", chance=["B3"])
    for commands in (["tool 12"], ["undo", "pick 1"], ["tool 5"], ["undo", "tool 11"]):
        table.do(*commands)
        found = [name for zone in shown(table.position).shown for name in zone.names()]
        assert len(found) == len(set(found))
        for move in table.position.legal_moves(0):
            assert set(move.gesture(table.position).names) <= set(found)


def test_windows_are_chosen_from_one_s_own_four_and_spectators_read_so() -> None:
    position = Match.new(GAME, seats=4, seed=1).position
    offers = fields(position, Role.CARDS, 2)
    assert [offer.name for offer in offers] == ["window1", "window2", "window3", "window4"]
    assert [offer.title for offer in offers] == [window.name for window in position.view(2).offers[2]]
    assert not any(name for offer in offers for name in offer.frame.named)
    (only,) = shown(position, None).shown
    assert (only.role, only.title) == (Role.TEXT, "Everybody chooses a window.")
    position = position.play(position.parse("window 2"), 2)
    assert [offer.is_lit for offer in fields(position, Role.CARDS, 2)] == [False, True, False, False]
    assert "Player 3 has chosen: " in GAME.text(position.view(None))


def test_a_match_that_ends_before_windows_are_chosen_says_so() -> None:
    position = Match.new(GAME, seats=2, seed=1).position
    for seat in (0, 1, None):
        zone = table_of(GAME, GAME.ended(position.view(seat))).shown[-1]
        assert (zone.role, zone.title) == (Role.TEXT, "The game is over.")


def test_windows_say_whose_they_are_and_what_lies_on_their_panes() -> None:
    position = Table(1, frame={"1 1": "R1"}, window=Window("Odd", 4, "R3" + "." * 18)).position
    (own,), (rival,) = fields(position, Role.BOARD), fields(position, Role.RIVAL)
    assert (own.title, own.seat, own.is_lit, own.note) == ("You", 0, True, "5 favor")
    assert (rival.title, rival.seat, rival.is_lit, rival.value) == ("Player 2", 1, False, "0 + ? points")
    assert own.lines == ("Odd, 19 empty",)
    assert own.frame.names[:2] == ("s0r1c1", "s0r1c2")
    assert [cell.words for cell in own.cells[:3] if cell] == ["red 1", "empty, shade 3 only", "empty"]
    assert [cell.words for cell in rival.cells[:1] if cell] == ["empty, red only"]
    (first,) = fields(position, Role.BOARD, 1)
    assert first.seat == 1


def test_the_die_in_hand_lies_beside_the_pool_and_can_be_put_back() -> None:
    table = Table(1)
    before = items(table.position, Role.SUPPLY)
    table.do("pick 2")
    after = items(table.position, Role.SUPPLY)
    pool = shown(table.position).shown[1]
    assert (pool.held, pool.returns) == ("hand", True)
    assert (len(before), len(after)) == (5, 5), "nothing moves up"
    assert after["hand"].art is before["pool2"].art
    assert (after["hand"].spoken, after["hand"].is_lit) == ("die in hand: green 2", True)
    table.do("tool 1")
    assert not shown(table.position).shown[1].returns


def test_a_die_looks_the_same_wherever_it_lies() -> None:
    table = Table(1, track="G2", frame={"1 1": "G2"})
    on_track, in_pool = items(table.position, Role.TRACK)["track1"].art, items(table.position, Role.SUPPLY)["pool2"].art
    pane = fields(table.position, Role.BOARD)[0].cells[0]
    assert on_track is in_pool
    assert in_pool is not None
    assert pane is not None
    assert pane.shapes[-1] is in_pool.shapes[0]


def test_dice_that_fit_nowhere_are_marked_and_said_to_be() -> None:
    window = Window("Yellow", 5, "Y" * 20)
    die = items(Table(1, pool="R1 Y2 R3 R4 R5", window=window).position, Role.SUPPLY)
    assert die["pool1"].spoken == "die 1 of the pool: red 1, fits nowhere"
    assert die["pool2"].spoken == "die 2 of the pool: yellow 2"
    assert [len(item.art.shapes) for item in die.values() if item.art] == [2, 1, 2, 2, 2]


def test_the_track_has_every_round_and_lights_the_one_that_is_played() -> None:
    (track,) = [
        zone
        for zone in shown(Table(1, track="R6 P6").position).shown
        if isinstance(zone, Items) and zone.role == Role.TRACK
    ]
    assert [item.title for item in track.items[: track.columns]] == [str(place) for place in range(1, 11)]
    assert [item.name for item in track.items[track.columns :: track.columns]] == ["track1", "track2"]
    assert [item.title for item in track.items if item.is_lit] == ["3"]
    assert track.title == "Round 3 of 10"


def test_tools_say_what_they_cost_and_are_lit_in_use() -> None:
    table = Table(5, 11, track="R6")
    card = items(table.position, Role.CARDS)["tool5"]
    assert (card.title, card.caption, card.is_lit) == ("Lens Cutter", "costs 1 favor", False)
    table.do("pick 1", "tool 5")
    card = items(table.position, Role.CARDS)["tool5"]
    assert (card.caption, card.is_lit) == ("costs 2 favor, 1 paid", True)


def test_the_end_of_a_turn_is_the_main_button() -> None:
    buttons = items(Table(1).position, Role.BUTTONS)
    assert (buttons["pass"].title, buttons["pass"].is_main) == ("End turn", True)
    assert not items(Table(1).position, Role.BUTTONS, 1)


def test_letters_tell_the_colors_apart() -> None:
    picture = GAME.picture(Table().position.view(0)).svg()
    assert picture.count('class="mark"') >= 5


def test_the_text_says_everything_without_color() -> None:
    text = GAME.text(Table(1, 2, 3, frame={"1 1": "R1"}, track="P6").position.view(0))
    for part in ("Round 3 of 10", "[R1]", "5:P5", "1:P6", "Grozing Pliers", "Shades of Red", "favor 5", "Also   pass"):
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
    position = Table(1, frame={"1 1": "R5"}).position
    view = position.view(0)
    assert view.players[0].score == 0, "empty panes cost more"
    assert fields(position, Role.BOARD)[0].value == "5 points"


def test_one_point_is_not_points() -> None:
    (own,) = fields(Table(1, frame={"1 1": "R1"}).position, Role.BOARD)
    assert own.value == "1 point"


def numbers_of(position: SagradaPosition, name: str) -> list[float]:
    """The numbers of one plane, as seat 0 sees them."""
    actions = GAME.actions(position.seats, position.options)
    names = [plane.name for plane in actions.planes]
    first = sum(plane.size for plane in actions.planes[: names.index(name)])
    return list(actions.encode(position, 0)[first : first + actions.planes[names.index(name)].size])


def test_only_dice_are_marked_as_moved_even_if_the_very_first_one_was() -> None:
    start = play_position((TINY_WINDOW, TINY_WINDOW), ((23,), (24,)), (13, 14, 15), (1, 2, 3))
    state, die = start.state, die_of(0, 3)
    frames = replace_at(state.frames, 0, replace_at(state.frames[0], 6, die))
    moved = start.replace(state=replace(state, waiting="", frames=frames, moved=(die,)))
    assert [cell for cell, number in enumerate(numbers_of(moved, "own moved")) if number] == [6]
    assert not any(numbers_of(moved, "seat +1 moved"))
