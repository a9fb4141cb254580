"""The board, the six faces and the standard set-ups.

A square is known in three ways: its column and row `(x, y)`, both 1 to 7 with row 1 at the top; its name, `a1` to
`g7`; and its number, 0 to 48, row by row from a1. Rules work on numbers, players see names.

Seats count from 0. Player 1 is seat 0, sits below row 7 and moves first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

Square: TypeAlias = tuple[int, int]
Facing: TypeAlias = tuple[int, int, int]
"""Which faces look up, towards row 1 and towards column g: the same three directions for both players."""

SIZE: Final = 7
COLUMNS: Final = "abcdefg"
SQUARES: Final[tuple[Square, ...]] = tuple((x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1))
NUMBERS: Final[dict[Square, int]] = {square: number for number, square in enumerate(SQUARES)}
NAMES: Final[tuple[str, ...]] = tuple(f"{COLUMNS[x - 1]}{y}" for x, y in SQUARES)

WIN_SQUARES: Final[tuple[Square, Square]] = ((4, 2), (4, 6))
"""The squares where each seat's cubes leave the board: next to the other player's edge."""
WIN_NUMBERS: Final[tuple[int, int]] = (NUMBERS[4, 2], NUMBERS[4, 6])

STAR, X_HOP, SLIDE, HOOPS, T_HOP, STOP = range(1, 7)
FACE_NAMES: Final[tuple[str, ...]] = ("", "Star", "X-hop", "sLide", "Hoops", "T-hop", "stoP")
"""By face index, 1 to 6; opposite faces add up to 7."""
LETTERS: Final = " SXLHTP"
"""The capital of each face's name, by face index."""

HOP_REACH: Final[Mapping[int, Callable[[int, int], bool]]] = {
    X_HOP: lambda dx, dy: dx == dy == 1,
    T_HOP: lambda dx, dy: dx + dy == 1,
    HOOPS: lambda dx, dy: dx + dy in (1, 3),
    SLIDE: lambda dx, dy: (dx == 0) != (dy == 0),
}
"""Which absolute displacements each face can hop; the others cannot."""
REACH: Final[dict[Square, tuple[Square, ...]]] = {
    (x, y): tuple((a, b) for a, b in SQUARES if any(hops(abs(a - x), abs(b - y)) for hops in HOP_REACH.values()))
    for x, y in SQUARES
}
"""The squares to which some cube can ever go from a square."""

SETUPS: Final[dict[int, str]] = {
    1: "X1d7 T2d1",
    2: "X1c7 H1e7 T2c1 H2e1",
    3: "X1c7 H1e7 H1d5 T2c1 H2e1 P2d3",
    4: "X1c5 X1e5 S1c7 L1e7 P2c1 X2e1 X2c3 T2e3",
}
"""By the number of cubes a side: upper face, player and square of each cube, in the order of the board."""
SETUP_FACINGS: Final[tuple[Facing, ...]] = ((1, 3, 2), (2, 3, 6), (3, 6, 2), (4, 1, 2), (5, 3, 1), (6, 4, 2))
"""The facings of the cubes of the standard set-ups, by the upper face, 1 to 6."""

START_SQUARES: Final[tuple[tuple[Square, ...], ...]] = (
    ((3, 5), (5, 5), (3, 7), (5, 7)),
    ((3, 1), (5, 1), (3, 3), (5, 3)),
)
"""The squares for each seat's cubes when the set-up is thrown: diagonal to the star square at its own edge."""
