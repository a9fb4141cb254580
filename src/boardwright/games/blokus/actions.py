"""All placements in a fixed order, and a view as planes of numbers."""

from __future__ import annotations

from array import array
from functools import cache

from boardwright.core.actions import Actions
from boardwright.games.blokus.facts import NUMBER, SHAPES, Cell
from boardwright.games.blokus.moves import PASS, Move, Placement
from boardwright.games.blokus.options import BlokusOptions, Variant, variant
from boardwright.games.blokus.view import BlokusView

PLANES = 4
"""Planes per color: its squares; its open corners; its hand, piece by piece from the top left; whether it is mine."""


def actions(seats: int, options: BlokusOptions) -> Actions[Move, BlokusView]:
    """One number for each placement that fits on the empty board, by shape, row and column; the last is the pass.

    The view becomes four planes per color, the color to move first.

    >>> actions(4, BlokusOptions()).size, actions(2, BlokusOptions(variant="duo")).size
    (30434, 13730)
    """
    return _actions(variant(options.variant, seats))


@cache
def _actions(variant: Variant) -> Actions[Move, BlokusView]:
    size = variant.board.size
    placements = (
        Placement(shape.piece, row, col, shape.turn)
        for shape in SHAPES
        for row in range(size - shape.height + 1)
        for col in range(size - shape.width + 1)
    )
    return Actions([*placements, PASS], shape=(PLANES * len(variant.colors), size, size), encode=encode)


def encode(view: BlokusView) -> array[float]:
    """The planes of a view, flat. When the game is over, the first color comes first."""
    size = len(view.board)
    numbers = array("f")
    for color in view.from_mover():
        digit = str(color.number)
        squares = [(r, c) for r, row in enumerate(view.board) for c, square in enumerate(row) if square == digit]
        hand = [divmod(NUMBER[name], size) for name in color.hand]
        is_mine = color.seat is not None and color.seat == view.seat
        numbers += _plane(size, squares) + _plane(size, color.corners) + _plane(size, hand)
        numbers += array("f", [float(is_mine)]) * (size * size)
    return numbers


def _plane(size: int, cells: list[Cell] | tuple[Cell, ...]) -> array[float]:
    plane = array("f", bytes(4 * size * size))
    for row, col in cells:
        plane[row * size + col] = 1.0
    return plane
