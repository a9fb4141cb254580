"""Moves that are declared by methods of a position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from inspect import signature
from types import FunctionType, MethodType
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    Protocol,
    TypeVar,
    get_type_hints,
    overload,
)

import msgspec

from boardwright.core.moves.declaration import BadDeclaration
from boardwright.core.moves.move_type import Move
from boardwright.core.refusal import IllegalMove, Refusal

T = TypeVar("T")
P = ParamSpec("P")


class MoveMethod(Generic[P]):
    """A method declared with `@move`: on the class the type of its moves, on a position the act itself."""

    def __init__(self, call: Callable[..., Any], notation: str, *, secret: bool, seated: bool) -> None:
        self.call, self._notation, self._secret, self._seated = call, notation, secret, seated
        self._owner: type = object
        self._name = call.__name__
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
        try:
            hints = get_type_hints(self.call, include_extras=True)
        except NameError as error:
            text = f" is annotated with a name that does not exist at run time ({error})"
            raise BadDeclaration(title, self.call, text) from None
        kind: Any = msgspec.defstruct(
            self._name,
            [(name, hints.get(name, Any)) for name in names],
            bases=(Move,),
            module=self._owner.__module__,
            namespace={
                "notation": self._notation,
                "secret": self._secret,
                "_source": staticmethod(self.call),
                "__doc__": self.call.__doc__,
            },
            tag=self._name,
            frozen=True,
        )
        kind.__qualname__ = f"{self._owner.__qualname__}.{self._name}"  # the path by which it is pickled
        made: type[Move] = kind
        return made

    def overridden(self, call: Callable[..., Any]) -> MoveMethod[P]:
        """Return the same declaration with another act, for a variant that defines the method anew."""
        method = MoveMethod[P](call, self._notation, secret=self._secret, seated=self._seated)
        method.__dict__["kind"] = self.kind
        return method

    def act(self, position: Any, move: Move, seat: int) -> Any:
        """Return the next position; raises IllegalMove."""
        values = msgspec.structs.astuple(move)
        return self.call(position, seat, *values) if self._seated else self.call(position, *values)

    if TYPE_CHECKING:

        @overload
        def __get__(self, position: None, owner: type[Any]) -> Callable[P, Move]: ...
        @overload
        def __get__(self, position: T, owner: type[Any]) -> Callable[..., T]: ...

    def __get__(self, position: Any, owner: type[Any]) -> Any:
        return self.kind if position is None else MethodType(self.call, position)


if TYPE_CHECKING:

    class PlainMethod(MoveMethod[P]):
        """A declared method that takes what the type of its moves takes."""

        @overload
        def __get__(self, position: None, owner: type[Any]) -> Callable[P, Move]: ...
        @overload
        def __get__(self, position: T, owner: type[Any]) -> Callable[P, T]: ...
        def __get__(self, position: Any, owner: type[Any]) -> Any: ...

    class SeatedMethod(MoveMethod[P]):
        """A declared method that takes the seat that moves first."""

        @overload
        def __get__(self, position: None, owner: type[Any]) -> Callable[P, Move]: ...
        @overload
        def __get__(self, position: T, owner: type[Any]) -> Callable[Concatenate[int, P], T]: ...
        def __get__(self, position: Any, owner: type[Any]) -> Any: ...

    class _Plain(Protocol):
        def __call__(self, method: Callable[Concatenate[Any, P], Any], /) -> PlainMethod[P]: ...

    class _Seated(Protocol):
        def __call__(self, method: Callable[Concatenate[Any, int, P], Any], /) -> SeatedMethod[P]: ...


@overload
def move(notation: str, *, secret: bool = False, seated: Literal[False] = False) -> _Plain: ...
@overload
def move(notation: str, *, secret: bool = False, seated: Literal[True]) -> _Seated: ...
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


def inherit_declarations(owner: type) -> None:
    """Turn methods that a class defines anew without `@move` into other acts of the moves they override."""
    for name, member in tuple(vars(owner).items()):
        if isinstance(member, FunctionType):
            above = next((vars(each)[name] for each in owner.__mro__[1:] if name in vars(each)), None)
            if isinstance(above, MoveMethod):
                setattr(owner, name, above.overridden(member))


def declared_methods(owner: type) -> dict[str, MoveMethod[Any]]:
    """Return the declared methods of a class of positions by their names, in the order of their declaration."""
    members = {name: member for kind in reversed(owner.__mro__) for name, member in vars(kind).items()}
    return {name: member for name, member in members.items() if isinstance(member, MoveMethod)}
