"""Boards of hexagons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import sqrt

from boardwright.core.layout.board import Board, Point, column_name

_HEIGHT = 2 / sqrt(3)
"""The height of a hexagon that is one unit wide."""
_STEP = _HEIGHT * 3 / 4
_CORNERS = ((0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5))
_DIRECTIONS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


class HexBoard(Board):
    """Rows of hexagons: a rhombus with so many on each side, or a hexagon (`HexBoard(4, "hexagon")`).

    >>> board = HexBoard(3)
    >>> board.cells[:4], board.neighbors("b2"), board.step("b2", 1)
    (('a1', 'b1', 'c1', 'a2'), ('b1', 'c1', 'a2', 'c2', 'a3', 'b3'), 'c2')
    >>> len(HexBoard(3, "hexagon").cells)
    19
    """

    def __init__(self, side: int, outline: str = "rhombus") -> None:
        if outline not in ("rhombus", "hexagon"):
            raise ValueError(f"{outline!r} is not an outline of a HexBoard; use 'rhombus' or 'hexagon'")
        self.side_length, self.outline = side, outline

    @cached_property
    def _axial(self) -> Mapping[str, tuple[int, int]]:
        """For each cell its column and row; a row begins half a cell to the right of the one above."""
        side = self.side_length
        if self.outline == "rhombus":
            return {f"{column_name(q)}{r + 1}": (q, r) for r in range(side) for q in range(side)}
        most = 2 * side - 1
        inside = [(q, r) for r in range(most) for q in range(most) if side - 1 <= q + r <= 3 * (side - 1)]
        return {f"{column_name(q)}{r + 1}": (q, r) for q, r in inside}

    @cached_property
    def outlines(self) -> Mapping[str, tuple[Point, ...]]:
        """Hexagons with a point at the top."""
        middles = {name: (q + r / 2, r * _STEP) for name, (q, r) in self._axial.items()}
        left = min(x for x, _ in middles.values()) - 0.5
        return {
            name: tuple((x - left + dx, y + _HEIGHT / 2 * (1 + dy)) for dx, dy in _CORNERS)
            for name, (x, y) in middles.items()
        }

    @cached_property
    def _named(self) -> Mapping[tuple[int, int], str]:
        return {at: name for name, at in self._axial.items()}

    def at(self, cell: str) -> tuple[int, int]:
        """Return the column and the row of a cell, counted from 0."""
        return self._axial[cell]

    def step(self, cell: str, direction: int) -> str | None:
        """Return the next cell in one of six directions, clockwise from the upper right; None beyond the board."""
        (q, r), (dq, dr) = self._axial[cell], _DIRECTIONS[direction]
        return self._named.get((q + dq, r + dr))

    def row(self, number: int) -> list[str]:
        """Return the cells of a row, counted from 0; -1 is the last."""
        last = max(r for _, r in self._axial.values())
        return [name for name, (_, r) in self._axial.items() if r == range(last + 1)[number]]

    def column(self, number: int) -> list[str]:
        """Return the cells of a column, which leans to the right, counted from 0; -1 is the last."""
        last = max(q for q, _ in self._axial.values())
        return [name for name, (q, _) in self._axial.items() if q == range(last + 1)[number]]

    def mirrored(self, cell: str) -> str:
        """Return the cell with column and row exchanged.

        >>> HexBoard(5).mirrored("b4")
        'd2'
        """
        q, r = self._axial[cell]
        return self._named[r, q]

    @cached_property
    def labels(self) -> tuple[tuple[str, Point], ...]:
        """The letters of columns above their first cells, the numbers of rows at their left."""
        columns: dict[int, str] = {}
        rows: dict[int, str] = {}
        for name, (q, r) in self._axial.items():
            columns.setdefault(q, name)
            rows.setdefault(r, name)
        above = [(column_name(q), self._beside(name, -0.55, -0.95)) for q, name in columns.items()]
        # In the upper half of a hexagon a column begins at the left of each row.
        first = self.side_length - 1 if self.outline == "hexagon" else 0
        left = [(str(r + 1), self._beside(name, -1.5 if r < first else -1.0, 0.0)) for r, name in rows.items()]
        return (*above, *left)

    def _beside(self, cell: str, right: float, down: float) -> Point:
        x, y = self.centers[cell]
        return x + right, y + down

    def text(self, letters: Mapping[str, str]) -> str:
        """Return rows of letters, each half a cell further right.

        >>> print(HexBoard(2).text({"b1": "  X"}))
             a  b
         1   .  X
           2   .  .
        """
        first = min(self._axial.values(), key=lambda at: at[1])[1]
        head = "   " + "".join(f"{column_name(q):>3}" for q, r in self._axial.values() if r == first)
        lines = [head if self.outline == "rhombus" else ""]
        left = min(x for x, _ in self.centers.values())
        for row in range(max(r for _, r in self._axial.values()) + 1):
            cells = self.row(row)
            indent = " " * round((self.centers[cells[0]][0] - left) * 3)
            names = "" if self.outline == "rhombus" else f"  {cells[0]}-{cells[-1]}"
            lines.append(f"{row + 1:>2} {indent}" + "".join(letters.get(cell, "  .") for cell in cells) + names)
        return "\n".join(filter(None, lines))
