"""Observations of many states of the kernel at once."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from boardwright.games.blokus.facts import NAMES
from boardwright.games.blokus.options import Variant

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
_ROWS = 20
_COLOR_WORDS = 2 + 2 * _ROWS
_SHARED = -1


class Observer:
    """Works on rows of squares, which are bits of a word, for all colors of all games together."""

    def __init__(self, variant: Variant, count: int) -> None:
        self._size, self._seats = variant.board.size, variant.seats
        self._colors = len(variant.colors)
        self._seat_of = np.array([_SHARED if color.seat is None else color.seat for color in variant.colors])
        self._starts = np.zeros((self._colors, self._size), np.uint32)
        for index, color in enumerate(variant.colors):
            self._starts[index, color.start[0]] = 1 << color.start[1]
        self._games = np.arange(count)[:, None]

    def over(self, states: Array) -> Array:
        over: Array = states[:, 0] == self._colors
        return over

    def write(self, states: Array, seats: Array, out: Array) -> None:
        size, over = self._size, self.over(states)
        words = states[:, 1:].reshape(len(states), self._colors, _COLOR_WORDS)
        mover = np.where(over, 0, states[:, 0]).astype(np.int64)
        self._write_seats(words[self._games[:, 0], mover, 0], mover, over, seats)
        order = (mover[:, None] + np.arange(self._colors)) % self._colors
        squares = words[:, :, 2 : 2 + size]
        is_out = (words[:, :, 1] > 0) | (words[:, :, 0] == 0)
        corners = np.where(is_out[:, :, None], 0, self._corners(squares))
        planes = out.reshape(len(states), self._colors, 4, size, size)
        planes[:, :, 0] = _bits(squares[self._games, order])[..., :size]
        planes[:, :, 1] = _bits(corners[self._games, order].astype(np.uint32))[..., :size]
        hands = _bits(words[self._games, order, 0])[..., : len(NAMES)]
        planes.reshape(len(states), self._colors, 4, size * size)[:, :, 2, : len(NAMES)] = hands
        planes[:, :, 3] = (self._seat_of[order] == seats[:, None])[:, :, None, None]

    def _write_seats(self, hands: Array, mover: Array, over: Array, seats: Array) -> None:
        """The seats take turns with a shared color, counted by the pieces that it has placed."""
        turns = (len(NAMES) - np.bitwise_count(hands).astype(np.int64)) % self._seats
        actors = np.where(self._seat_of[mover] == _SHARED, turns, self._seat_of[mover])
        seats[:] = np.where(over, seats, actors)

    def _corners(self, squares: Array) -> Array:
        """The squares of which each color's next piece must cover one."""
        full = np.uint32((1 << self._size) - 1)
        beside = squares << np.uint32(1) | squares >> np.uint32(1)
        edges = beside | _next_rows(squares)
        corners = np.where(squares.any(2, keepdims=True), _next_rows(beside) & ~squares & ~edges, self._starts)
        taken = np.bitwise_or.reduce(squares, axis=1)[:, None]
        found: Array = corners & full & ~taken & ~edges
        return found


def _next_rows(rows: Array) -> Array:
    """For every row, what the rows above and below it have."""
    spread = np.zeros_like(rows)
    spread[:, :, 1:] |= rows[:, :, :-1]
    spread[:, :, :-1] |= rows[:, :, 1:]
    return spread


def _bits(words: Array) -> Array:
    """The bits of 32-bit words as a last axis, the lowest first."""
    octets = np.ascontiguousarray(words, "<u4").view(np.uint8).reshape(*words.shape, 4)
    return np.unpackbits(octets, axis=-1, bitorder="little")
