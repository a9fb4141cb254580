"""Gestures: how moves are made at the table, in names of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.refusal import Refusal

NO_SUCH_MOVE = Refusal("no_such_move", "There is no such move: take a framed part and put it on a marked one.")
SEVERAL_MOVES = Refusal("several_moves", "Several moves are made like this: name one of them by its text.")

PartName: TypeAlias = Annotated[str, Meta(max_length=100, description="The name of a part of the table.")]


class _Gesture(
    msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower
):
    """The base of all gestures."""

    touched: ClassVar[int] = 1
    """The number of fields, from the first one on, that name a part."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parts of the table that are touched, in their order."""
        return msgspec.structs.astuple(self)[: self.touched]


class Press(_Gesture, frozen=True):
    """A part is pressed: a place, a card, a button."""

    part: PartName


class Drag(_Gesture, frozen=True):
    """A part is taken and put on another one."""

    touched = 2
    part: PartName
    to: PartName


class Put(_Gesture, frozen=True):
    """A piece that can be turned is put on a cell.

    `flip` mirrors the piece left to right, and `turn` then turns it clockwise, in quarter turns. A game whose pieces
    turn in other steps counts those.
    """

    touched = 2
    piece: PartName
    cell: PartName
    turn: Annotated[int, Meta(ge=0, le=63, description="How often the piece is turned, clockwise.")] = 0
    flip: bool = False


class Pick(_Gesture, frozen=True):
    """Several parts are picked, one by one, and confirmed."""

    parts: Annotated[tuple[PartName, ...], Meta(max_length=100)]

    @property
    def names(self) -> tuple[str, ...]:
        return self.parts


class Enter(_Gesture, frozen=True):
    """A button is pressed, and a number typed in."""

    part: PartName
    number: Annotated[int, Meta(ge=-(10**9), le=10**9)]


Gesture: TypeAlias = Press | Drag | Put | Pick | Enter
"""Any gesture. The squares that a piece will cover follow from it: `Move.covers`."""


class Grouped:
    """A collection of legal moves that lists them in groups which differ in one square only, for games with hundreds.

    It is the square that is pressed or where a piece is put. Gestures, covers and words of these moves do not depend
    on the position.
    """

    __slots__ = ()

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares; the same object in every position."""
        raise NotImplementedError(f"{type(self).__name__} needs `squares`: the names of all squares.")

    def groups(self) -> Iterable[tuple[Any, Sequence[int]]]:
        """Return a move of each group, with the places in `squares` of the squares of all; none if it has no square.

        What moves of a group cover lies in the same way around their squares.
        """
        raise NotImplementedError(f"{type(self).__name__} needs `groups`: the moves that differ in one square only.")
