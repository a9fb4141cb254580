"""The piece table: names, sizes, turns."""

from __future__ import annotations

import pytest

from boardwright.games.blokus.board import board
from boardwright.games.blokus.facts import (
    ALL_SQUARES,
    FULL_HAND,
    NAMES,
    PIECES,
    SHAPE_NUMBER,
    SHAPES,
    SHAPES_OF,
    TURNS,
    turned,
)
from boardwright.games.blokus.movegen import finder
from tests.games.blokus.play import begin

# By piece: distinct shapes, first moves in a corner, placements on an empty 20x20 board.
COUNTS = {
    "I1": (1, 1, 400), "I2": (2, 2, 760), "I3": (2, 2, 720), "V3": (4, 3, 1444), "I4": (2, 2, 680),
    "L4": (8, 6, 2736), "O4": (1, 1, 361), "T4": (4, 2, 1368), "Z4": (4, 2, 1368), "I5": (2, 2, 640),
    "L5": (8, 6, 2584), "V5": (4, 3, 1296), "U5": (4, 4, 1368), "T5": (4, 2, 1296), "W5": (4, 2, 1296),
    "X5": (1, 0, 324), "Y5": (8, 4, 2584), "F5": (8, 2, 2592), "P5": (8, 6, 2736), "Z5": (4, 2, 1296),
    "N5": (8, 4, 2584),
}  # fmt: skip


def test_there_are_21_pieces_with_89_squares_and_91_shapes() -> None:
    assert (len(PIECES), ALL_SQUARES, len(SHAPES)) == (21, 89, 91)
    assert tuple(COUNTS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_shapes_first_moves_and_placements_of_each_piece(name: str) -> None:
    shapes, firsts, everywhere = COUNTS[name]
    number = NAMES.index(name)
    moves = begin().legal_moves()
    found = finder(board(20).stride)(board(20).full, board(20).full, 1 << number)
    assert len(SHAPES_OF[number]) == shapes
    assert sum(str(move).startswith(name) for move in moves) == firsts
    assert sum(map(int.bit_count, found.values())) == everywhere


@pytest.mark.parametrize(("size", "count"), [(20, 30_433), (14, 13_729)])
def test_placements_on_an_empty_board(size: int, count: int) -> None:
    full = board(size).full
    assert sum(map(int.bit_count, finder(board(size).stride)(full, full, FULL_HAND).values())) == count


@pytest.mark.parametrize(
    ("turn", "cells"),
    [
        ("", ((0, 0), (0, 1), (0, 2), (1, 2))),
        ("r90", ((0, 0), (0, 1), (1, 0), (2, 0))),
        ("r180", ((0, 0), (1, 0), (1, 1), (1, 2))),
        ("r270", ((0, 1), (1, 1), (2, 0), (2, 1))),
        ("f", ((0, 0), (0, 1), (0, 2), (1, 0))),
        ("r90f", ((0, 0), (1, 0), (2, 0), (2, 1))),
    ],
)
def test_quarter_turns_go_counter_clockwise_after_the_mirror(turn: str, cells: tuple[tuple[int, int], ...]) -> None:
    assert turned(PIECES["L4"], TURNS[turn]) == cells


def test_the_canonical_turn_is_the_first_that_gives_the_shape() -> None:
    for (piece, turn), number in SHAPE_NUMBER.items():
        same = [other for other in TURNS if turned(PIECES[piece], TURNS[other]) == turned(PIECES[piece], TURNS[turn])]
        assert SHAPES[number].turn == same[0]


def test_every_shape_lies_at_the_origin_of_its_box() -> None:
    for shape in SHAPES:
        assert min(r for r, _ in shape.cells) == min(c for _, c in shape.cells) == 0
        assert (shape.height, shape.width) == tuple(max(axis) + 1 for axis in zip(*shape.cells, strict=True))
