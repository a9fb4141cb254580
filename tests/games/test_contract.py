"""The contract between Boardwright and its games: the names a position has, and which of them a game answers."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game, names
from boardwright.core.moves import Move
from boardwright.core.rules.position import Position
from boardwright.core.rules.timed import Timed

ACTS = {"apply", "legal", "out_of_turn"}
"""What games answer about moves."""
ANSWERED = {
    *ACTS, "actors", "after_chance", "chance", "fallback", "is_dead", "is_undoable", "outcome", "problems", "seats",
    "standing", "turn", "view", "zones",
}  # fmt: skip
DERIVED = {"legal_moves", "moves", "parse", "picture", "play", "refusal", "replace", "take", "text"}
OLD_FUNCTIONS = {"gesture", "move_for", "describe"}
"""Functions of a game that types of moves have as methods."""
EXAMPLES = {
    path.parent.name: path.parent / "src" for path in Path(__file__).parents[2].glob("examples/*/pyproject.toml")
}


@pytest.fixture(params=[*names(), *sorted(EXAMPLES)])
def each(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """One of the games and of the examples."""
    if request.param not in EXAMPLES:
        return game(request.param)
    monkeypatch.syspath_prepend(str(EXAMPLES[request.param]))
    found: AnyGame = import_module(request.param).GAME
    return found


def positions(game: AnyGame) -> tuple[type[Any], ...]:
    """The classes of a game's positions."""
    return get_args(game.Position) or (game.Position,)


def defined(kind: type) -> set[str]:
    """The public names that a class and those bases define which are not the language's or the struct's."""
    of = [base for base in kind.__mro__ if base.__module__.startswith("boardwright.core")]
    return {name for base in of for name in (*vars(base), *vars(base).get("__annotations__", ())) if name[0] != "_"}


def own(game: AnyGame) -> set[str]:
    """The names of `Position` and `Timed` that a game's positions define; every class has its `moves` from core."""
    kinds = {
        base for kind in positions(game) for base in kind.__mro__ if not base.__module__.startswith("boardwright.core")
    }
    return {name for kind in kinds for name in vars(kind)} & defined(Timed) - {"moves"}


def sources(game: AnyGame) -> Iterator[tuple[Path, ast.Module]]:
    """The modules of a game's package."""
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    yield from (
        (path, ast.parse(path.read_text("utf-8"))) for path in folder.rglob("*.py") if "compat" not in path.parts
    )


def test_a_position_has_these_names_and_no_others() -> None:
    assert len(ANSWERED | DERIVED) <= 25
    assert defined(Position) == ANSWERED | DERIVED


def test_all_moves_are_types_of_their_own_with_one_base(each: AnyGame) -> None:
    for kind in positions(each):
        assert kind.moves.kinds
        assert all(issubclass(move, Move) for move in kind.moves.kinds)
        tags = [move.__struct_config__.tag for move in kind.moves.kinds]
        assert len(set(tags)) == len(tags)


def test_a_game_answers_what_it_is_asked_and_derives_the_rest(each: AnyGame) -> None:
    of_time = defined(Timed) - defined(Position)
    assert own(each) <= ANSWERED | of_time
    for kind in positions(each):
        assert kind.moves.are_acts or kind.apply is not Position.apply, "types of moves need `apply`"


def test_no_function_stands_beside_the_methods_of_moves(each: AnyGame) -> None:
    for path, tree in sources(each):
        old = OLD_FUNCTIONS | ({"read", "all_moves"} if path.stem in ("moves", "position") else set())
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert not functions & old, path
