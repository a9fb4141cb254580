"""Custom cards from strangers: how much they may make the server compile, try and keep."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.card_data import Expression, rule
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.actions import actions
from boardwright.games.sagrada.options import CUSTOM_CARDS
from boardwright.games.sagrada.playout import _kinds
from boardwright.games.sagrada.rulebook import rulebook
from tests.games.present import present
from tests.games.sagrada.test_cards import DARKENING


def tools(cards: int, commands: int, reg_exp: str = r"go \d \d \d \d", **more: Any) -> str:
    """Custom cards with that many commands each, packed tightly; those of the default have 400 moves each."""
    place = {"condition": "valid_coordinates"}
    opened = [{"reg_exp": reg_exp, "undoable": True, "conditions": [place], "instructions": []}] * commands
    made = [{**DARKENING, "id": 100 + number, "commands": opened, **more} for number in range(cards)]
    return json.dumps({"tool_cards": made}, separators=(",", ":"))


def test_own_cards_may_not_have_more_moves_than_the_limit_even_if_they_are_the_same() -> None:
    with pytest.raises(BadOptions, match=r"the commands have 5,902 moves together; at most 5,000 are allowed"):
        GAME.read_options({"cards": tools(2, 5)})
    assert len(GAME.actions(2, GAME.read_options({"cards": tools(1, 7)})).moves) < 5_000


@pytest.mark.parametrize(
    "cards",
    [
        tools(1, 600, "a"),
        tools(300, 0),
        tools(40, 8, "a [12] [23] [34] [45] [56]"),
        tools(40, 8, "a 0123"),
        tools(40, 8, "a", name=7),
        tools(40, 8, "a", activator=None),
    ],
)
def test_of_too_many_own_cards_only_a_few_are_compiled(cards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def counted(pattern: str, largest: int) -> Expression:
        compiled.append(pattern)
        return Expression(pattern, largest)

    monkeypatch.setattr(rule, "Expression", counted)
    with pytest.raises(BadOptions, match="more than 1,500 numbers, conditions and instructions"):
        GAME.read_options({"cards": cards})
    assert len(compiled) < 150


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"name": "x" * 81}, "length <= 80 - at `\\$.name`"),
        ({"description": "x" * 401}, "length <= 400 - at `\\$.description`"),
        ({"commands": [DARKENING["commands"][0]] * 11}, "length <= 10 - at `\\$.commands`"),
        ({"activator": {"undoable": True, "conditions": [{}] * 21, "instructions": []}}, "length <= 20"),
    ],
)
def test_each_part_of_a_card_has_a_limit(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadOptions, match=problem):
        GAME.read_options({"cards": json.dumps({"tool_cards": [{**DARKENING, **more}]})})


def test_matches_in_memory_keep_their_cards_compiled() -> None:
    kept = [GAME.read_options({"cards": json.dumps({"windows": [], "solo_colors": {"red": [n]}})}) for n in range(40)]
    assert len({id(options.book) for options in kept}) == 40
    before = rulebook.cache_info().misses
    for options in kept:
        GAME.begin(2, options).view(0)
    assert rulebook.cache_info().misses == before


def test_own_cards_may_not_be_longer_than_the_limit(tmp_path: Path) -> None:
    long = json.dumps(
        {"windows": [{"name": str(number), "difficulty": 3, "rows": ["....."] * 4} for number in range(999)]}
    )
    with pytest.raises(BadOptions, match=r"[0-9]{2},[0-9]{3} characters; at most 65,536"):
        GAME.read_options({"cards": long})
    (tmp_path / "long.json").write_text(long)
    with pytest.raises(BadOptions, match="at most 65,536"):
        GAME.Options.read_local({"cards": str(tmp_path)})
    assert "at most 65,536" in CUSTOM_CARDS.check(tmp_path)[0]


def test_what_is_remembered_of_own_cards_is_bounded() -> None:
    for remembered in (rulebook, actions, _kinds):
        assert present(remembered.cache_info().maxsize) <= 4096
