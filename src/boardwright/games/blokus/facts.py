"""The 21 pieces, and the 91 shapes they take when mirrored and turned.

A turn is written `r90f`: mirrored left-right first (`f`), then turned by quarter turns `(r, c) -> (-c, r)`,
which is counter-clockwise to the eye. Whatever the turn, a shape is moved back so that its bounding box
starts at row 0, column 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]

_PICTURES = {
    "I1": "#", "I2": "#/#", "I3": "#/#/#", "V3": "#./##", "I4": "#/#/#/#", "L4": "###/..#", "O4": "##/##",
    "T4": "###/.#.", "Z4": "##./.##", "I5": "#/#/#/#/#", "L5": "####/...#", "V5": "#../#../###", "U5": "###/#.#",
    "T5": "###/.#./.#.", "W5": "#../##./.##", "X5": ".#./###/.#.", "Y5": "#./#./##/#.", "F5": ".#./###/#..",
    "P5": "###/##.", "Z5": "##./.#./.##", "N5": "#./##/.#/.#",
}  # fmt: skip


PIECES: dict[str, tuple[Cell, ...]] = {
    name: tuple((r, c) for r, row in enumerate(picture.split("/")) for c, square in enumerate(row) if square == "#")
    for name, picture in _PICTURES.items()
}
"""Every piece with its squares as it lies in the box, in the order that hands and tables use."""

WORDS = {
    "I1": "single square", "I2": "bar of two", "I3": "bar of three", "V3": "small corner", "I4": "bar of four",
    "L4": "short L", "O4": "square of four", "T4": "short T", "Z4": "short Z", "I5": "bar of five", "L5": "long L",
    "V5": "large corner", "U5": "U", "T5": "long T", "W5": "stairs", "X5": "cross", "Y5": "Y", "F5": "F", "P5": "P",
    "Z5": "long Z", "N5": "N",
}  # fmt: skip
"""The players' names of the pieces."""

NAMES = tuple(PIECES)
SIZES = tuple(len(cells) for cells in PIECES.values())
NUMBER = {name: number for number, name in enumerate(NAMES)}
ALL_SQUARES = sum(SIZES)
FULL_HAND = (1 << len(NAMES)) - 1
"""A hand is a set of piece numbers, one bit each."""


class Turn(NamedTuple):
    """The turn of a piece: mirrored or not, then 0, 90, 180 or 270 degrees. Its text is that of a move, `r90f`."""

    flip: bool
    rotation: int

    def __str__(self) -> str:
        return (f"r{self.rotation}" if self.rotation else "") + ("f" if self.flip else "")


TURNS = {str(turn): turn for turn in (Turn(flip, quarter * 90) for flip in (False, True) for quarter in range(4))}
"""The eight turns by their texts. Of several that give the same shape, the first is the canonical one."""


def mirrored(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the cells with left and right exchanged, square by square, not moved back to the origin."""
    return tuple((r, -c) for r, c in cells)


def quarter_turned(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the cells after a quarter turn counter-clockwise, square by square, not moved back to the origin."""
    return tuple((-c, r) for r, c in cells)


def turned(cells: tuple[Cell, ...], turn: Turn) -> tuple[Cell, ...]:
    """Return the cells after that turn, moved back to the origin and sorted."""
    if turn.flip:
        cells = mirrored(cells)
    for _ in range(turn.rotation // 90):
        cells = quarter_turned(cells)
    return at_origin(cells)


def at_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells moved so that their bounding box starts at row 0, column 0, and sorted."""
    rows, columns = zip(*cells, strict=True)
    top, left = min(rows), min(columns)
    return tuple(sorted((r - top, c - left) for r, c in zip(rows, columns, strict=True)))


class Shape(NamedTuple):
    """One of the 91 shapes: a piece in one of its distinct turns."""

    piece: str
    turn: str
    cells: tuple[Cell, ...]
    height: int
    width: int


def _shapes() -> tuple[tuple[Shape, ...], dict[tuple[str, str], int]]:
    shapes: list[Shape] = []
    numbers: dict[tuple[str, str], int] = {}
    for piece, cells in PIECES.items():
        seen: dict[tuple[Cell, ...], int] = {}
        for text, turn in TURNS.items():
            form = turned(cells, turn)
            if form not in seen:
                seen[form] = len(shapes)
                shapes.append(Shape(piece, text, form, max(r for r, _ in form) + 1, max(c for _, c in form) + 1))
            numbers[piece, text] = seen[form]
    return tuple(shapes), numbers


SHAPES, SHAPE_NUMBER = _shapes()
"""All shapes, piece by piece in canonical turns; and the number of the shape that any (piece, turn) gives."""

SHAPE_OF_CELLS = {shape.cells: number for number, shape in enumerate(SHAPES)}
"""The number of the shape that covers those cells at the origin."""

SHAPES_OF = tuple(tuple(n for n, shape in enumerate(SHAPES) if shape.piece == name) for name in NAMES)
"""By piece number, the numbers of its shapes."""

PIECE_OF = tuple(NUMBER[shape.piece] for shape in SHAPES)
"""By shape number, the number of its piece."""


@lru_cache(1 << 12)
def hand_squares(hand: int) -> int:
    """Return how many squares the pieces of a hand have together."""
    return sum(size for number, size in enumerate(SIZES) if hand >> number & 1)


@lru_cache(1 << 12)
def hand_names(hand: int) -> tuple[str, ...]:
    """Return the names of the pieces in a hand."""
    return tuple(name for number, name in enumerate(NAMES) if hand >> number & 1)
