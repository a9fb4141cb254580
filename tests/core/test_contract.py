"""The contract between Boardwright and a game: what follows from a position's fields, and which names are taken."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import new_class
from typing import Self

import pytest

from boardwright.core.game import Game
from boardwright.core.hooks import misspelled
from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.view import Open
from boardwright.kit import check

FINAL = ("legal_moves", "refusal", "play", "take", "parse", "replace")


class Pile(Position[str, Open], frozen=True):
    """Take one or two from a pile; the last one wins."""

    left: int = 5
    moved: int = 0
    seats = 2

    @cached_property
    def actors(self) -> tuple[int, ...]:
        return (self.moved % 2,) if self.left else ()

    def all_moves(self) -> tuple[str, ...]:
        return ("1", "2")

    def choices(self, seat: int) -> tuple[str, ...]:
        self.__dict__["asked"] = self.__dict__.get("asked", 0) + 1
        return self.all_moves()[: self.left]

    def after(self, move: str, seat: int) -> Self:
        return self.replace(left=self.left - int(move), moved=self.moved + 1)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome.highest((self.moved % 2, 1 - self.moved % 2), "empty")

    def validate(self) -> None:
        if not 0 <= self.left <= 5:
            raise ValueError(f"the pile has {self.left} stones, not 0 to 5")


class Piles(Game[Pile, str, Open, Options]):
    name, title, summary, seats = "piles", "Piles", "Take stones.", range(2, 3)

    def start(self, seats: int, options: Options) -> Pile:
        return Pile()


PILES = Piles()


def test_fields_are_the_value_and_memory_is_not() -> None:
    position, fresh = Pile().play("2"), Pile(3, 1)
    assert position.actors == (1,)
    assert position.__dict__
    assert not fresh.__dict__
    assert position == fresh
    assert hash(position) == hash(fresh)
    for twin in (pickle.loads(pickle.dumps(position)), PILES.decode(PILES.encode(position))):
        assert twin == position
        assert not twin.__dict__
    assert copy.copy(position) is position
    assert copy.deepcopy([position])[0] is position


def test_choices_are_asked_once_however_often_moves_are() -> None:
    position = Pile()
    for _ in range(3):
        position.legal_moves()
        position.refusal("1", 0)
        position.play("1")
    assert position.__dict__["asked"] == 1


def test_the_four_types_of_a_game_are_its_type_arguments() -> None:
    assert (PILES.Position, PILES.Move, PILES.Options) == (Pile, str, Options)


def test_a_position_from_elsewhere_is_validated() -> None:
    with pytest.raises(BadOptions, match="Not a position of Piles: the pile has 9 stones"):
        PILES.decode({"left": 9, "moved": 0})
    with pytest.raises(BadOptions, match="Not a position of Piles: Expected `int`"):
        PILES.decode({"left": "many"})


def test_refusals_name_the_turn_the_rule_and_the_end() -> None:
    refusals = [Pile().refusal("1", 1), Pile(1).refusal("2"), Pile(0).refusal("1")]
    assert [refusal and refusal.code for refusal in refusals] == ["not_your_turn", "illegal", "game_over"]
    with pytest.raises(IllegalMove, match="try 1"):
        Pile(1).play("2")
    with pytest.raises(Unreadable, match="'three' is not a move here; moves look like `1`, `2`"):
        Pile().parse("three")


@pytest.mark.parametrize("name", FINAL)
def test_a_helper_cannot_replace_what_boardwright_calls(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Shadow\.{name} would replace Position\.{name}.*another name"):
        new_class("Shadow", (Pile,), {"frozen": True}, lambda body: body.update({name: lambda self, seat, row: None}))


def test_a_field_cannot_replace_what_boardwright_calls() -> None:
    with pytest.raises(TypeError, match=r"Shadow\.take would replace"):
        new_class("Shadow", (Pile,), {"frozen": True}, lambda body: body.update(__annotations__={"take": int}, take=0))


@pytest.mark.parametrize("name", ["view", "read", "game", "choices"])
def test_a_field_cannot_have_the_name_of_a_method(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Shadow\.{name} would replace"):
        new_class(
            "Shadow", (Pile,), {"frozen": True}, lambda body: body.update(__annotations__={name: int}, **{name: 0})
        )


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An importable package `stones` whose game is Piles."""
    folder = tmp_path / "stones"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from tests.core.test_contract import Piles\nclass Stones(Piles):\n    name = 'stones'\nGAME = Stones()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "stones"]:
        del sys.modules[name]


def test_a_module_of_the_package_provides_the_method_of_its_name(package: Path) -> None:
    (package / "bot.py").write_text("def evaluate(position, seat):\n    return 0.25\n")
    game = import_module("stones").GAME
    assert game.evaluate(Pile(), 0) == 0.25
    assert game.move_prior("1", Pile()) == 0.0, "the default serves where the module has no such function"
    assert "stones.perft" not in sys.modules
    assert game.perfts() == ()


def test_a_misspelled_function_is_reported_and_not_ignored(package: Path) -> None:
    (package / "bot.py").write_text("def evalute(position, seat):\n    return 0.25\n\n\ndef _evaluat():\n    pass\n")
    game = import_module("stones").GAME
    assert list(misspelled(game)) == [("bot", "evalute", "evaluate")]
    failure = check(game, games=1, laws=("complete",)).failures[0]
    assert failure.text == "bot.py defines evalute, which nothing calls; Game has a method evaluate."


def test_a_broken_module_is_not_taken_for_a_missing_one(package: Path) -> None:
    (package / "bot.py").write_text("import nonesuch\n")
    game = import_module("stones").GAME
    with pytest.raises(ModuleNotFoundError, match="nonesuch"):
        game.evaluate(Pile(), 0)
