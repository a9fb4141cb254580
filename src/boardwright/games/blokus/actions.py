"""All placements in a fixed order."""

from __future__ import annotations

from functools import cache, partial

from boardwright.core.actions import Actions, Limits
from boardwright.games.blokus.facts import NAMES, SHAPES
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import PASS, Move, Placement
from boardwright.games.blokus.observation import encode, planes
from boardwright.games.blokus.options import BlokusOptions, Variant, variant
from boardwright.games.blokus.position import BlokusPosition

_POWERS = tuple(1 << length >> 1 for length in range(21 * 20 + 1))
"""By bit length, the highest bit."""


def actions(seats: int, options: BlokusOptions) -> Actions[Move, BlokusPosition]:
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
def _actions(variant: Variant) -> Actions[Move, BlokusPosition]:
    size = variant.board.size
    placements = (
        Placement(shape.piece, row, col, shape.turn)
        for shape in SHAPES
        for row in range(size - shape.height + 1)
        for col in range(size - shape.width + 1)
    )
    table, shown = _numbers(size), tuple(planes(variant))
    find, mask = partial(_find, table), partial(_mask, table)
    return Actions([*placements, PASS], planes=shown, cells=(size, size), encode=encode, find=find, mask=mask)


def _find(table: tuple[list[int], ...], position: BlokusPosition, seat: int) -> list[int]:
    """The numbers of the legal moves, without making the moves."""
    moves = position.legal_moves(seat)
    if not isinstance(moves, Placements):
        return [table[-1][0]]
    found, powers = [], _POWERS
    for shape, anchors in moves.anchors.items():
        numbers = table[shape]
        while anchors:
            length = anchors.bit_length()
            found.append(numbers[length])
            anchors ^= powers[length]
    return found


def _mask(table: tuple[list[int], ...], position: BlokusPosition, seat: int) -> bytearray:
    """The legal moves as one byte each."""
    moves, powers, last = position.legal_moves(seat), _POWERS, table[-1][0]
    mask = bytearray(last + 1)
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


@cache
def _numbers(size: int) -> tuple[list[int], ...]:
    """By shape, the number of a placement by the bit length of its anchor; last, the number of the pass."""
    tables, first = [], 0
    for shape in SHAPES:
        wide, high = size - shape.width + 1, size - shape.height + 1
        numbers = [0] * ((size + 1) * size + 1)
        for row in range(high):
            for col in range(wide):
                numbers[row * (size + 1) + col + 1] = first + row * wide + col
        tables.append(numbers)
        first += wide * high
    return (*tables, [first])
