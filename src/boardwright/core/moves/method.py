"""Moves that are declared by methods of a position."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from inspect import signature
from types import FunctionType, MethodType
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, overload

import msgspec

from boardwright.core.moves.declaration import BadDeclaration, hints_of
from boardwright.core.moves.move_type import Move
from boardwright.core.refusal import IllegalMove, Refusal

T = TypeVar("T")
P = ParamSpec("P")
A = ParamSpec("A")


class MoveMethod(Generic[P, A]):
    """A method declared with `@move`: on the class the type of its moves, on a position the act itself.

    `P` is what the type of the moves takes, and `A` what the act takes.
    """

    def __init__(self, call: Callable[..., Any], notation: str, *, secret: bool, seated: bool) -> None:
        self.call, self._notation, self._secret, self._seated = call, notation, secret, seated
        self._owner: type = object
        self.__doc__ = call.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._name = owner, name

    @cached_property
    def kind(self) -> type[Move]:
        """The type of the moves, made when it is first needed, so that hints can name what comes later."""
        names = list(signature(self.call).parameters)[1 + self._seated :]
        title = f"{self._owner.__name__}.{self._name}"
        if not self._seated and "seat" in names and "{seat}" not in self._notation:
            raise BadDeclaration(title, self.call, " takes the seat that moves: declare it with @move(…, seated=True)")
        hints = hints_of(self.call, title)
        namespace = {"notation": self._notation, "secret": self._secret, "_source": staticmethod(self.call)}
        kind: Any = msgspec.defstruct(
            self._name,
            [(name, hints.get(name, Any)) for name in names],
            bases=(Move,),
            module=self._owner.__module__,
            namespace={**namespace, "__doc__": self.__doc__},
            tag=self._name,
            frozen=True,
        )
        kind.__qualname__ = f"{self._owner.__qualname__}.{self._name}"  # the path by which it is pickled
        made: type[Move] = kind
        return made

    def act(self, position: Any, move: Move, seat: int) -> Any:
        """Return the next position; raises IllegalMove."""
        values = msgspec.structs.astuple(move)
        return self.call(position, seat, *values) if self._seated else self.call(position, *values)

    @overload
    def __get__(self, position: None, owner: type[Any]) -> Callable[P, Move]: ...
    @overload
    def __get__(self, position: T, owner: type[Any]) -> Callable[A, T]: ...
    def __get__(self, position: Any, owner: type[Any]) -> Any:
        return self.kind if position is None else MethodType(self.call, position)


@overload
def move(
    notation: str, *, secret: bool = False, seated: Literal[False] = False
) -> Callable[[Callable[Concatenate[Any, P], Any]], MoveMethod[P, P]]: ...
@overload
def move(
    notation: str, *, secret: bool = False, seated: Literal[True]
) -> Callable[[Callable[Concatenate[Any, int, P], Any]], MoveMethod[P, Concatenate[int, P]]]: ...
def move(notation: str, *, secret: bool = False, seated: bool = False) -> Any:
    """Declare a method of a position as a move, written like the notation: `@move("{start}-{end}")`.

    The method returns the next position, or refuses by `require`. Each of its arguments is annotated with a domain,
    and named in braces in the notation; a `seated` method is given the player who moves before its arguments. The
    first sentence of the docstring is what the move is called; it may name arguments in braces. The others do not see
    a `secret` move in the log. The attribute of the class is the type of such moves, `Pile.take_some(2)` a move.
    A subclass that defines the method anew, without `@move`, has the same moves with another effect.
    """
    return lambda method: MoveMethod(method, notation, secret=secret, seated=seated)


def require(condition: object, code: str, text: str, *marks: str) -> None:
    """Refuse a move unless the condition holds.

    `code` is for programs, `text` a sentence for players, in which `{cell}` stands for the argument of that name. The
    parts of the table for these arguments are marked, and those given as `marks`.

    >>> require(2 > 1, "too_small", "Two is not more than one.")
    >>> require(1 > 2, "too_small", "One is not more than two.")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.IllegalMove: One is not more than two.
    """
    if not condition:
        raise IllegalMove(Refusal(code, text, marks))


def declared_methods(owner: type) -> list[MoveMethod[Any, Any]]:
    """Return the declared methods of a class of positions, in the order of their declaration.

    A method that the class defines anew without `@move` becomes another act of the moves that it overrides.
    """
    members: dict[str, Any] = {}
    for kind in reversed(owner.__mro__):
        for name, member in tuple(vars(kind).items()):
            above = members.get(name)
            if kind is owner and isinstance(member, FunctionType) and isinstance(above, MoveMethod):
                method, member = member, copy(above)
                member.call, member.kind = method, above.kind
                setattr(kind, name, member)
            members[name] = member
    return [member for member in members.values() if isinstance(member, MoveMethod)]
