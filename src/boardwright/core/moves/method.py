"""A move that is declared by a method of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from inspect import signature
from typing import Any, TypeVar

from boardwright.core.moves.form import MoveForm
from boardwright.core.refusal import IllegalMove, Refusal

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__boardwright_move__"


def move(pattern: str, *, secret: bool = False) -> Callable[[F], F]:
    """Declares a method of a position as a move, written like the pattern: `@move("{start}-{end}")`.

    The method returns the next position, or refuses by `require`. Each of its arguments is annotated with a domain,
    and named in braces in the pattern; an argument `seat: int` is the player who moves. The first sentence of the
    docstring is what the move is called; it may name arguments in braces. The others do not see a `secret` move in
    the log.
    """

    def declare(method: F) -> F:
        setattr(method, _MARK, (pattern, secret))
        return method

    return declare


def require(condition: object, code: str, text: str, *marks: str) -> None:
    """Refuses a move unless the condition holds.

    `code` is for programs, `text` a sentence for players, in which `{cell}` stands for the argument of that name. The
    parts of the picture for these arguments are marked, and those given as `marks`.

    >>> require(2 > 1, "too_small", "Two is not more than one.")
    >>> require(1 > 2, "too_small", "One is not more than two.")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.IllegalMove: One is not more than two.
    """
    if not condition:
        raise IllegalMove(Refusal(code, text, marks))


class MoveMethod(MoveForm):
    """One declared move of a class of positions."""

    def __init__(self, owner: type, name: str, call: Callable[..., Any]) -> None:
        super().__init__(name, f"{owner.__name__}.{call.__name__}", call, *getattr(call, _MARK))

    @cached_property
    def takes_seat(self) -> bool:
        """Whether the method is given the seat that moves."""
        return "seat" in signature(self.source).parameters and "seat" not in self.fields

    @property
    def parameters(self) -> list[str]:
        """The names of all arguments, without the position and the seat that moves."""
        return [name for name in super().parameters[1:] if name != "seat" or not self.takes_seat]

    def move(self, values: Sequence[Any]) -> str:
        """The text of the move."""
        return self.text(values)

    def _made(self, values: Sequence[Any], position: Any, seat: int) -> Any:
        named = dict(zip(self.fields, values, strict=True))
        if self.takes_seat:
            named["seat"] = seat
        return self.source(position, **named)


def is_declared(member: object) -> bool:
    """Whether a member of a class is a declared move."""
    return hasattr(member, _MARK)
