"""The placements open to a color, counted and looked up without being listed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, islice
from typing import overload

from boardwright.games.blokus.board import Board
from boardwright.games.blokus.facts import SHAPE_NUMBER
from boardwright.games.blokus.moves import Move, Placement


class Placements(Sequence[Move]):
    """A sequence of placements, held as one set of anchors a shape.

    `len` counts bits, `in` tests one, an index finds one: nothing is listed before it is asked for.
    """

    __slots__ = ("_anchors", "_board", "_ends")

    def __init__(self, board: Board, anchors: dict[int, int]) -> None:
        self._board = board
        self._anchors = anchors
        self._ends: list[int] = []

    @property
    def anchors(self) -> Mapping[int, int]:
        """By shape number, the set of squares at which the shape may be anchored."""
        return self._anchors

    def __len__(self) -> int:
        if not self._ends:
            self._ends = list(accumulate(map(int.bit_count, self._anchors.values())))
        return self._ends[-1]

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Placement):
            return False
        board = self._board
        shape = SHAPE_NUMBER.get((move.piece, move.turn))
        if shape is None or not (0 <= move.row < board.size and 0 <= move.col < board.size):
            return False
        return bool(self._anchors.get(shape, 0) >> (move.row * board.stride + move.col) & 1)

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(map(self._board.moves, self._anchors.keys(), self._anchors.values()))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self)[index]
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"There is no placement number {index} among {count}.")
        if index < 0:
            index += count
        which = bisect_right(self._ends, index)
        shape, anchors = next(islice(self._anchors.items(), which, None))
        for _ in range(self._ends[which] - 1 - index):
            anchors &= anchors - 1
        return self._board.moves(shape, anchors & -anchors)[0]

    def __repr__(self) -> str:
        return f"<{len(self)} placements>"
