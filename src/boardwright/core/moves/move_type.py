"""Types of moves: their base, and those that methods of a position declare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cache, cached_property, lru_cache, partial, wraps
from inspect import cleandoc, signature
from types import FunctionType, MethodType
from typing import Any, ClassVar, Concatenate, Generic, Literal, ParamSpec, Self, TypeVar, overload

import msgspec

from boardwright.core.moves.collection import DeclaredMoves
from boardwright.core.moves.declaration import BadDeclaration, Declaration, hints_of, nested
from boardwright.core.moves.gesture import Gesture
from boardwright.core.refusal import IllegalMove, Refusal

M = TypeVar("M", bound="Move")
R = TypeVar("R")
T = TypeVar("T")
P = ParamSpec("P")
A = ParamSpec("A")


class Move(msgspec.Struct, frozen=True, tag=str.lower):
    """The base of moves: frozen values, whose fields are annotated with domains and named in braces in the notation.

    Texts and their parsing, words, gestures and numbers follow from that. Where a game knows better, it says so in the
    type of its moves. A method of a position with `@move` makes such a type too.

    >>> class Rest(Move, frozen=True):
    ...     '''Rest for a turn.'''
    >>> str(Rest()), Rest().words(None), Rest.parse(" REST", None)
    ('rest', 'Rest for a turn', Rest())
    """

    notation: ClassVar[str] = ""
    """The text of the move, with arguments in braces; by default the name of the type in small letters."""
    secret: ClassVar[bool] = False
    """Whether the others do not see the move in the log."""
    examples: ClassVar[str] = ""
    """Shown to a player whose text cannot be read, such as "`d7-c7`"; by default the first of all these moves."""
    _source: ClassVar[Callable[..., Any] | None] = None
    """The method that declares the type, if one does."""

    def __str__(self) -> str:
        return _text(self)

    def words(self, position: Any) -> str:
        """Return the move in words, for speech and for the log: by default the first line of the docstring."""
        return _words(self)

    def gesture(self, position: Any) -> Gesture:
        """Return how the move is made at the table: by default as the domains of its arguments say.

        An argument with a part of the table is pressed, two are from and to, several values of a domain are picked,
        and a piece that turns is put on a cell. A number among many is typed in. Other moves are buttons with their
        texts.
        """
        return _gesture(self)

    def covers(self, position: Any) -> tuple[str, ...]:
        """Return the squares that the piece will cover; by default none beside the one where it is put."""
        return ()

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Self | None:
        """Return the move that has that gesture, legal or not; None if there is none. The inverse of `gesture`."""
        move: Self | None = declaration(cls).from_gesture(gesture, position)
        return move

    @classmethod
    def parse(cls, text: str, position: Any) -> Self | None:
        """Return the move of that text, legal or not; None if it is none."""
        move: Self | None = declaration(cls).parse(text, position)
        return move

    @classmethod
    def all(cls, position: Any) -> Sequence[Self]:
        """Return every such move that can ever be made at this table, in a fixed order; numbers follow from it."""
        declared = declaration(cls)
        if declared.depends:
            return tuple(map(declared.move, nested([partial(each.all, position) for each in declared.domains])))
        return DeclaredMoves(declared, position)


@cache
def declaration(kind: type[Move]) -> Declaration:
    """Return the declaration of a type of moves."""
    own = kind.__mro__[: kind.__mro__.index(Move)]
    doc = next((each.__doc__ for each in own if each.__doc__), "")
    return Declaration(kind, kind.notation, cleandoc(doc), kind._source)


@lru_cache(1 << 16)
def _text(move: Move) -> str:
    return declaration(type(move)).text(move)


@lru_cache(1 << 16)
def _gesture(move: Move) -> Gesture:
    return declaration(type(move)).gesture(move)


@lru_cache(1 << 16)
def _words(move: Move) -> str:
    return declaration(type(move)).words(move)


def anywhere(method: Callable[[M, Any], R]) -> Callable[[M, Any], R]:
    """Let a method of a type of moves, which asks nothing of the position, find each answer once."""
    known = lru_cache(1 << 16)(lambda move: method(move, None))
    return wraps(method)(lambda move, position: known(move))


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
    """Refuse the declared move whose method calls it, unless the condition holds.

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
