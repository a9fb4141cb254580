"""The base of all moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial, wraps
from inspect import cleandoc
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from boardwright.core.moves.collection import DeclaredMoves
from boardwright.core.moves.declaration import Declaration, nested
from boardwright.core.moves.gesture import Gesture

M = TypeVar("M", bound="Move")
R = TypeVar("R")


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
