"""A position as planes of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache

from boardwright.core.actions import Plane
from boardwright.games.blokus.board import board as board_of
from boardwright.games.blokus.facts import NAMES
from boardwright.games.blokus.options import Variant
from boardwright.games.blokus.position import OVER, BlokusPosition

_ORDER = ("of the color to move", *(f"of the color {step} after it" for step in ("1st", "2nd", "3rd")))


def planes(variant: Variant) -> Iterator[Plane]:
    """Four planes for each color, the color to move first; when the game is over, the first color comes first."""
    for whose in _ORDER[: len(variant.colors)]:
        yield Plane(f"squares {whose}", "the squares that it covers")
        yield Plane(f"corners {whose}", "the squares of which its next piece must cover one; none if it is out")
        yield Plane(f"hand {whose}", f"the pieces in hand, one a square from the top left: {', '.join(NAMES)}")
        yield Plane(f"own {whose}", "1 everywhere if the color belongs to this seat")


def encode(position: BlokusPosition, seat: int | None) -> array[float]:
    """The planes of a position for that seat."""
    variant, states, taken = position.variant, position.states, position.taken
    board = variant.board
    size, colors = board.size, variant.colors
    blocks = []
    first = 0 if position.mover == OVER else position.mover
    for index in (first, *variant.orders[first][:-1]):
        state = states[index]
        blocks.append(_squares(size, state.squares))
        blocks.append(_squares(size, 0 if state.is_out else state.open_corners(board, taken)))
        blocks.append(_hand(size, state.hand))
        blocks.append(_even(size, seat is not None and colors[index].seat == seat))
    return array("f", b"".join(blocks))


@lru_cache(maxsize=4096)
def _squares(size: int, bits: int) -> bytes:
    """A set of squares as a plane. From move to move most sets stay the same."""
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


@lru_cache
def _even(size: int, value: bool) -> bytes:
    return (array("f", [float(value)]) * (size * size)).tobytes()
