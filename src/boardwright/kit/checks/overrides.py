"""A method of a position that happens to have the name of one that Boardwright calls is found by its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, signature
from types import FunctionType
from typing import Any, get_args

from boardwright.core.game.game import AnyGame
from boardwright.core.rules.position import Position
from boardwright.kit.walks.failure import Violation

_BASE = {name: member for kind in reversed(Position.__mro__) for name, member in vars(kind).items()}


def check(game: AnyGame) -> None:
    """Compare the methods of the game's positions with those of `Position`."""
    for kind in get_args(game.Position) or (game.Position,):
        for name, own, base in _replaced(kind):
            if isinstance(base, property) and isinstance(own, FunctionType):
                raise Violation(
                    f"{kind.__name__}.{name} is a method, but Position.{name} is a property, which Boardwright reads.",
                    f"Write @property before {name} if it answers that question; else give it another name.",
                )
            if isinstance(base, FunctionType) and not _fits(own, base):
                raise Violation(
                    f"{kind.__name__}.{name}{signature(own)} has the name of Position.{name}{signature(base)}, which "
                    "Boardwright calls, but not its parameters.",
                    f"If it answers that question, give it these parameters; else give your {name!r} another name.",
                )


def _replaced(kind: type) -> Iterator[tuple[str, Any, Any]]:
    for each in kind.__mro__:
        if each.__module__.startswith("boardwright.core"):
            return
        for name, own in vars(each).items():
            if name in _BASE and not name.startswith("__"):
                yield name, own, _BASE[name]


def _fits(own: Any, base: FunctionType) -> bool:
    """Return whether it can be called as the base is, by position."""
    if not isinstance(own, FunctionType):
        return True
    given = [each for each in signature(base).parameters.values() if each.kind is not Parameter.KEYWORD_ONLY]
    try:
        signature(own).bind(*given)
    except TypeError:
        return False
    return True
