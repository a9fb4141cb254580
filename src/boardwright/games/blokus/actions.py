"""All placements in a fixed order."""

from __future__ import annotations

from functools import cache, partial

from boardwright.core.actions import Actions, Limits
from boardwright.games.blokus.facts import NAMES, SHAPES
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import PASS, BlokusMove, Placement
from boardwright.games.blokus.observation import encode, planes
from boardwright.games.blokus.options import BlokusOptions, Variant, variant
from boardwright.games.blokus.position import BlokusPosition

_POWERS = tuple(1 << length >> 1 for length in range(21 * 20 + 1))
"""By bit length, the highest bit."""


def actions(seats: int, options: BlokusOptions) -> Actions[BlokusMove, BlokusPosition]:
    """One number for each placement that fits on the empty board, by shape, row and column; the last is the pass.

    >>> actions(4, BlokusOptions()).size, actions(2, BlokusOptions(variant="duo")).size
    (30434, 13730)
    """
    return _actions(variant(options.variant, seats))


def limits(seats: int, options: BlokusOptions) -> Limits:
    """A color places each of its pieces, or passes once before the last of them. There is no chance.

    >>> limits(4, BlokusOptions())
    Limits(moves=84, outcomes=0)
    """
    return Limits(len(NAMES) * len(variant(options.variant, seats).colors), 0)


@cache
def _actions(variant: Variant) -> Actions[BlokusMove, BlokusPosition]:
    size, stride = variant.board.size, variant.board.stride
    moves: list[BlokusMove] = []
    table: list[list[int]] = []
    for shape in SHAPES:
        numbers = [0] * (size * stride + 1)
        for row in range(size - shape.height + 1):
            for col in range(size - shape.width + 1):
                numbers[row * stride + col + 1] = len(moves)
                moves.append(Placement(shape.piece, row, col, shape.turn))
        table.append(numbers)
    find, mask = partial(_find, table, len(moves)), partial(_mask, table, len(moves))
    shown = tuple(planes(variant))
    return Actions([*moves, PASS], planes=shown, cells=(size, size), encode=encode, find=find, mask=mask)


def _find(table: list[list[int]], last: int, position: BlokusPosition, seat: int) -> list[int]:
    """The numbers of the legal moves, by shape and bit length of the anchor; the pass has the last."""
    moves = position.legal_moves(seat)
    if not isinstance(moves, Placements):
        return [last]
    found, powers = [], _POWERS
    for shape, anchors in moves.anchors.items():
        numbers = table[shape]
        while anchors:
            length = anchors.bit_length()
            found.append(numbers[length])
            anchors ^= powers[length]
    return found


def _mask(table: list[list[int]], last: int, position: BlokusPosition, seat: int) -> bytearray:
    """The legal moves as one byte each."""
    moves, powers, mask = position.legal_moves(seat), _POWERS, bytearray(last + 1)
    if not isinstance(moves, Placements):
        mask[last] = 1
        return mask
    for shape, anchors in moves.anchors.items():
        numbers = table[shape]
        while anchors:
            length = anchors.bit_length()
            mask[numbers[length]] = 1
            anchors ^= powers[length]
    return mask
