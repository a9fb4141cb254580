"""All placements in a fixed order, and positions as planes of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache, lru_cache, partial

from boardwright.core.search.numbering import Actions, Limits, Plane, even_plane
from boardwright.games.blokus.board import board as board_of
from boardwright.games.blokus.facts import NAMES, SHAPES
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import PASS, BlokusMove, Placement
from boardwright.games.blokus.options import BlokusOptions, Variant, variant
from boardwright.games.blokus.position import OVER, BlokusPosition


def actions(seats: int, options: BlokusOptions) -> Actions[BlokusMove, BlokusPosition]:
    """Return a number for each placement that fits on the empty board, by shape, row and column; the pass is last.

    >>> actions(4, BlokusOptions()).size, actions(2, BlokusOptions(variant="duo")).size
    (30434, 13730)
    """
    return _actions(variant(options.variant, seats))


def limits(seats: int, options: BlokusOptions) -> Limits:
    """Return the limits: a color places each of its pieces, or passes once before the last of them; no chance.

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
    return Actions([*moves, PASS], planes=shown, cells=(size, size), encode=_encode, find=find, mask=mask)


def _find(table: list[list[int]], last: int, position: BlokusPosition, seat: int) -> list[int]:
    """Return the numbers of the legal moves, by shape and bit length of the anchor; the pass has the last."""
    moves = position.legal_moves(seat)
    if not isinstance(moves, Placements):
        return [last]
    found, powers = [], position.variant.board.powers
    for shape, anchors in moves.anchors.items():
        numbers = table[shape]
        while anchors:
            length = anchors.bit_length()
            found.append(numbers[length])
            anchors ^= powers[length]
    return found


def _mask(table: list[list[int]], last: int, position: BlokusPosition, seat: int) -> bytearray:
    """Return the legal moves as one byte each."""
    moves, powers, mask = position.legal_moves(seat), position.variant.board.powers, bytearray(last + 1)
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


_ORDER = ("of the color to move", *(f"of the color {step} after it" for step in ("1st", "2nd", "3rd")))


def planes(variant: Variant) -> Iterator[Plane]:
    """Yield four planes for each color, the color to move first; when the game is over, the first color comes first."""
    for whose in _ORDER[: len(variant.colors)]:
        yield Plane(f"squares {whose}", "the squares that it covers")
        yield Plane(f"corners {whose}", "the squares of which its next piece must cover one; none if it is out")
        yield Plane(f"hand {whose}", f"the pieces in hand, one a square from the top left: {', '.join(NAMES)}")
        yield Plane(f"own {whose}", "1 everywhere if the color belongs to this seat")


def _encode(position: BlokusPosition, seat: int | None) -> array[float]:
    """Return the planes of a position for that seat."""
    variant, states, taken = position.variant, position.states, position.taken
    board = variant.board
    size, colors = board.size, variant.colors
    blocks, whole = [], (even_plane(0.0, size * size), even_plane(1.0, size * size))
    first = 0 if position.mover == OVER else position.mover
    for index in (first, *variant.orders[first][:-1]):
        state = states[index]
        blocks.append(_squares(size, state.squares))
        blocks.append(_squares(size, 0 if state.is_out else state.open_corners(board, taken)))
        blocks.append(_hand(size, state.hand))
        blocks.append(whole[seat is not None and colors[index].seat == seat])
    return array("f", b"".join(blocks))


@lru_cache(maxsize=4096)
def _squares(size: int, bits: int) -> bytes:
    """Return a set of squares as a plane. From move to move most sets stay the same."""
    plane = array("f", bytes(4 * size * size))
    for row, column in board_of(size).cells(bits):
        plane[row * size + column] = 1.0
    return plane.tobytes()


@lru_cache(maxsize=4096)
def _hand(size: int, hand: int) -> bytes:
    plane = array("f", bytes(4 * size * size))
    for piece in range(len(NAMES)):
        plane[piece] = float(hand >> piece & 1)
    return plane.tobytes()
