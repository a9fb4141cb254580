"""A board as bits: which bit is which square, and what a shape covers and touches."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from boardwright.games.blokus.facts import SHAPE_NUMBER, SHAPES, Cell
from boardwright.games.blokus.moves import Placement, square_name


class Stamp(NamedTuple):
    """A shape at anchor 0: its squares; and, one row and one column further on, what lies around them.

    The offset keeps the squares above and left of the shape inside the number.
    """

    squares: int
    beside: int
    corners: int


class Board:
    """An empty board of some size. A set of squares is an int with bit `row * stride + col` for each.

    >>> board = Board(20)
    >>> domino = board.bits([(0, 0), (1, 0)])
    >>> domino, board.cells(domino)
    (2097153, ((0, 0), (1, 0)))
    >>> board.cells(board.edges(domino)), board.cells(board.diagonals(domino))
    (((0, 1), (1, 1), (2, 0)), ((2, 1),))
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.stride = size + 1
        self.full = sum(((1 << size) - 1) << row * self.stride for row in range(size))
        self.outside = ~self.full
        self.offset = self.stride + 1
        self.stamps = tuple(self._stamp(self.bits(shape.cells)) for shape in SHAPES)
        self._moves: list[list[Placement]] = [[] for _ in SHAPES]
        """By shape, all its placements by the bit length of their anchors, made when first needed."""
        self._places = [divmod(length - 1, self.stride) for length in range(self.full.bit_length() + 1)]
        self.names = tuple(square_name((row, col)) for row in range(size) for col in range(size))
        """The names of the squares, row by row."""
        self._squares = [row * size + col for row, col in self._places]
        self.cells = lru_cache(1 << 12)(self._cells)
        self.squares_of = lru_cache(1 << 14)(self._squares_of)
        self.powers = [1 << length >> 1 for length in range(self.full.bit_length() + 1)]
        """By bit length, the highest bit."""

    def _stamp(self, squares: int) -> Stamp:
        inside = squares << self.offset
        return Stamp(squares, self.edges(inside), self.diagonals(inside))

    def bits(self, cells: Iterable[Cell]) -> int:
        """Return a set of squares as an int."""
        return sum(1 << row * self.stride + col for row, col in cells)

    def _cells(self, bits: int) -> tuple[Cell, ...]:
        """Return the squares of a set, row by row."""
        return tuple([divmod(place, self.size) for place in reversed(self.squares_of(bits))])

    def _squares_of(self, bits: int) -> tuple[int, ...]:
        """Return the places of a set's squares in `names`, from the last to the first."""
        found = []
        while bits:
            length = bits.bit_length()
            found.append(self._squares[length])
            bits ^= self.powers[length]
        return tuple(found)

    def has(self, cell: Cell) -> bool:
        """Return whether that square is on the board."""
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def edges(self, bits: int) -> int:
        """Return the squares edge to edge with a set, without the set itself."""
        return (bits << 1 | bits >> 1 | bits << self.stride | bits >> self.stride) & ~bits & self.full

    def diagonals(self, bits: int) -> int:
        """Return the squares that meet a set at a corner only."""
        sides = bits << 1 | bits >> 1
        return (sides << self.stride | sides >> self.stride) & self.full & ~bits & ~self.edges(bits)

    def covered(self, move: Placement) -> int:
        """Return the squares of a placement that lies on the board."""
        squares = self.stamps[SHAPE_NUMBER[move.piece, move.turn]].squares
        return squares << move.row * self.stride + move.col

    def moves(self, shape: int, anchors: int) -> list[Placement]:
        """Return the placements of a shape at each anchor of a set, from the last anchor to the first."""
        known = self._moves[shape]
        if not known:
            piece, turn, *_ = SHAPES[shape]
            known += [Placement(piece, row, col, turn) for row, col in self._places]
        powers = self.powers
        listed = []
        while anchors:
            length = anchors.bit_length()
            listed.append(known[length])
            anchors ^= powers[length]
        return listed


board = cache(Board)
"""The one board of each size."""
