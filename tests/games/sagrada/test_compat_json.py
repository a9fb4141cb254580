"""The JSON of the model, one to one, and the match underneath."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardwright
from boardwright.games import sagrada
from boardwright.games.sagrada.compat.data import GameData, read_data
from boardwright.games.sagrada.compat.deck import (
    Deck,
    private_objective_deck,
    public_objective_deck,
    tool_deck,
    window_frame_deck,
)
from boardwright.games.sagrada.compat.die import Color, Die, RandomDiceBag, Shade, read_bag, read_die
from boardwright.games.sagrada.compat.frame import Coordinate, WindowFrame
from boardwright.games.sagrada.compat.game import Game
from boardwright.games.sagrada.compat.manager import IllegalCommand
from boardwright.games.sagrada.compat.player import read_turns
from boardwright.games.sagrada.compat.track import RoundTrack, read_track
from boardwright.games.sagrada.position import SagradaPosition
from tests.games.sagrada.play import PLAIN
from tests.games.sagrada.test_compat import new_game, pass_turns

RED, BLUE = Die(Color.RED, Shade.ONE, 0), Die(Color.BLUE, Shade.SIX, 8)
HERE, THERE, OUTSIDE = Coordinate(0, 0), Coordinate(3, 4), Coordinate(9, 9)


def play_some(game: Game, commands: int, seed: int = 4) -> None:
    rng = Random(seed)
    for _ in range(commands):
        moves = [str(move) for move in read_data(game.get_data()).position.legal_moves() if str(move) != "return"]
        if moves:
            game.execute_command(str(game.get_current_player()), rng.choice(moves))
        else:
            game.undo_command()


def with_bag(change: Callable[[list[Any]], list[Any]]) -> dict[str, Any]:
    data = new_game().get_data()
    data["dice_bag"]["dice"] = change(data["dice_bag"]["dice"])
    return data


class TestDice:
    def test_dice_with_the_same_id_are_equal(self) -> None:
        turned = BLUE.showing(Shade.ONE)
        assert turned == BLUE
        assert hash(turned) == hash(BLUE)
        assert Die(Color.BLUE, Shade.SIX, 13) != BLUE
        assert BLUE != "B6"

    @pytest.mark.parametrize("shade", [True, 1.0, "1", 0, 7, None])
    def test_a_shade_is_a_whole_number_from_1_to_6(self, shade: object) -> None:
        with pytest.raises(ValueError, match="shade"):
            read_die({"color": "red", "shade": shade, "id": 0})


class TestBag:
    def test_dice_of_the_bag_keep_their_order_and_shade(self) -> None:
        data = with_bag(lambda dice: [{**die, "shade": 4} for die in reversed(dice)])
        assert read_data(data).to_json() == data
        assert Game(read_data(data), Random(1)).get_data() == data

    def test_a_drawn_die_leaves_the_others_in_their_order(self) -> None:
        data = with_bag(lambda dice: [{**die, "shade": 4} for die in reversed(dice)])
        game = Game(read_data(data), Random(1))
        pass_turns(game, 4)
        left = game.get_data()["dice_bag"]["dice"]
        assert len(left) == 80
        assert left == [die for die in data["dice_bag"]["dice"] if die in left]

    def test_a_die_put_back_by_a_tool_lies_in_the_bag_as_it_was(self) -> None:
        data = new_game().get_data()
        data["tools"] = [{"id": 11, "name": "", "description": "", "favor_points": 0}]
        game = Game(read_data(data), Random(3))
        game.execute_command("anna", "pick 1")
        before = game.get_data()
        game.execute_command("anna", "tool 11")
        after = game.get_data()
        assert after["picked_die"] != before["picked_die"]
        assert after["dice_bag"]["dice"][-1] == before["picked_die"]
        game.undo_command()
        assert game.get_data() == before
        game.redo_command()
        assert game.get_data() == after

    def test_a_die_twice_in_the_bag_is_refused(self) -> None:
        with pytest.raises(ValueError, match="twice"):
            read_data(with_bag(lambda dice: [*dice, dice[0]]))

    def test_a_bag_is_read_back_from_its_json(self) -> None:
        bag = RandomDiceBag(Random(1))
        bag.pick(7)
        data = json.loads(json.dumps(bag.to_json()))
        assert RandomDiceBag(Random(1), read_bag(data)).to_json() == data
        nonsense: tuple[Any, ...] = ([], {}, {"dice": 5}, {"dice": [5]}, {"dice": data["dice"][:1] * 2})
        for wrong in nonsense:
            with pytest.raises(ValueError, match=r"."):
                read_bag(wrong)

    def test_a_die_put_back_is_rolled_and_mixed_in(self) -> None:
        places = set()
        for seed in range(20):
            bag = RandomDiceBag(Random(seed), [BLUE])
            bag.insert(RED)
            places.add([die["id"] for die in bag.to_json()["dice"]].index(0))
        assert places == {0, 1}


class TestDecks:
    @pytest.mark.parametrize("make", [private_objective_deck, public_objective_deck, tool_deck, window_frame_deck])
    def test_a_deck_is_read_back_from_its_json(self, make: Callable[..., Deck[Any]]) -> None:
        deck = make(Random(1))
        deck.draw(2)
        data = json.loads(json.dumps(deck.to_json()))
        again = make(Random(1), data)
        assert len(again) == len(deck)
        assert again.to_json() == data
        nonsense: tuple[Any, ...] = ([], {}, {"cards": 5}, {"cards": [{"id": 99}]}, {"cards": data["cards"][:1] * 2})
        for wrong in nonsense:
            with pytest.raises(ValueError, match=r"."):
                make(Random(1), wrong)


class TestTurns:
    def test_turns_are_read_back_from_their_json(self) -> None:
        game = new_game(seats=3)
        for _ in range(9):
            data = game.get_data()["turn_manager"]
            turns = read_turns(json.loads(json.dumps(data)))
            assert turns.to_json() == data
            assert turns.current_player == game.get_current_player()
            game.execute_command(str(game.get_current_player()), "pass")

    @pytest.mark.parametrize(
        ("key", "value", "said"),
        [
            ("round_starting", False, "round_starting"),
            ("round_ending", True, "round_ending"),
            ("round_starting", 1, "round_starting"),
            ("first_player_index", 1, "first_player_index"),
            ("first_player_index", True, "first_player_index"),
            ("turn_index", 9, "turn_index"),
            ("turn_index", -1, "turn_index"),
            ("turn_index", "0", "turn_index"),
            ("player_turns", ["anna", "zoe"], "player_turns"),
            ("player_turns", [], "player_turns"),
            ("players", [], "2 to 4"),
        ],
    )
    def test_contradictions_are_refused_not_rewritten(self, key: str, value: object, said: str) -> None:
        data = new_game().get_data()
        data["turn_manager"][key] = value
        with pytest.raises(ValueError, match=said):
            read_data(data)


class TestFrames:
    def test_nothing_is_outside(self) -> None:
        frame = WindowFrame(PLAIN)
        assert (frame.die_at(OUTSIDE), frame.color_at(OUTSIDE), frame.shade_at(OUTSIDE)) == (None, None, None)

    def test_an_occupied_cell_takes_no_second_die(self) -> None:
        frame = WindowFrame(PLAIN).with_die(HERE, RED)
        with pytest.raises(ValueError, match="occupied"):
            frame.with_die(HERE, BLUE)
        with pytest.raises(ValueError, match="outside"):
            frame.with_die(OUTSIDE, BLUE)

    def test_a_die_moves(self) -> None:
        frame = WindowFrame(PLAIN).with_die(HERE, RED).move(HERE, THERE)
        assert (frame.die_at(HERE), frame.die_at(THERE)) == (None, RED)

    @pytest.mark.parametrize(
        ("start", "target", "said"),
        [(THERE, HERE, "no die"), (HERE, HERE, "occupied"), (HERE, OUTSIDE, "outside"), (OUTSIDE, HERE, "outside")],
    )
    def test_a_move_needs_a_die_and_a_free_cell(self, start: Coordinate, target: Coordinate, said: str) -> None:
        with pytest.raises(ValueError, match=said):
            WindowFrame(PLAIN).with_die(HERE, RED).move(start, target)

    @pytest.mark.parametrize(("key", "value"), [("difficulty", "3"), ("difficulty", 3.5), ("name", 5), ("extra", 1)])
    def test_what_could_not_be_written_back_is_refused(self, key: str, value: object) -> None:
        data = new_game().get_data()
        data["turn_manager"]["players"][0]["window_frame"][key] = value
        with pytest.raises(ValueError, match=key):
            read_data(data)


class TestTrack:
    def test_the_dice_left_over_go_to_the_slot_of_the_round(self) -> None:
        track = RoundTrack(1, (), (0,) * 10).put([RED, BLUE])
        assert (track.current_round_number, track.slot(1), track.visible(1)) == (2, (RED, BLUE), BLUE)
        assert read_track(track.to_json()).to_json() == track.to_json()
        with pytest.raises(ValueError, match="ten rounds"):
            RoundTrack(11, (), (0,) * 10).put([RED])

    def test_a_die_of_the_track_is_swapped(self) -> None:
        track, taken = RoundTrack(1, (), (0,) * 10).put([RED]).swap(0, BLUE)
        assert (taken, track.all_dice) == (RED, (BLUE,))
        for place in (-1, 1):
            with pytest.raises(ValueError, match="no die"):
                track.swap(place, RED)

    def test_a_die_that_lies_on_the_track_is_not_swapped_in(self) -> None:
        track = RoundTrack(1, (), (0,) * 10).put([RED, BLUE])
        for die in (RED, BLUE):
            with pytest.raises(ValueError, match=f"Die {die.id} lies on the round track already"):
                track.swap(0, die)


class TestUnknownKeys:
    @pytest.mark.parametrize("path", [(), ("turn_manager",), ("round_track",), ("dice_bag",), ("tools", 0)])
    def test_an_unknown_key_is_refused_because_it_could_not_be_written_back(self, path: tuple[Any, ...]) -> None:
        data = deepcopy(new_game().get_data())
        place = data
        for key in path:
            place = place[key]
        place["weather"] = "fine"
        with pytest.raises(ValueError, match="weather"):
            read_data(data)


class TestMatch:
    def test_undo_stacks_are_public_and_the_same_json_as_the_data(self) -> None:
        game = new_game()
        seen = [game.get_data()]
        for command in ("pick 1", "place 1 1"):
            try:
                game.execute_command("anna", command)
            except IllegalCommand:
                game.execute_command("anna", "place 4 5")
            seen.append(game.get_data())
        assert game.get_undo_commands() == seen[:2]
        game.undo_command()
        game.undo_command()
        assert game.get_undo_commands() == []
        assert game.get_redo_commands() == [seen[2], seen[1]]

    def test_undo_stacks_keep_the_secrets_from_a_player(self) -> None:
        game = new_game()
        game.execute_command("anna", "pick 1")
        game.undo_command()
        for data in (*game.get_redo_commands("bert"), *game.get_undo_commands("bert")):
            assert "dice_bag" not in data
            assert data["turn_manager"]["players"][0]["private_objective"] is None

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_every_game_is_a_match_whose_record_is_verified_and_opened_elsewhere(self, seats: int) -> None:
        game = new_game(seats=seats)
        play_some(game, 150)
        game.undo_command()
        record = game.get_record()
        assert "all moves legal" in boardwright.verify(record)
        match = boardwright.load(record)
        assert match.header.players == ("anna", "bert", "cleo", "dora")[:seats]
        data = game.get_data()
        assert isinstance(match.position, SagradaPosition)
        assert GameData(match.position, match.header.players, read_bag(data["dice_bag"])).to_json() == data

    def test_the_record_of_a_game_that_was_played_to_its_end(self) -> None:
        game = new_game()
        pass_turns(game, 40)
        match = boardwright.load(game.get_record())
        assert match.is_over
        scores = [player["score"] for player in game.get_score()["players"]]
        assert match.outcome is not None
        assert list(match.outcome.scores) == scores

    def test_the_last_command_of_a_game_can_be_undone_and_redone(self) -> None:
        game = new_game()
        seen = []
        for _ in range(40):
            seen.append(game.get_data())
            game.execute_command(str(game.get_current_player()), "pass")
        end = game.get_data()
        for data in reversed(seen[-3:]):
            game.undo_command()
            assert game.get_data() == data
            assert game.is_redo_available()
            assert boardwright.verify(game.get_record())
        for data in (*seen[-2:], end):
            game.redo_command()
            assert game.get_data() == data
        assert not game.is_redo_available()
        game.undo_command()
        game.execute_command(str(game.get_current_player()), "pick 1")
        assert not game.is_redo_available()

    def test_a_game_loaded_in_the_middle_of_a_turn_has_a_record_too(self) -> None:
        game = new_game()
        game.execute_command("anna", "pick 1")
        loaded = Game(read_data(game.get_data()), Random(1))
        loaded.run_out_of_time()
        assert boardwright.load(loaded.get_record()).position == read_data(loaded.get_data()).position

    def test_time_does_not_run_out_after_the_end(self) -> None:
        game = new_game()
        pass_turns(game, 40)
        with pytest.raises(IllegalCommand, match="over"):
            game.run_out_of_time()


def test_no_module_of_the_game_imports_this_interface() -> None:
    folder = Path(sagrada.__file__).parent
    importing = [path.name for path in folder.glob("*.py") if "sagrada.compat" in path.read_text("utf-8")]
    assert importing == []
