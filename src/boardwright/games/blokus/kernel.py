"""Tables for the compiled kernel, and positions as its states."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar, Final

from boardwright.core.search.kernel import KernelTables, filled, integers, reals
from boardwright.games.blokus import bot, learned
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState, color_score
from boardwright.games.blokus.facts import ALL_SQUARES, PIECE_OF, SHAPE_NUMBER, SHAPES, SIZES
from boardwright.games.blokus.movegen import without_one
from boardwright.games.blokus.moves import BlokusMove, Placement
from boardwright.games.blokus.options import BlokusOptions, Variant, variant
from boardwright.games.blokus.position import OVER, BlokusPosition

_ROWS: Final = 20
"""Rows of a board in a state, whatever its size."""
_CELLS: Final = 5
_COLOR_WORDS: Final = 2 + 2 * _ROWS
_LOOKS: Final = 24
"""Number of moves that the search ranks by the evaluation after each, in positions that it visits often."""
_PLAYOUT_WEIGHT: Final = 0.6
"""The share of a play-out in the value of a new node, the rest is the evaluation."""
_LONGEST: Final = 1000
"""Steps after which a play-out is cut off; no game has so many."""


def kernel(position: BlokusPosition) -> BlokusTables:
    """Return the tables of any variant."""
    return BlokusTables.of(position)


class BlokusTables(KernelTables[BlokusPosition, BlokusOptions]):
    """The tables of one variant."""

    engine: ClassVar[str] = "blokus"

    @property
    def variant(self) -> Variant:
        """The setup of the colors."""
        return variant(self.options.variant, self.seats)

    def tables(self) -> dict[str, array[Any]]:
        variant, size, moves = self.variant, self.variant.board.size, self.moves
        sizes = (size, len(variant.colors), variant.seats, len(moves), len(moves) - 1, _LONGEST)
        return {
            "sizes": integers((*sizes, bot.ENOUGH, ALL_SQUARES, _LOOKS)),
            "weights": reals(bot.EARLY_SCALE, bot.LATE_SCALE, _PLAYOUT_WEIGHT),
            "seat_of": integers(-1 if color.seat is None else color.seat for color in variant.colors),
            "starts": integers(number for color in variant.colors for number in color.start),
            "piece_size": integers(SIZES),
            "scoring": integers(self._scoring()),
            "shapes": integers(_shapes()),
            "cells": integers(chain(*(filled(chain(*shape.cells), 2 * _CELLS) for shape in SHAPES))),
            "plans": integers(_plans()),
            "corners": integers(_corners(variant.board)),
            **_learned(variant.board),
            **_numbering(moves),
        }

    def _scoring(self) -> tuple[int, int, int, int]:
        """Return what squares placed and squares left count, then the bonuses, read off the scores of three colors."""
        full, placed = color_score(ColorState(0, 0, 0), self.options.scoring), ALL_SQUARES - SIZES[0]
        one = color_score(ColorState(0, 0, 0, hand=1), self.options.scoring)
        done = color_score(ColorState(0, 0, 0, hand=0, last=1), self.options.scoring)
        left_worth = full.base // ALL_SQUARES
        return (one.base - left_worth * SIZES[0]) // placed, left_worth, done.all_pieces, done.last_monomino

    def pack(self, position: BlokusPosition, seat: int | None = None) -> bytes:
        board = self.variant.board
        words = [len(position.states) if position.mover == OVER else position.mover]
        for state in position.states:
            words += [state.hand, int(state.passed), *_to_rows(board, state.squares), *_to_rows(board, state.last)]
        return array("I", words).tobytes()

    def unpack(self, state: bytes) -> BlokusPosition:
        mover, *words = array("I", state)
        colors = self.variant.colors
        states = tuple(self._color(index, words[index * _COLOR_WORDS :]) for index in range(len(colors)))
        taken = sum(color.squares for color in states)
        return BlokusPosition(self.variant, self.options, states, taken, OVER if mover == len(colors) else mover)

    def _color(self, index: int, words: Sequence[int]) -> ColorState:
        board = self.variant.board
        start = board.bits([self.variant.colors[index].start])
        squares, last = _from_rows(board, words[2 : 2 + _ROWS]), _from_rows(board, words[2 + _ROWS : _COLOR_WORDS])
        return ColorState.rebuilt(board, start, squares, words[0], last, bool(words[1]))


def _to_rows(board: Board, bits: int) -> list[int]:
    row = (1 << board.size) - 1
    return [bits >> number * board.stride & row for number in range(_ROWS)]


def _from_rows(board: Board, rows: Sequence[int]) -> int:
    return sum(row << number * board.stride for number, row in enumerate(rows))


def _shapes() -> Iterator[int]:
    """Yield piece, squares, height and width of every shape."""
    for piece, shape in zip(PIECE_OF, SHAPES, strict=True):
        yield from (piece, len(shape.cells), shape.height, shape.width)


def _plans() -> Iterator[int]:
    """Yield how each shape is made from a smaller one: its number, where its box starts, and the cell it lacks."""
    for number, shape in enumerate(SHAPES):
        if len(shape.cells) == 1:
            yield from (number, 0, 0, 0, 0)
        else:
            rest, start, missing = without_one(shape.cells)
            yield from (rest, *start, *missing)


def _corners(board: Board) -> Iterator[int]:
    """Yield by shape, seven rows: what meets it at a corner, one row and one column further on."""
    for stamp in board.stamps:
        yield from (stamp.corners >> row * board.stride & (1 << _CELLS + 2) - 1 for row in range(_CELLS + 2))


def _learned(board: Board) -> dict[str, array[Any]]:
    """Return the learned weights, and the maps that are the same in every position."""
    net = learned.weights()
    inner, middle = learned.centers(board)
    return {
        "net_sizes": integers((learned.INPUTS, len(net.hidden))),
        "fives_fours": integers((learned.FIVES, learned.FOURS)),
        "hidden": reals(*(weight for row in net.hidden for weight in row)),
        "output": reals(*net.output),
        "early": reals(*net.early),
        "late": reals(*net.late),
        "inner": integers(_to_rows(board, inner)),
        "middle": integers(_to_rows(board, middle)),
    }


def _numbering(moves: Sequence[BlokusMove]) -> dict[str, array[int]]:
    """Return shape, row and column by number, 0 for the pass; and the number by them, -1 where none fits."""
    numbers = [-1] * (len(SHAPES) * _ROWS * _ROWS)
    places = [(0, 0, 0)] * len(moves)
    for index, move in enumerate(moves):
        if isinstance(move, Placement):
            shape, row, column = places[index] = SHAPE_NUMBER[move.piece, move.turn], move.row, move.col
            numbers[(shape * _ROWS + row) * _ROWS + column] = index
    shapes, rows, columns = zip(*places, strict=True)
    return {
        "action_of": integers(numbers),
        "action_shape": integers(shapes),
        "action_row": integers(rows),
        "action_col": integers(columns),
    }
