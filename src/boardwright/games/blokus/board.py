"""A board as bits: which bit is which square, and what a shape covers and touches."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from boardwright.games.blokus.facts import SHAPES, Cell
from boardwright.games.blokus.moves import Placement


class Stamp(NamedTuple):
    """A shape at anchor 0: its squares; and, one row and one column further on, what lies around them.

    The offset keeps the squares above and left of the shape inside the number.
    """

    squares: int
    beside: int
    corners: int


class Board:
    """An empty board of some size. A set of squares is an int with bit `row * stride + col` for each."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stride = size + 1
        self.full = sum(((1 << size) - 1) << row * self.stride for row in range(size))
        self.offset = self.stride + 1
        self.stamps = tuple(self._stamp(shape.cells) for shape in SHAPES)
        self._moves: list[list[Placement]] = [[] for _ in SHAPES]
        self._powers = [1 << length >> 1 for length in range(self.full.bit_length() + 1)]

    def _stamp(self, cells: tuple[Cell, ...]) -> Stamp:
        squares = self.bits(cells)
        raised = squares << self.offset
        beside = (raised << 1 | raised >> 1 | raised << self.stride | raised >> self.stride) & ~raised
        sides = raised << 1 | raised >> 1
        corners = (sides << self.stride | sides >> self.stride) & ~raised & ~beside
        return Stamp(squares, beside, corners)

    def bits(self, cells: Iterable[Cell]) -> int:
        """A set of squares as an int.

        >>> Board(20).bits([(0, 0), (1, 0)])
        2097153
        """
        return sum(1 << row * self.stride + col for row, col in cells)

    def cells(self, bits: int) -> tuple[Cell, ...]:
        """The squares of a set, row by row.

        >>> Board(20).cells(2097153)
        ((0, 0), (1, 0))
        """
        found = []
        while bits:
            found.append(divmod((bits & -bits).bit_length() - 1, self.stride))
            bits &= bits - 1
        return tuple(found)

    def has(self, cell: Cell) -> bool:
        """Whether that square is on the board."""
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def edges(self, bits: int) -> int:
        """The squares beside a set, edge to edge, the set's own squares left out.

        >>> Board(20).cells(Board(20).edges(1))
        ((0, 1), (1, 0))
        """
        around = bits << 1 | bits >> 1 | bits << self.stride | bits >> self.stride
        return around & ~bits & self.full

    def diagonals(self, bits: int) -> int:
        """The squares that meet a set corner to corner."""
        sides = bits << 1 | bits >> 1
        return (sides << self.stride | sides >> self.stride) & self.full

    def moves(self, shape: int, anchors: int) -> list[Placement]:
        """The placements of a shape at each anchor of a set, from the last anchor to the first.

        Every placement is made once and kept.
        """
        known = self._moves[shape] or self._fill(shape)
        powers = self._powers
        listed = []
        while anchors:
            length = anchors.bit_length()
            listed.append(known[length])
            anchors ^= powers[length]
        return listed

    def _fill(self, shape: int) -> list[Placement]:
        """All placements of a shape, by the bit length of their anchors. Those off the board are never asked for."""
        piece, turn = SHAPES[shape].piece, SHAPES[shape].turn
        places = (divmod(length - 1, self.stride) for length in range(self.full.bit_length() + 1))
        self._moves[shape] = [Placement(piece, row, col, turn) for row, col in places]
        return self._moves[shape]


@cache
def board(size: int) -> Board:
    """The one board of that size."""
    return Board(size)
