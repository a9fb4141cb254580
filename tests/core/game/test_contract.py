"""The contract between Boardwright and a game: what follows from a position's fields, and which names are taken."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from types import new_class
from typing import Annotated, Any, Self

import pytest

from boardwright.core.game.game import Game
from boardwright.core.moves import Move, Number, move, require
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.rules.hooks import misspelled
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.core.search.heuristics import Heuristics
from boardwright.kit import check

FINAL = ("legal_moves", "refusal", "play", "take", "parse", "replace")


class Pile(Position[Move, Open], frozen=True):
    """Take one or two from a pile; the last one wins."""

    left: int = 5
    moved: int = 0
    seats = 2

    @cached_property
    def actors(self) -> tuple[int, ...]:
        return (self.moved % 2,) if self.left else ()

    @move("{number}")
    def take_some(self, number: Annotated[int, Number(1, 2)]) -> Self:
        """Take {number}."""
        require(number <= self.left, "too_many", "{number} are not left.")
        return self.replace(left=self.left - number, moved=self.moved + 1)

    def legal(self, seat: int) -> tuple[Move, ...]:
        self.__dict__["asked"] = self.__dict__.get("asked", 0) + 1
        return TAKES[: self.left]

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome.highest((self.moved % 2, 1 - self.moved % 2), "empty")

    def problems(self) -> Iterator[str]:
        if not 0 <= self.left <= 5:
            yield f"the pile has {self.left} stones, not 0 to 5"


TAKES: tuple[Move, ...] = (Pile.take_some(1), Pile.take_some(2))


class Piles(Game[Pile, Options]):
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


def test_legal_moves_are_listed_once_and_not_for_play_or_a_refusal() -> None:
    position = Pile()
    for number in range(3):
        position.refusal("1", 0)
        position.play("1")
        assert position.__dict__.get("asked", 0) == min(number, 1)
        assert position.legal_moves() == TAKES


def test_the_types_of_a_game_are_its_type_arguments() -> None:
    assert (PILES.Position, PILES.Options, Pile.moves.kinds) == (Pile, Options, (Pile.take_some,))


def test_a_position_from_elsewhere_is_validated() -> None:
    with pytest.raises(BadOptions, match="Not a position of Piles: the pile has 9 stones"):
        PILES.decode({"left": 9, "moved": 0})
    with pytest.raises(BadOptions, match="Not a position of Piles: Expected `int`"):
        PILES.decode({"left": "many"})


def test_refusals_name_the_turn_the_rule_and_the_end() -> None:
    refusals = [Pile().refusal("1", 1), Pile(1).refusal("2"), Pile(0).refusal("1")]
    assert [refusal and refusal.code for refusal in refusals] == ["not_your_turn", "too_many", "game_over"]
    with pytest.raises(IllegalMove, match="2 are not left"):
        Pile(1).play("2")
    with pytest.raises(Unreadable, match=r"'three' is not a move here: .*; moves look like `1`"):
        Pile().parse("three")


@pytest.mark.parametrize("name", FINAL)
def test_a_helper_cannot_replace_what_boardwright_calls(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Shadow\.{name} would replace Position\.{name}.*another name"):
        new_class("Shadow", (Pile,), {"frozen": True}, lambda body: body.update({name: lambda self, seat, row: None}))


@pytest.mark.parametrize("name", ["take", "view", "legal", "zones", "apply"])
def test_a_field_cannot_have_the_name_of_a_method(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Shadow\.{name} would replace"):
        new_class(
            "Shadow", (Pile,), {"frozen": True}, lambda body: body.update(__annotations__={name: int}, **{name: 0})
        )


def test_types_of_moves_have_one_base() -> None:
    base: Any = Position
    with pytest.raises(TypeError, match="Told names str: moves are of types with the base Move"):
        new_class("Told", (base[str, Open],), {"frozen": True})


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an importable package `stones` whose game is Piles."""
    folder = tmp_path / "stones"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from tests.core.game.test_contract import Piles\nclass Stones(Piles):\n    name = 'stones'\nGAME = Stones()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "stones"]:
        del sys.modules[name]


