"""All places where pieces fit, for all shapes at once, by shifting whole boards.

A board is one big int, one bit per square, each row one bit wider than the board; the padding column is never
free. The set of anchors (top-left corners of the bounding box) at which a shape fits is the AND, over its
cells, of the free squares shifted back by that cell; it touches a corner where the OR of the shifted corner
squares holds. No shift can wrap around the edge: a shape covers every column of its box, so one of its
cells would lie on the padding.

Shapes share most of that work: without one of its cells a shape is a smaller shape, whose two sets are known
already. `source` writes the straight-line function that uses this, about three operations per shape, and `finder`
compiles it once for a board.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain, islice
from typing import Any, TypeAlias

from boardwright.core.moves.gesture import Grouped
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.facts import SHAPE_NUMBER, SHAPE_OF_CELLS, SHAPES, SHAPES_OF, SIZES, Cell, at_origin
from boardwright.games.blokus.moves import BlokusMove, Placement

Finder: TypeAlias = Callable[[int, int, int], dict[int, int]]
"""`find(free, corners, hand)`: by shape number, the set of anchors, of those shapes in hand that fit at all."""

_BASE_SIZE = 4
"""Shapes up to this size are always computed, because larger ones are built from them."""
_FIRST = tuple(Placement(shape.piece, 0, 0, shape.turn) for shape in SHAPES)
"""By shape number, the placement at the top left corner."""


def without_one(cells: tuple[Cell, ...]) -> tuple[int, Cell, Cell]:
    """Return a smaller shape inside, where its box starts, and the cell it lacks; without a shift if possible."""
    found = []
    for missing in reversed(cells):
        rest = [cell for cell in cells if cell != missing]
        if (number := SHAPE_OF_CELLS.get(at_origin(rest))) is not None:
            found.append((number, (min(r for r, _ in rest), min(c for _, c in rest)), missing))
    return min(found, key=lambda one: one[1])


def source(stride: int) -> str:
    """Return the text of the function `find` for boards whose rows are `stride` bits wide."""
    sets: dict[str, str] = {}
    results = ["found = {}"]

    def shifted(name: str, by: Cell) -> str:
        distance = by[0] * stride + by[1]
        if not distance:
            return name
        sets[f"{name}_{distance}"] = f"{name} >> {distance}"
        return f"{name}_{distance}"

    for piece, numbers in enumerate(SHAPES_OF):
        results.append(f"if hand & {1 << piece}:")
        for number in numbers:
            fits, touches = "free", "corners"
            if SIZES[piece] > 1:
                rest, start, missing = without_one(SHAPES[number].cells)
                fits = f"{shifted(f'fits{rest}', start)} & {shifted('free', missing)}"
                touches = f"{shifted(f'touches{rest}', start)} | {shifted('corners', missing)}"
            if SIZES[piece] <= _BASE_SIZE:
                sets |= {f"fits{number}": fits, f"touches{number}": touches}
                fits, touches = f"fits{number}", f"touches{number}"
            results.append(f"    if anchors := {fits} & ({touches}): found[{number}] = anchors")
    lines = [*(f"{name} = {value}" for name, value in sets.items()), *results, "return found"]
    return "def find(free, corners, hand):\n" + "".join(f"    {line}\n" for line in lines)


@cache
def finder(stride: int) -> Finder:
    """Return the compiled function for boards whose rows are `stride` bits wide."""
    scope: dict[str, Any] = {}
    exec(compile(source(stride), f"<placements for rows of {stride}>", "exec"), scope)
    find: Finder = scope["find"]
    return find


class Placements(Sequence[BlokusMove], Grouped):
    """A sequence of placements, held as `anchors`: by shape number, the set of squares at which it may be anchored.

    `len` counts bits, `in` tests one, an index finds one: nothing is listed before it is needed.
    """

    __slots__ = ("_board", "_ends", "anchors")

    def __init__(self, board: Board, anchors: dict[int, int]) -> None:
        self._board = board
        self.anchors = anchors
        self._ends: list[int] = []

    def __len__(self) -> int:
        if not self._ends:
            self._ends = list(accumulate(map(int.bit_count, self.anchors.values())))
        return self._ends[-1]

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Placement):
            return False
        board = self._board
        shape = SHAPE_NUMBER.get((move.piece, move.turn))
        if shape is None or not (0 <= move.row < board.size and 0 <= move.col < board.size):
            return False
        return bool(self.anchors.get(shape, 0) >> (move.row * board.stride + move.col) & 1)

    def __iter__(self) -> Iterator[BlokusMove]:
        return chain.from_iterable(map(self._board.moves, self.anchors.keys(), self.anchors.values()))

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares, row by row."""
        return self._board.names

    def groups(self) -> Iterator[tuple[BlokusMove, tuple[int, ...]]]:
        """Return a group for each shape that fits, with its anchors from the last to the first."""
        squares_of = self._board.squares_of
        return ((_FIRST[shape], squares_of(anchors)) for shape, anchors in self.anchors.items())

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        if not 0 <= index < len(self):
            index = range(len(self))[index]
        which = bisect_right(self._ends, index)
        shape, anchors = next(islice(self.anchors.items(), which, None))
        for _ in range(self._ends[which] - 1 - index):
            anchors &= anchors - 1
        return self._board.moves(shape, anchors & -anchors)[0]
