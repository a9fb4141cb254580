"""Boards of squares, and tracks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from boardwright.core.layout.board import Board, Point, column_name


class SquareBoard(Board):
    """Columns and rows of squares; `a1` is at the top left.

    >>> board = SquareBoard(3, 2)
    >>> board.cells, board.corners, board.neighbors("b1")
    (('a1', 'b1', 'c1', 'a2', 'b2', 'c2'), ('A1', 'B1'), ('a1', 'c1', 'b2'))
    >>> board.step("a1", 1, 1), board.step("a1", -1, 0)
    ('b2', None)
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows

    @cached_property
    def outlines(self) -> Mapping[str, tuple[Point, ...]]:
        """Unit squares."""
        return {cell: ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for cell, (x, y) in self._at.items()}

    @staticmethod
    def name(column: int, row: int) -> str:
        """Return the square in that column and row, counted from 0."""
        return f"{column_name(column)}{row + 1}"

    @cached_property
    def _at(self) -> Mapping[str, tuple[int, int]]:
        return {self.name(x, y): (x, y) for y in range(self.rows) for x in range(self.columns)}

    def at(self, cell: str) -> tuple[int, int]:
        """Return the column and the row of a square, counted from 0."""
        return self._at[cell]

    def step(self, cell: str, right: int, down: int) -> str | None:
        """Return the square so far away; None if the board ends before it."""
        x, y = self._at[cell]
        x, y = x + right, y + down
        return self.name(x, y) if 0 <= x < self.columns and 0 <= y < self.rows else None

    def line(self, cell: str, right: int, down: int) -> list[str]:
        """Return the squares from one on in a direction, to the end of the board.

        >>> SquareBoard(3, 3).line("a1", 1, 1)
        ['a1', 'b2', 'c3']
        """
        found: list[str] = []
        at: str | None = cell
        while at is not None:
            found.append(at)
            at = self.step(at, right, down)
        return found

    def row(self, number: int) -> list[str]:
        """Return the squares of a row, counted from 0; -1 is the last."""
        return self.line(self.name(0, range(self.rows)[number]), 1, 0)

    def column(self, number: int) -> list[str]:
        """Return the squares of a column, counted from 0; -1 is the last."""
        return self.line(self.name(range(self.columns)[number], 0), 0, 1)

    @cached_property
    def labels(self) -> tuple[tuple[str, Point], ...]:
        """Letters above, numbers at the left."""
        across = [(column_name(x), (x + 0.5, -0.3)) for x in range(self.columns)]
        return (*across, *((str(y + 1), (-0.3, y + 0.5)) for y in range(self.rows)))

    def text(self, letters: Mapping[str, str]) -> str:
        """Return rows of letters.

        >>> print(SquareBoard(3, 2).text({"b1": "  X"}))
            a  b  c
         1  .  X  .
         2  .  .  .
        """
        head = "   " + "".join(f"{column_name(x):>3}" for x in range(self.columns))
        rows = [
            f"{y + 1:>2} " + "".join(letters.get(self.name(x, y), "  .") for x in range(self.columns))
            for y in range(self.rows)
        ]
        return "\n".join((head, *rows))


class Track(SquareBoard):
    """Spaces in a row that turns back at the end of each line, named by their numbers from 1 on.

    >>> track = Track(5, 3)
    >>> track.cells, track.centers["4"], track.neighbors("3")
    (('1', '2', '3', '4', '5'), (2.5, 1.5), ('2', '4'))
    """

    def __init__(self, spaces: int, width: int = 10) -> None:
        super().__init__(min(spaces, width), -(-spaces // width))
        self.spaces = spaces

    @cached_property
    def _at(self) -> Mapping[str, tuple[int, int]]:
        """The column and the row of each space: every second line goes from right to left."""
        lines = [divmod(number, self.columns) for number in range(self.spaces)]
        return {str(n): (self.columns - 1 - x if y % 2 else x, y) for n, (y, x) in enumerate(lines, 1)}

    @cached_property
    def _ends(self) -> Mapping[str, tuple[str, str]]:
        """Only what follows each other is connected."""
        return {f"{one}-{one + 1}": (str(one), str(one + 1)) for one in range(1, self.spaces)}

    @cached_property
    def _corners(self) -> Mapping[str, tuple[Point, tuple[str, ...]]]:
        return {}

    @cached_property
    def labels(self) -> tuple[tuple[str, Point], ...]:
        """The spaces have their numbers."""
        return ()

    def text(self, letters: Mapping[str, str]) -> str:
        """Return one line of spaces, free ones by their numbers.

        >>> Track(4).text({"2": "  X"})
        '  1  X  3  4'
        """
        return "".join(letters.get(cell, f"{cell:>3}") for cell in self.cells)