def test_a_module_of_the_package_provides_the_method_of_its_name(package: Path) -> None:
    (package / "view.py").write_text("def prompt(view):\n    return 'Take a stone.'\n")
    game = import_module("stones").GAME
    assert game.prompt(Pile().view(0)) == "Take a stone."
    assert "stones.perft" not in sys.modules
    assert game.perfts() == (), "the default serves where the package has no such module"


HEURISTICS = """
from boardwright.core.search.heuristics import Heuristics
class StonesHeuristics(Heuristics):
    def evaluate(self, position, seat):
        return 0.25
"""


def test_the_bot_module_of_the_package_has_one_object_for_bots(package: Path) -> None:
    (package / "bot.py").write_text(f"{HEURISTICS}BOT = StonesHeuristics()\n")
    game = import_module("stones").GAME
    assert "stones.bot" not in sys.modules, "it is imported at the first use"
    assert (game.bot.evaluate(Pile(), 0), game.bot.has_evaluation) == (0.25, True)
    assert game.bot.prior("1", Pile()) == 0.0, "the default serves where the class has no such method"
    assert game.bot.playout(Pile(), Random(1)) is None
    assert not Piles().bot.has_evaluation


def test_a_class_in_the_place_of_the_object_for_bots_is_named(package: Path) -> None:
    (package / "bot.py").write_text(f"{HEURISTICS}BOT = StonesHeuristics\n")
    with pytest.raises(TypeError, match=r"stones: BOT in bot\.py is .*StonesHeuristics.*, not an object"):
        _ = import_module("stones").GAME.bot


def test_an_attribute_of_the_game_wins_over_the_bot_module(package: Path) -> None:
    (package / "bot.py").write_text(f"{HEURISTICS}BOT = StonesHeuristics()\n")
    own = Heuristics[Pile]()
    assert type("Own", (type(import_module("stones").GAME),), {"bot": own})().bot is own


def test_an_evaluation_outside_the_object_for_bots_is_not_ignored(package: Path) -> None:
    (package / "bot.py").write_text("def evaluate(position, seat):\n    return 0.25\n")
    with pytest.raises(TypeError, match=r"stones: nothing asks evaluate of bot\.py: make it a member of a subclass"):
        _ = import_module("stones").GAME.bot


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("lesson", "write a function lesson in lesson.py of the game's package"),
        ("score_table", "write a function score_table in bot.py"),
    ],
)
def test_a_method_that_nothing_asks_is_refused_with_its_home(name: str, home: str) -> None:
    with pytest.raises(TypeError, match=f"^Nothing asks Odd.{name}: {home}"):
        type("Odd", (Piles,), {name: lambda self: None})


def test_every_name_of_a_game_is_counted() -> None:
    names = {name for kind in Game.__mro__ for name in (*vars(kind), *vars(kind).get("__annotations__", ()))}
    assert len([name for name in names if not name.startswith("_")]) <= 35


def test_a_misspelled_function_is_reported_and_not_ignored(package: Path) -> None:
    (package / "bot.py").write_text("def term(position, seat):\n    return ()\n\n\ndef _terme():\n    pass\n")
    game = import_module("stones").GAME
    assert list(misspelled(game)) == [("bot", "term", "terms")]
    failure = check(game, games=1, laws=("complete",)).failures[0]
    assert failure.text == "bot.py defines term, which nothing calls; the hook is called terms."


def test_a_broken_module_is_not_taken_for_a_missing_one(package: Path) -> None:
    (package / "bot.py").write_text("import nonesuch\n")
    game = import_module("stones").GAME
    with pytest.raises(ModuleNotFoundError, match="nonesuch"):
        _ = game.bot
