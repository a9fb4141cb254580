"""Saved positions: what is read back, and what is refused."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada import GAME
from tests.games.sagrada.play import Table


def saved(*commands: str) -> dict[str, Any]:
    table = Table(1, 6, 12, frame={"1 1": "R1"}, track="P6")
    table.do(*commands)
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.encode(table.position)))
    return data


def test_what_was_saved_is_read_back() -> None:
    for commands in ([], ["pick 1"], ["pick 1", "tool 1"], ["tool 12"]):
        data = saved(*commands)
        position = GAME.decode(data)
        again = msgspec.json.decode(msgspec.json.encode(GAME.encode(position)))
        assert again == data
        assert GAME.decode(again) == position


@pytest.mark.parametrize("data", [None, 5, "x", [], {}, {"state": {}}, {"options": {}, "state": {}}])
def test_nonsense_is_refused(data: Any) -> None:
    with pytest.raises(BadOptions):
        GAME.decode(data)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("seats", 9, r"<= 4 - at `\$\.state\.seats`"),
        ("favor", [1], "favor must have an entry for each"),
        ("favor", [-1, 3], r">= 0 - at `\$\.state\.favor"),
        ("frames", [[0] * 20, [0] * 19], r"length >= 20 - at `\$\.state\.frames"),
        ("public", [13, 13, 14], "different cards"),
        ("tools", [1, 6, 99], "different cards"),
        ("points", [0], "number of points"),
        ("active", 77, "no tool 77"),
        ("pool", [9, 9], "two places"),
        ("pool", [7], "a shade from 1 to 6"),
        ("picked", 10**9, r"<= 719 - at `\$\.state\.picked"),
        ("bag", {"kinds": [*"RGYBP"], "left": [1 << 20, 0, 0, 0, 0]}, "18 dice of each color"),
        ("bag", {"kinds": [*"RGYBP"], "left": [-1, 0, 0, 0, 0]}, "18 dice of each color"),
        ("bag", {"kinds": [*"RGYBP"], "left": [0, 0, 0, 0]}, "18 dice of each color"),
        ("bag", {"kinds": [*"RGYB"], "left": [0, 0, 0, 0]}, "18 dice of each color"),
        ("bag", {"kinds": [*"RGYBP"], "left": [0, 0, 0, 0, 0]}, "90 dice"),
        ("round", 44, r"<= 11 - at `\$\.state\.round"),
        ("round", 0, "nothing is played"),
        ("order", [0, 0, 0, 1], "two turns"),
        ("turn", 4, "no turn 4"),
        ("slots", [], "round track"),
        ("waiting", "rain", r"\'rain\' - at `\$\.state\.waiting"),
        ("waiting", "roll", "no die to roll"),
        ("waiting", "die", "cannot be filled"),
        ("rolled", 50, "roll again"),
        ("windows", [None, None], "every seat needs a window"),
        ("then", {"command": "fly", "index": 0, "args": []}, "no such command"),
    ],
)
def test_a_position_that_cannot_be_is_refused(key: str, value: Any, said: str) -> None:
    data = saved()
    data["state"][key] = value
    with pytest.raises(BadOptions, match=said):
        GAME.decode(data)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("privates", [{"cards": [23]}], "privates must have an entry"),
        ("privates", [{"cards": [23]}, {"cards": [23]}], "different cards"),
        ("privates", [{"cards": [23]}, {"cards": [5]}], "different cards"),
        ("privates", [{"cards": [23]}, {"down": 1}], "face down"),
        ("privates", [{"cards": [23, 24]}, {}], "too many"),
        ("undealt", {"cards": [25]}, "all of them"),
        ("chosen", [{}], "chosen must have an entry"),
        ("chosen", [{"cards": [7]}, {}], "no such window"),
        ("chosen", [{"cards": [1]}, {}], "choosing a window"),
    ],
)
def test_hidden_cards_that_cannot_be_are_refused(key: str, value: Any, said: str) -> None:
    data = saved()
    data[key] = value
    with pytest.raises(BadOptions, match=said):
        GAME.decode(data)


def test_any_value_in_any_place_is_read_or_refused() -> None:
    rng = Random(1)
    whole = saved("pick 1")
    values: tuple[Any, ...] = (None, -1, 0, 1, 7, 10**6, "", "x", [], [0], [[]], {}, True, 0.5)
    for key in whole["state"]:
        for value in values:
            data = deepcopy(whole)
            data["state"][key] = value
            try:
                position = GAME.decode(data)
            except BadOptions:
                continue
            for seat in (None, 0, 1):
                GAME.text(position.view(seat))
            for _ in range(30):
                if position.chance is not None:
                    position = position.take(position.chance.sample(rng))
                elif position.actors:
                    seat = position.actors[0]
                    position = position.play(rng.choice(list(position.legal_moves(seat))), seat)
