"""A fixed numbering of all moves and an array form of views, for learning programs."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

from boardwright.core.position import Position
from boardwright.core.view import View

M = TypeVar("M", bound=Hashable)
V = TypeVar("V", bound=View)


class Actions(Generic[M, V]):
    """Every move a game can ever have, numbered from 0, and how a view becomes numbers.

    `encode(view)` is flat, in row-major order of `shape`, every number between -1 and 1.

    >>> actions = Actions(["left", "right"], shape=(1,), encode=lambda view: array("f", [0.0]))
    >>> actions.size, actions.number("right"), actions.move(0)
    (2, 1, 'left')
    """

    def __init__(self, moves: Iterable[M], *, shape: tuple[int, ...], encode: Callable[[V], array[float]]) -> None:
        self.moves = tuple(moves)
        self.shape = shape
        self.encode = encode
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    @property
    def size(self) -> int:
        """How many moves there are."""
        return len(self.moves)

    def number(self, move: M) -> int:
        """The move's number; KeyError if the move is not one of this game's."""
        return self._numbers[move]

    def move(self, number: int) -> M:
        """The move with that number."""
        return self.moves[number]

    def legal(self, position: Position[M, Any], seat: int) -> list[int]:
        """The numbers of the seat's legal moves, ascending."""
        numbers = self._numbers
        return sorted(numbers[move] for move in position.legal_moves(seat))

    def mask(self, position: Position[M, Any], seat: int) -> bytearray:
        """One byte a move: 1 where it is legal."""
        mask = bytearray(len(self.moves))
        for number in self.legal(position, seat):
            mask[number] = 1
        return mask
