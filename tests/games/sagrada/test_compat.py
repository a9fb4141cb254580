"""The model guide's checklist: every line has a test or a row named after it, here or in `test_tools.py`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

import pytest

from boardwright.core.card_data import BadCards
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.compat.data import read_data
from boardwright.games.sagrada.compat.deck import (
    Deck,
    Drawable,
    private_objective_deck,
    public_objective_deck,
    tool_deck,
    window_frame_deck,
)
from boardwright.games.sagrada.compat.die import Color, Die, RandomDiceBag, Shade, read_die
from boardwright.games.sagrada.compat.frame import Coordinate, WindowFrame, can_be_placed, read_frame
from boardwright.games.sagrada.compat.game import Game
from boardwright.games.sagrada.compat.manager import IllegalCommand
from boardwright.games.sagrada.compat.player import Player, read_player
from boardwright.games.sagrada.compat.track import read_track
from boardwright.games.sagrada.conditions import CONDITIONS, Context
from boardwright.games.sagrada.facts import CELLS, EMPTY_FRAME, color_rule, die_of, placing_rule, shade_rule
from boardwright.games.sagrada.instructions import INSTRUCTIONS
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.rulebook import base_sources, rulebook
from boardwright.games.sagrada.scoring import DiagonalsPattern, DifferencePattern, SetPattern, private_points
from tests.games.sagrada.play import PLAIN, Table

SOURCES = {source.file: source.data for source in base_sources()}
TOOLS = {card["id"]: card for card in SOURCES["tools.json"]["tool_cards"]}
OBJECTIVES = {card["id"]: card for card in SOURCES["objectives.json"]["public_objectives"]}
BOOK = rulebook()


def new_game(seed: int = 1, seats: int = 2, make_bag: Any = None) -> Game:
    rng = Random(seed)
    cards = Game.get_private_objectives(seats, rng)
    frames = Game.get_window_frames(seats, rng)
    players = [
        Player(name, frames[4 * seat], cards[seat].id)
        for seat, name in enumerate(("anna", "bert", "cleo", "dora")[:seats])
    ]
    return Game(players, rng, make_bag)  # fmt: skip


def pass_turns(game: Game, number: int) -> None:
    for _ in range(number):
        game.execute_command(str(game.get_current_player()), "pass")


def dice(**cells: str) -> tuple[int, ...]:
    """A frame from cells like `r1c2="R5"`; ids do not matter here."""
    frame = list(EMPTY_FRAME)
    used: Counter[int] = Counter()
    for where, face in cells.items():
        color = "RGYBP".index(face[0])
        frame[(int(where[1]) - 1) * 5 + int(where[3]) - 1] = die_of(5 * used[color] + color, int(face[1]))
        used[color] += 1
    return tuple(frame)


class TestGameInterface:
    def test_get_private_objectives(self) -> None:
        cards = Game.get_private_objectives(4, Random(1))
        assert len({card.id for card in cards}) == 4
        assert {card.id for card in cards} <= set(range(23, 28))
        for number in (1, 5):
            with pytest.raises(ValueError, match="2 to 4"):
                Game.get_private_objectives(number, Random(1))

    def test_get_window_frames(self) -> None:
        assert len({frame.name for frame in Game.get_window_frames(3, Random(1))}) == 12
        with pytest.raises(ValueError, match="2 to 4"):
            Game.get_window_frames(1, Random(1))

    def test_execute_command(self) -> None:
        game = new_game()
        game.execute_command("anna", "pick 1")
        assert game.get_data()["picked_die"] is not None
        with pytest.raises(IllegalCommand):
            game.execute_command("bert", "pick 1")
        with pytest.raises(ValueError, match="'zoe' does not play here"):
            game.execute_command("zoe", "pick 1")

    def test_get_current_player(self) -> None:
        game = new_game()
        assert game.get_current_player() == "anna"
        game.execute_command("anna", "pass")
        assert game.get_current_player() == "bert"

    def test_undo_command_is_unconditional(self) -> None:
        game = new_game()
        before = game.get_data()
        game.undo_command()
        assert game.get_data() == before
        game.execute_command("anna", "pass")
        assert not game.is_undo_available()
        game.undo_command()
        assert game.get_data() == before

    def test_is_undo_available(self) -> None:
        game = new_game()
        assert not game.is_undo_available()
        game.execute_command("anna", "pick 1")
        assert game.is_undo_available()

    def test_redo_command_is_unconditional(self) -> None:
        game = new_game()
        game.execute_command("anna", "pick 1")
        after = game.get_data()
        game.undo_command()
        game.redo_command()
        game.redo_command()
        assert game.get_data() == after

    def test_is_redo_available(self) -> None:
        game = new_game()
        game.execute_command("anna", "pick 1")
        game.undo_command()
        assert game.is_redo_available()
        game.execute_command("anna", "pick 2")
        assert not game.is_redo_available()

    def test_is_game_ended_after_ten_rounds(self) -> None:
        game = new_game()
        for _ in range(40):
            assert not game.is_game_ended()
            game.execute_command(str(game.get_current_player()), "pass")
        assert game.is_game_ended()
        assert game.get_current_player() is None
        assert game.get_data()["round_track"]["current_round_number"] == 11
        assert read_data(game.get_data()).to_json() == game.get_data()

    def test_get_score_at_any_time(self) -> None:
        assert new_game().get_score() == {
            "players": [{"username": "anna", "score": 0}, {"username": "bert", "score": 0}]
        }

    def test_get_data_complete(self) -> None:
        data = new_game().get_data()
        assert set(data) == {
            "dice_pool", "dice_bag", "round_track", "public_objectives", "tools", "turn_manager", "picked_die",
            "die_placed", "active_tool_ID", "passive_tool_ID", "tool_activated", "dice_moved", "undo_available",
        }  # fmt: skip
        assert len(data["dice_bag"]["dice"]) + len(data["dice_pool"]) == 90

    def test_get_data_for_a_player(self) -> None:
        game = new_game()
        data = game.get_data("anna")
        assert "dice_bag" not in data
        anna, bert = data["turn_manager"]["players"]
        assert anna["private_objective"] is not None
        assert bert["private_objective"] is None
        with pytest.raises(ValueError, match="does not play"):
            game.get_data("zoe")


class TestGuarantees:
    def test_the_model_is_a_black_box_behind_the_game_interface(self) -> None:
        public = {name for name in dir(Game) if not name.startswith("_")}
        assert public == {
            "get_private_objectives", "get_window_frames", "execute_command", "get_current_player", "undo_command",
            "is_undo_available", "redo_command", "is_redo_available", "is_game_ended", "get_score", "get_data",
            "run_out_of_time", "get_undo_commands", "get_redo_commands", "get_record",
        }  # fmt: skip

    def test_what_is_handed_out_cannot_change_the_game(self) -> None:
        game = new_game()
        game.get_data()["dice_pool"].clear()
        assert len(game.get_data()["dice_pool"]) == 5

    def test_each_model_class_behind_its_own_interface(self) -> None:
        assert isinstance(tool_deck(Random(1)), Deck)
        assert DiagonalsPattern("color").num_of_patterns(EMPTY_FRAME) == 0

    def test_one_to_one_json_of_the_game_status(self) -> None:
        game = new_game(seats=3)
        rng = Random(4)
        for _ in range(120):
            data = game.get_data()
            again = read_data(json.loads(json.dumps(data)))
            assert again.to_json() == data
            position = again.position
            moves = [str(move) for move in position.legal_moves() if str(move) != "return"]
            if moves:
                game.execute_command(str(game.get_current_player()), rng.choice(moves))
            else:
                game.undo_command()

    def test_every_status_class_loadable_by_a_json_factory(self) -> None:
        data = new_game().get_data()
        player = data["turn_manager"]["players"][0]
        assert read_die(data["dice_pool"][0]).to_json() == data["dice_pool"][0]
        assert read_track(data["round_track"]).to_json() == data["round_track"]
        assert read_frame(player["window_frame"]).to_json() == player["window_frame"]
        assert read_player(player).to_json() == player

    @pytest.mark.parametrize("key", ["dice_pool", "dice_bag", "round_track", "turn_manager", "tools", "picked_die"])
    def test_incomplete_or_impossible_data_are_refused(self, key: str) -> None:
        data = new_game().get_data()
        nonsense: tuple[Any, ...] = (None, 5, [], {}, [{}], "x")
        for value in nonsense:
            if (key, value) in (("picked_die", None), ("tools", [])):
                continue
            with pytest.raises(ValueError, match=r"."):
                read_data({**data, key: value})

    def test_client_view_is_the_serialized_status_minus_secrets(self) -> None:
        game = new_game()
        full, seen = game.get_data(), game.get_data("bert")
        del full["dice_bag"]
        full["turn_manager"]["players"][0]["private_objective"] = None
        assert seen == full

    def test_cards_are_identified_by_id_only(self) -> None:
        data = new_game().get_data()
        data["tools"][0]["name"] = "whatever"
        assert read_data(data).to_json()["tools"][0]["name"] == BOOK.tools[data["tools"][0]["id"]].name

    def test_the_objective_may_be_written_with_a_blank(self) -> None:
        player = new_game().get_data()["turn_manager"]["players"][0]
        player["private objective"] = player.pop("private_objective")
        assert read_player(player).private_objective is not None

    def test_dice_bag_replaceable_behind_dice_bag(self) -> None:
        class RedBag:
            def __init__(self, dice: Iterable[Die]) -> None:
                self._red = [die for die in dice if die.color is Color.RED]

            def pick(self) -> Die:
                return self._red[0].showing(Shade.SIX)

            def roll(self) -> Shade:
                return Shade.ONE

            def insert(self, die: Die) -> None:
                self._red.append(die)

        data = new_game(make_bag=RedBag).get_data()
        assert {(die["color"], die["shade"]) for die in data["dice_pool"]} == {("red", 6)}
        assert len({die["id"] for die in data["dice_pool"]}) == 5

    def test_commands_tools_public_objectives_as_data(self) -> None:
        assert len(SOURCES["commands.json"]["commands"]) == 3
        assert (len(TOOLS), len(OBJECTIVES), len(SOURCES["windows.json"]["windows"])) == (12, 10, 24)


class TestBoardClasses:
    def test_color_enum(self) -> None:
        assert [color.value for color in Color] == list("RGYBP")
        assert Color.RED.label == "red"
        assert (Color.find("x"), Color.labeled("Red")) == (None, None)

    def test_shade_enum(self) -> None:
        assert [int(shade) for shade in Shade] == [1, 2, 3, 4, 5, 6]
        assert (Shade.minimum(), Shade.maximum(), Shade.labeled("7")) == (1, 6, None)

    def test_die_color_shade_id(self) -> None:
        die = Die(Color.BLUE, Shade.THREE, 8)
        assert die.showing(Shade.SIX) == die
        assert die != Die(Color.BLUE, Shade.THREE, 13)
        with pytest.raises(ValueError, match="negative"):
            Die(Color.BLUE, Shade.THREE, -1)
        with pytest.raises(ValueError, match="a color and a shade"):
            Die(None, Shade.THREE, 1)  # type: ignore[arg-type]  # what a caller without types may do

    def test_dice_bag_90_dice_pick_insert(self) -> None:
        bag = RandomDiceBag(Random(1))
        drawn = bag.pick(90)
        assert Counter(die.color for die in drawn) == dict.fromkeys(Color, 18)
        assert sorted(die.id for die in drawn) == list(range(90))
        with pytest.raises(ValueError, match="empty"):
            bag.pick()
        bag.insert(drawn[0])
        with pytest.raises(ValueError, match="already"):
            bag.insert(drawn[0])
        for number in (0, 2):
            with pytest.raises(ValueError, match="cannot be drawn"):
                bag.pick(number)

    def test_window_frame_maps_coordinates_to_dice_or_constraints(self) -> None:
        frame = WindowFrame(BOOK.windows["Aurora Sagradis"])
        assert (frame.color_at(Coordinate(0, 0)), frame.shade_at(Coordinate(1, 0))) == (Color.RED, Shade.FOUR)
        die = Die(Color.RED, Shade.ONE, 0)
        assert frame.with_die(Coordinate(0, 0), die).die_at(Coordinate(0, 0)) == die

    def test_coordinate(self) -> None:
        assert Coordinate(1, 2).cell == 7
        for row, column in ((4, 0), (0, 5), (-1, 0)):
            with pytest.raises(ValueError, match="outside"):
                _ = Coordinate(row, column).cell

    def test_round_track_dice_and_10_counters(self) -> None:
        game = new_game()
        pass_turns(game, 8)
        track = read_track(game.get_data()["round_track"])
        assert track.number_of_dice_on_slot == (5, 5, 0, 0, 0, 0, 0, 0, 0, 0)
        assert track.visible(2) == track.all_dice[9]

    def test_player_frame_favor_points_private_objective(self) -> None:
        frame = WindowFrame(BOOK.windows["Lux Mundi"])
        assert Player("anna", frame, 23).favor == 6
        with pytest.raises(ValueError, match="needs a window frame"):
            Game([Player("anna"), Player("bert", frame, 23)], Random(1))
        with pytest.raises(ValueError, match="different names"):
            Game([Player("anna", frame, 23)] * 2, Random(1))

    def test_deck_with_draw_drawable(self) -> None:
        deck: Deck[Drawable] = Deck([PLAIN], Random(1))
        assert deck.draw() == [PLAIN]
        with pytest.raises(ValueError, match="deck of 0"):
            deck.draw()
        with pytest.raises(ValueError, match="0 cards"):
            deck.draw(0)

    @pytest.mark.parametrize(
        ("make", "size"),
        [
            pytest.param(private_objective_deck, 5, id="private objective deck"),
            pytest.param(public_objective_deck, 10, id="public objective deck"),
            pytest.param(tool_deck, 12, id="tool deck"),
            pytest.param(window_frame_deck, 24, id="window frame deck"),
        ],
    )
    def test_decks(self, make: Callable[[Random], Deck[Any]], size: int) -> None:
        deck = make(Random(1))
        assert len({card.name for card in deck.draw(size)}) == size
        assert len(deck) == 0

    def test_game_data(self) -> None:
        data = read_data(new_game().get_data())
        assert data.names == ("anna", "bert")

    def test_command_manager(self) -> None:
        table = Table()
        table.do("pick 1")
        assert len(table.manager.undo_commands()) == 1

    def test_illegal_command_exception(self) -> None:
        with pytest.raises(IllegalCommand, match="no die in your hand") as caught:
            new_game().execute_command("anna", "place 1 1")
        assert caught.value.codes == ("no_die_picked",)


THREE = {"1 1": "R1", "1 2": "G2", "1 3": "B3"}


@pytest.mark.parametrize(
    ("table", "commands", "seen", "expected"),
    [
        pytest.param(Table, "pick 2", lambda table: (table.view_picked, table.pool), ("G2", "R1 Y3 B4 P5"), id="pick"),
        pytest.param(Table, "pick 5", lambda table: table.pool, "R1 G2 Y3 B4", id="pick the last"),
        pytest.param(Table, "pick 2, place 4 5", lambda table: table.at(4, 5), "G2", id="place"),
        pytest.param(
            Table, "pick 5, place 1 1", lambda table: (table.state.picked, table.state.placed), (0, True), id="placed"
        ),
        pytest.param(Table, "pass", lambda table: (table.state.current, table.state.turn), (1, 1), id="pass"),
        pytest.param(
            partial(Table, 12, 3, 7),
            "tool 12",
            lambda table: (table.state.active, table.state.passive, table.why("tool 1")),
            (0, 12, "no_such_command"),
            id="tool by id",
        ),
        pytest.param(
            partial(Table, 2),
            "tool 2",
            lambda table: (table.state.active, table.state.passive, table.state.used),
            (2, 2, True),
            id="activate an active tool",
        ),
        pytest.param(partial(Table, 12), "tool 12, pick 1", lambda table: table.state.passive, 0, id="ended by pick"),
        pytest.param(partial(Table, 12), "tool 12, pass", lambda table: table.state.passive, 0, id="ended by pass"),
        pytest.param(
            partial(Table, 3, frame=THREE),
            "tool 3, move 1 1 2 2",
            lambda table: (table.at(1, 1), table.at(2, 2), table.position.view(None).moved),
            ("", "R1", ("R1",)),
            id="move",
        ),
        pytest.param(
            partial(Table, 4, frame=THREE),
            "tool 4, move 1 1 2 3, move 1 2 2 2",
            lambda table: (table.state.active, table.state.passive),
            (0, 0),
            id="tear down on a condition",
        ),
        pytest.param(
            partial(Table, 8, seats=4, pool="R1 G2 Y3 B4 P5 R1 G2 Y3 B4"),
            "pass, tool 8",
            lambda table: table.state.order,
            (0, 1, 1, 2, 3, 3, 2, 0),
            id="take two turns",
        ),
        pytest.param(
            partial(Table, 11, chance=["P6"]),
            "pick 1, tool 11",
            lambda table: (table.view_picked, len(table.state.bag)),
            ("P6", 85),
            id="pick from the bag",
        ),
    ],
)
def test_commands_and_instructions(
    table: Callable[[], Table], commands: str, seen: Callable[[Table], object], expected: object
) -> None:
    made = table()
    made.do(*commands.split(", "))
    assert seen(made) == expected


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [((), "pick 0", "index_too_small"), ((), "pick 6", "index_too_big"),
     (("pick 2", "place 4 5"), "pick 1", "die_already_placed"),
     (("pick 1", "place 1 1"), "place 9 9", "no_die_picked")],
)  # fmt: skip
def test_refused_commands(before: tuple[str, ...], command: str, code: str) -> None:
    table = Table()
    table.do(*before)
    assert table.why(command) == code


class TestCommandStructure:
    def test_reg_exp(self) -> None:
        assert [rule.expression.pattern for rule in BOOK.basic] == [r"pick \d", r"place \d \d", "pass"]

    def test_undoable(self) -> None:
        assert [rule.undoable for rule in BOOK.basic] == [True, True, False]

    def test_instructions(self) -> None:
        names = [
            [one["instruction"] for one in command["instructions"]] for command in SOURCES["commands.json"]["commands"]
        ]
        assert names == [
            ["tear_down_passive_tools", "pick_die_from_dice_pool"],
            ["place_die", "tear_down_passive_tools"],
            ["tear_down_passive_tools", "advance_game"],
        ]

    def test_the_pick_json_of_the_guide_as_given(self) -> None:
        assert SOURCES["commands.json"]["commands"][0] == {
            "reg_exp": "pick \\d",
            "undoable": True,
            "conditions": [
                {"condition": "die_picked", "value": False},
                {"condition": "die_placed", "value": False},
                {"condition": "tool_not_active"},
                {"condition": "arg_comparison", "type_of_comparison": "greater_than", "index": 0, "bound": 0},
                {
                    "condition": "arg_comparison",
                    "type_of_comparison": "smaller_than",
                    "index": 0,
                    "bound": "dice_pool_size",
                },
            ],
            "instructions": [{"instruction": "tear_down_passive_tools"}, {"instruction": "pick_die_from_dice_pool"}],
        }


class TestUndo:
    def test_undo_and_redo_of_states(self) -> None:
        table = Table(4, frame={"1 1": "R1", "1 2": "G2", "1 3": "B3"})
        data = [GAME.encode(table.position)]
        for text in ("pick 2", "tool 4", "move 1 1 2 3", "move 1 2 2 2"):
            table.do(text)
            data.append(GAME.encode(table.position))
        for expected in reversed(data[:-1]):
            table.do("undo")
            assert GAME.encode(table.position) == expected
        for expected in data[1:]:
            table.do("redo")
            assert GAME.encode(table.position) == expected

    def test_timer_undoes_while_pass_is_not_legal_then_passes(self) -> None:
        table = Table(1)
        table.do("pick 2", "tool 1", "increase")
        table.manager.run_out()
        assert (table.state.current, table.pool, table.state.favor[0]) == (1, "R1 G2 Y3 B4 P5", 5)
        assert not table.manager.is_redo_available

    def test_timer_keeps_what_can_stay(self) -> None:
        table = Table(6, chance=["6"])
        table.do("pick 1", "tool 6")
        table.manager.run_out()
        assert table.pool == "G2 Y3 B4 P5 R6"

    def test_timer_of_a_game_loaded_in_the_middle_of_a_turn(self) -> None:
        game = new_game()
        game.execute_command("anna", "pick 1")
        loaded = Game(read_data(game.get_data()), Random(1))
        picked = game.get_data()["picked_die"]
        loaded.run_out_of_time()
        assert loaded.get_current_player() == "bert"
        assert loaded.get_data()["dice_pool"][-1] == picked


class TestPublicObjectives:
    def test_frame_pattern_get_num_of_patterns(self) -> None:
        for objective in BOOK.objectives.values():
            assert objective.pattern.num_of_patterns(EMPTY_FRAME) == 0

    def test_json_name_description_id_pattern_points_per_pattern(self) -> None:
        for card in OBJECTIVES.values():
            assert list(card) == ["name", "description", "id", "pattern", "points_per_pattern"]

    def test_column_color_variety_as_given(self) -> None:
        assert OBJECTIVES[15] == {
            "name": "Column Color Variety",
            "description": "Columns with no repeated colors.",
            "id": 15,
            "pattern": {"type": "difference", "place": "columns", "object": "color"},
            "points_per_pattern": 5,
        }

    def test_diagonals_pattern_color_and_shade(self) -> None:
        frame = dice(r1c1="R1", r2c2="R2", r3c3="R3", r1c3="G2")
        assert DiagonalsPattern("color").num_of_patterns(frame) == 3
        assert DiagonalsPattern("shade").num_of_patterns(frame) == 2

    def test_difference_pattern_rows_columns_color_shade(self) -> None:
        row = dice(r1c1="R1", r1c2="G1", r1c3="Y2", r1c4="B3", r1c5="P4")
        assert DifferencePattern("rows", "color").num_of_patterns(row) == 1
        assert DifferencePattern("rows", "shade").num_of_patterns(row) == 0
        column = dice(r1c1="R1", r2c1="R2", r3c1="G3", r4c1="B4")
        assert DifferencePattern("columns", "shade").num_of_patterns(column) == 1
        assert DifferencePattern("columns", "color").num_of_patterns(column) == 0
        hole = dice(r1c1="R1", r2c1="G2", r3c1="B4")
        assert DifferencePattern("columns", "color").num_of_patterns(hole) == 0

    def test_set_pattern_color_and_shade_with_values(self) -> None:
        frame = dice(r1c1="R5", r1c2="G6", r1c3="R6", r2c4="R5")
        assert SetPattern("shade", (5, 6)).num_of_patterns(frame) == 2
        assert SetPattern("color", ("red", "green")).num_of_patterns(frame) == 1

    def test_private_objectives_generated_from_the_color_enum(self) -> None:
        assert [card.color for card in BOOK.privates.values()] == [color.label for color in Color]
        assert BOOK.privates[27].name == "Shades of Purple"


class TestTools:
    def test_active_tools_need_a_user_action(self) -> None:
        assert [card for card, tool in BOOK.tools.items() if tool.active] == [1, 2, 3, 4, 5, 9]
        assert all(BOOK.tools[card].commands for card in (1, 2, 3, 4, 5, 9))

    def test_json_name_description_id_active_activator_commands(self) -> None:
        for card in TOOLS.values():
            assert list(card)[:5] == ["name", "description", "id", "active", "activator"]
            assert set(card["activator"]) == {"undoable", "conditions", "instructions"}

    def test_lens_cutter_as_given(self) -> None:
        index = {"condition": "arg_comparison", "type_of_comparison": "greater_than", "index": 0, "bound": 0}
        assert TOOLS[5] == {
            "name": "Lens Cutter",
            "description": "After drafting, swap the drafted die with a die from the Round Track.",
            "id": 5,
            "active": True,
            "activator": {
                "undoable": True,
                "conditions": [{"condition": "die_picked", "value": True}],
                "instructions": [],
            },
            "commands": [
                {
                    "reg_exp": "select \\d+",
                    "undoable": True,
                    "conditions": [index, {**index, "type_of_comparison": "smaller_than", "bound": "round_track_size"}],
                    "instructions": [
                        {"instruction": "swap_from_round_track"},
                        {"instruction": "tear_down", "condition": None},
                    ],
                }
            ],
        }

    def test_activator_conditions_and_instructions(self) -> None:
        template = SOURCES["commands.json"]["activator"]
        assert [one["condition"] for one in template["conditions"]] == [
            "arg_comparison", "arg_comparison", "tool_not_active", "tool_not_activated", "favor_points_check",
        ]  # fmt: skip
        assert [one["instruction"] for one in template["instructions"]] == ["activate_tool", "manage_favor_points"]

    def test_commands_unordered_and_available_while_active(self) -> None:
        table = Table(1)
        table.do("pick 2", "tool 1")
        assert {str(move) for move in table.position.legal_moves()} == {"increase", "decrease"}


class TestPlacement:
    RED = Die(Color.RED, Shade.ONE, 0)

    def test_placing_rule(self) -> None:
        frame = WindowFrame(PLAIN)
        border = [
            (row, column)
            for row in range(4)
            for column in range(5)
            if can_be_placed(placing_rule(), self.RED, frame, row, column)
        ]
        assert len(border) == 14  # fmt: skip
        with pytest.raises(ValueError, match="outside"):
            can_be_placed(placing_rule(), self.RED, frame, 4, 0)
        with pytest.raises(ValueError, match="needed"):
            can_be_placed(placing_rule(), None, frame, 0, 0)

    def test_color_rule(self) -> None:
        frame = WindowFrame(PLAIN, dice(r1c2="R6"))
        assert not can_be_placed(color_rule(), self.RED, frame, 0, 0)
        assert can_be_placed(color_rule(), self.RED, frame, 1, 0)

    def test_shade_rule(self) -> None:
        frame = WindowFrame(PLAIN, dice(r1c2="G1"))
        assert not can_be_placed(shade_rule(), self.RED, frame, 0, 0)
        assert can_be_placed(shade_rule(), self.RED, frame, 1, 2)

    def test_decorator_composition_in_any_nesting(self) -> None:
        frame = WindowFrame(BOOK.windows["Virtus"], dice(r1c2="R6", r2c1="G2"))
        one, two = shade_rule(color_rule(placing_rule())), placing_rule(shade_rule(color_rule()))
        for cell in range(CELLS):
            where = divmod(cell, 5)
            assert can_be_placed(one, self.RED, frame, *where) == can_be_placed(two, self.RED, frame, *where)


class TestCommandManager:
    def test_current_game_data(self) -> None:
        assert Table().manager.position.state.round == 1

    def test_undo_commands_stack_of_json(self) -> None:
        table = Table()
        before = table.manager.data.to_json()
        table.do("pick 1")
        assert json.loads(json.dumps(table.manager.undo_commands())) == [before]

    def test_redo_commands_stack_of_json(self) -> None:
        table = Table()
        table.do("pick 1")
        after = table.manager.data.to_json()
        table.do("undo")
        assert json.loads(json.dumps(table.manager.redo_commands())) == [after]

    def test_step_1_ask(self) -> None:
        game = new_game()
        game.execute_command(str(game.get_current_player()), "pass")

    def test_step_2_finished_check(self) -> None:
        game = new_game()
        pass_turns(game, 40)
        with pytest.raises(IllegalCommand, match="over"):
            game.execute_command("anna", "gibberish")

    def test_step_3_allocate_basic_and_active_tools_commands_filter_by_expression(self) -> None:
        table = Table(9, 1, 2)
        table.do("pick 1", "tool 9")
        rules = table.position.existing.rules
        assert [rule.key for rule in rules] == ["pick", "place", "pass", "9:tool", "1:tool", "2:tool", "9:0"]
        assert len(table.position.existing.of_shape(Command("place", (1, 1)))) == 2

    def test_step_4_push_data(self) -> None:
        table = Table()
        table.do("pick 1", "place 1 1")
        assert len(table.manager.undo_commands()) == 2

    def test_step_5_success_clears_redo_and_failure_pops(self) -> None:
        table = Table()
        table.do("pick 1", "undo")
        assert table.why("place 1 1") == "no_die_picked"
        assert (table.manager.is_redo_available, len(table.manager.undo_commands())) == (True, 0)
        table.do("pick 2")
        assert not table.manager.is_redo_available

    def test_step_6_illegal_command_exception_with_all_messages(self) -> None:
        table = Table(9, frame={"1 1": "R1"})
        table.do("pick 2", "tool 9")
        with pytest.raises(IllegalCommand) as caught:
            table.do("place 2 2")
        assert caught.value.codes == ("tool_active", "adjacent_die")
        assert all(reason in str(caught.value) for reason in caught.value.reasons)


CARDS = {
    13: ("Color Diagonals", 1, {"r1c1": "R1", "r2c2": "R2", "r3c3": "R3"}, 3),
    14: ("Color Variety", 4, {"r1c1": "R1", "r1c3": "G2", "r2c2": "Y3", "r4c4": "B4", "r4c5": "P1"}, 4),
    15: ("Column Color Variety", 5, {"r1c1": "R1", "r2c1": "G1", "r3c1": "B1", "r4c1": "P1"}, 5),
    16: ("Column Shade Variety", 4, {"r1c1": "R1", "r2c1": "R2", "r3c1": "R3", "r4c1": "R4"}, 4),
    17: ("Dark Shades", 2, {"r1c1": "R5", "r1c2": "G6", "r1c3": "B6"}, 2),
    18: ("Light Shades", 2, {"r1c1": "R1", "r1c2": "G2"}, 2),
    19: ("Medium Shades", 2, {"r1c1": "R3", "r1c2": "G4"}, 2),
    20: ("Row Color Variety", 6, {"r1c1": "R1", "r1c2": "G1", "r1c3": "B1", "r1c4": "P1", "r1c5": "Y1"}, 6),
    21: ("Row Shade Variety", 5, {"r1c1": "R1", "r1c2": "R2", "r1c3": "R3", "r1c4": "R4", "r1c5": "R6"}, 5),
    22: ("Shade Variety", 5, {"r1c1": "R1", "r1c2": "R2", "r1c3": "R3", "r1c4": "R4", "r1c5": "R5", "r4c4": "R6"}, 5),
}
"""The public objectives by their ids: the name, the points of a pattern, and a frame with what it earns."""


class TestCardIds:
    def test_tools(self) -> None:
        assert [BOOK.tools[card].name for card in range(1, 13)] == [
            "Grozing Pliers", "Eglomise Brush", "Copper Foil Burnisher", "Lathekin", "Lens Cutter", "Flux Brush",
            "Glazing Hammer", "Running Pliers", "Cork-backed Straightedge", "Grinding Stone", "Flux Remover",
            "Tap Wheel",
        ]  # fmt: skip

    @pytest.mark.parametrize("card", CARDS)
    def test_public_objective(self, card: int) -> None:
        name, each, cells, points = CARDS[card]
        assert (BOOK.objectives[card].name, BOOK.objectives[card].points_per_pattern) == (name, each)
        assert BOOK.objectives[card].points(dice(**cells)) == points

    @pytest.mark.parametrize("color", list(Color))
    def test_private_objective(self, color: Color) -> None:
        card = 23 + "RGYBP".index(color.value)
        frame = dice(r1c1=f"{color.value}5", r1c2=f"{color.value}4", r1c3=f"{'RGYBP'[(card - 22) % 5]}6")
        wanted = (f"Shades of {color.label.capitalize()}", 9)
        assert (BOOK.privates[card].name, private_points(card, frame)) == wanted


def holds(table: Table, data: dict[str, Any], *args: int) -> bool:
    return not CONDITIONS.read(data, "test", Context()).test(table.state, args)


class TestConditions:
    @pytest.mark.parametrize(
        ("bound", "inside", "outside"),
        [
            ("dice_pool_size", 4, 5),
            ("round_track_size", 1, 2),
            ("tool_deck_size", 11, 12),
            ("maximum_shade", 5, 6),
            (3, 2, 3),
        ],
    )
    def test_arg_comparison(self, bound: object, inside: int, outside: int) -> None:
        table = Table(track="R1 G1")
        below = {"condition": "arg_comparison", "type_of_comparison": "smaller_than", "index": 0, "bound": bound}
        assert (holds(table, below, inside), holds(table, below, outside)) == (True, False)
        least = {**below, "type_of_comparison": "greater_than"}
        assert (holds(table, least, inside), holds(table, least, outside)) == (False, True)
        equal = {**below, "type_of_comparison": "equal_to"}
        assert (holds(table, equal, inside), holds(table, equal, outside)) == (False, True)
        lowest = {**least, "bound": "minimum_shade"}
        assert (holds(table, lowest, 0), holds(table, lowest, -1)) == (True, False)

    def test_die_picked(self) -> None:
        table = Table()
        assert holds(table, {"condition": "die_picked", "value": False})
        table.do("pick 1")
        assert holds(table, {"condition": "die_picked", "value": True})
        assert not holds(table, {"condition": "die_picked", "value": False, "or_passive_tool": True})

    def test_shade_comparison_is_strict(self) -> None:
        table = Table(pool="R1 G6 Y3 B4 P5")
        low = {"condition": "shade_comparison", "type_of_comparison": "greater_than", "bound": "minimum_shade"}
        assert not holds(table, low)
        table.do("pick 1")
        assert not holds(table, low)
        assert holds(table, {**low, "type_of_comparison": "equal_to"})
        assert holds(table, {**low, "type_of_comparison": "smaller_than", "bound": "maximum_shade"})

    def test_favor_points_check(self) -> None:
        assert holds(Table(2, favor=1), {"condition": "favor_points_check"}, 1)
        assert not holds(Table(2, favor=0), {"condition": "favor_points_check"}, 1)
        assert not holds(Table(2), {"condition": "favor_points_check"}, 7)

    @pytest.mark.parametrize("name", ["tool_not_activated", "tool_not_active"])
    def test_tool_not_activated_and_tool_not_active(self, name: str) -> None:
        table = Table(2)
        assert holds(table, {"condition": name})
        table.do("tool 2")
        assert not holds(table, {"condition": name})

    def test_die_placed(self) -> None:
        table = Table()
        table.do("pick 1", "place 1 1")
        assert holds(table, {"condition": "die_placed", "value": True})

    def test_first_turn_of_the_round(self) -> None:
        table = Table()
        assert holds(table, {"condition": "first_turn", "value": True})
        table.do("pass", "pass")
        assert holds(table, {"condition": "first_turn", "value": False})

    @pytest.mark.parametrize("kind", ["color", "shade"])
    @pytest.mark.parametrize("pool", ["round_track", "dice_moved", "dice_pool"])
    def test_share_three_pools_two_features_value_if_empty(self, pool: str, kind: str) -> None:
        table = Table(frame={"1 1": "R1", "1 2": "G2", "1 3": "P6"}, track="R1 R1", pool="R1 R1 R1 R1 R1")
        data = {"condition": "share", "object": kind, "pool": pool, "value_if_empty": True}
        if pool == "dice_moved":
            assert holds(table, data, 0, 1)
            assert not holds(table, {**data, "value_if_empty": False}, 0, 0)
        else:
            assert (holds(table, data, 0, 0), holds(table, data, 0, 1), holds(table, data, 3, 3)) == (
                True,
                False,
                False,
            )

    def test_free_slot(self) -> None:
        table = Table(frame={"1 1": "R1"})
        data = {"condition": "free_slot", "row_index": 0, "column_index": 1, "value": True}
        assert (holds(table, data, 0, 0), holds(table, data, 0, 1), holds(table, data, 9, 9)) == (False, True, False)

    def test_move(self) -> None:
        table = Table(frame={"1 1": "R1", "1 2": "G2", "1 3": "R3"})
        data = {"condition": "move_rule_check", "placing": True, "color": True, "shade": True}
        assert not holds(table, data, 0, 0, 1, 2)
        assert holds(table, {**data, "color": False}, 0, 0, 1, 2)
        assert not holds(table, data, 3, 3, 0, 0)

    def test_not_die_already_moved(self) -> None:
        table = Table(4, frame={"1 1": "R1", "1 2": "G2", "1 3": "B3"})
        table.do("tool 4", "move 1 1 2 3")
        data = {"condition": "not_die_already_moved"}
        assert [holds(table, data, *where) for where in ((1, 2), (0, 1), (3, 3))] == [False, True, True]

    def test_number_of_dice_moved(self) -> None:
        table = Table(4, frame={"1 1": "R1", "1 2": "G2", "1 3": "B3"})
        data = {"condition": "num_of_dice_moved", "type_of_comparison": "equal_to", "bound": 1}
        assert not holds(table, data)
        table.do("tool 4", "move 1 1 2 3")
        assert holds(table, data)

    def test_place(self) -> None:
        table = Table()
        data = {"condition": "placing_rule_check", "placing": True, "color": True, "shade": True}
        assert not holds(table, data, 0, 0)
        table.do("pick 1")
        assert (holds(table, data, 0, 0), holds(table, data, 1, 1)) == (True, False)

    def test_valid_coordinates(self) -> None:
        table = Table()
        tried = [(3, 4), (4, 0), (0, 5), (-1, 0), (3, 4, 0, 5)]
        assert [holds(table, {"condition": "valid_coordinates"}, *one) for one in tried] == [
            True,
            False,
            False,
            False,
            False,
        ]

    def test_there_are_fifteen_of_the_guide_and_two_of_ours(self) -> None:
        assert len(CONDITIONS) == 17
        assert {"not_adjacent", "pays_with_color"} <= set(CONDITIONS)


@pytest.mark.parametrize(("argument", "shade"), [("increase", 3), ("decrease", 1), ("flip", 5), ("no_constraint", 4)])
def test_set_shade_of_picked_die(argument: str, shade: int) -> None:
    table = Table()
    table.do("pick 2")
    draft = table.state.draft()
    data = {"instruction": "set_shade_of_picked_die", "argument": argument}
    INSTRUCTIONS.read(data, "test", Context()).change(draft, (3,))
    assert draft.picked & 7 == shade


def test_there_are_fifteen_instructions_of_the_guide_and_one_of_ours() -> None:
    assert len(INSTRUCTIONS) == 16
    with pytest.raises(BadCards, match="unknown instruction"):
        INSTRUCTIONS.read({"instruction": "dance"}, "test", Context())
