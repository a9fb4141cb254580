"""The board: 42 places, numbered from the top left, and the lines of four on it."""

from __future__ import annotations

from boardwright.core.board import square

WIDTH, HEIGHT = 7, 6
PLACES = WIDTH * HEIGHT
COLUMNS = tuple("abcdefg")
"""The moves: a column is named by its letter."""
NAMES = tuple(square(place % WIDTH, place // WIDTH) for place in range(PLACES))
"""The places' names, `a1` at the top left."""


def _line(column: int, row: int, right: int, down: int) -> tuple[int, ...]:
    """Four places from there in one direction; () if the board ends before that."""
    steps = [(column + right * step, row + down * step) for step in range(4)]
    if all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in steps):
        return tuple(y * WIDTH + x for x, y in steps)
    return ()


LINES = tuple(
    line
    for row in range(HEIGHT)
    for column in range(WIDTH)
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if (line := _line(column, row, right, down))
)
LINES_THROUGH = tuple(tuple(line for line in LINES if place in line) for place in range(PLACES))
"""For each place the lines that a disc there can complete."""
