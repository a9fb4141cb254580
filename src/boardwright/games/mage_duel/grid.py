"""The 8x8 board: cells, neighbors, the 32 border slots and the 256 nodes.

A cell is `col * 8 + row`, column 0 on the left, row 0 on top; in notation columns are a-h and rows 1-8.
A node is one edge of one cell: `cell * 4 + edge`.

The border slots run counter-clockwise from the lower left corner: bottom 0-7, right 8-15, top 16-23, left 24-31.
"""

from __future__ import annotations

SIZE = 8
CELLS = SIZE * SIZE
NODES = CELLS * 4
SLOTS = SIZE * 4

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_VISITED = (2, 0, 3, 1)
"""Neighbors are visited bottom, top, left, right: it decides which node names a joined structure."""

CELL_NAMES = tuple(column + row for column in "abcdefgh" for row in "12345678")
"""Cell -> its name, such as a1 for cell 0 and d5 for cell 28."""


def slot(col: int, row: int, edge: int) -> int:
    """The border slot that this edge of a cell on the rim touches.

    >>> slot(2, 7, 2), slot(7, 7, 1), slot(7, 0, 0), slot(0, 3, 3)
    (2, 8, 16, 27)
    """
    return (23 - col, 15 - row, col, 24 + row)[edge]


def _across(col: int, row: int, edge: int) -> int:
    x, y = col + _STEPS[edge][0], row + _STEPS[edge][1]
    is_inside = 0 <= x < SIZE and 0 <= y < SIZE
    return (x * SIZE + y) * 4 + (edge ^ 2) if is_inside else ~slot(col, row, edge)


ACROSS = tuple(tuple(_across(*divmod(cell, SIZE), edge) for edge in range(4)) for cell in range(CELLS))
"""Cell -> for each edge the node it touches, or ~slot at the border."""
NEAR = tuple(tuple((edge, nodes[edge] // 4, edge ^ 2) for edge in _VISITED if nodes[edge] >= 0) for nodes in ACROSS)
"""Cell -> (edge, neighboring cell, that cell's touching edge)."""
RIM = tuple(tuple((edge, ~nodes[edge]) for edge in _VISITED if nodes[edge] < 0) for nodes in ACROSS)
"""Cell -> (edge, border slot)."""
SLOT_EDGES = {number: (cell, edge) for cell in range(CELLS) for edge, number in RIM[cell]}
"""Border slot -> (cell, edge) that touches it."""
