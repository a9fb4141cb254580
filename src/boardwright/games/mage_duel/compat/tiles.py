"""Tiles and placement as the founding documents call them.

On their boards an edge is a number: C 0, R 1, M 2, F 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.games.mage_duel.board import board_of
from boardwright.games.mage_duel.compat.records import Cell
from boardwright.games.mage_duel.facts import EDGES, EMPTY, LAYS, LETTERS, NO_TILE, POINTS
from boardwright.games.mage_duel.fit_tables import fits
from boardwright.games.mage_duel.grid import CELLS, SIZE
from boardwright.games.mage_duel.scoring import border_points

_CODES = "CRMF"


class ExtendedTile(msgspec.Struct, frozen=True):
    """A tile as it lies, edges from the top clockwise."""

    edges: tuple[int, int, int, int]


def create_extended_tile(tile: int, rotation: int) -> ExtendedTile:
    """
    >>> create_extended_tile(5, 1).edges  # CCRR turned once: R C C R
    (1, 0, 0, 1)
    """
    top, right, bottom, left = (_CODES.index(letter) for letter in EDGES[tile * 4 + rotation])
    return ExtendedTile((top, right, bottom, left))


def edge_codes(border: bytes) -> list[int]:
    """A border as the 32 numbers of `initial_edge_state`."""
    return [_CODES.index(LETTERS[face]) for face in border]


def faces_of(initial_edge_state: Sequence[int]) -> bytes:
    """`initial_edge_state` as the rules keep it."""
    return bytes(LETTERS.index(_CODES[code]) for code in initial_edge_state)


def cells_of(state: Sequence[Cell]) -> bytes:
    """The 64 triples as the rules keep them."""
    return bytes(EMPTY if tile == NO_TILE else tile * 4 + rotation + LAYS * side for tile, rotation, side in state)


def state_of(cells: bytes) -> list[Cell]:
    """The rules' cells as 64 triples."""
    return [(NO_TILE, 0, 0) if cell == EMPTY else (cell % LAYS >> 2, cell & 3, cell // LAYS) for cell in cells]


def calculate_tile_points(tile: int) -> tuple[int, int]:
    """(city points, road points) of a tile.

    >>> calculate_tile_points(4)  # CCCR
    (6, 1)
    """
    return POINTS[tile]


calcucate_tile_points = calculate_tile_points
"""The spelling of the founding documents."""


def calculate_adjacent_edge_points(
    initial_edge_state: Sequence[int], col: int, row: int, tile: int, rotation: int
) -> tuple[int, int]:
    """(city points, road points) for edges that lie against border slots of their kind."""
    return border_points(faces_of(initial_edge_state), col * SIZE + row, tile * 4 + rotation)


def is_valid_move(
    tile: int, rotation: int, col: int, row: int, state: Sequence[Cell], initial_edge_state: Sequence[int]
) -> bool:
    """Whether the tile is one, the cell empty and on the board, all edges match and at least one connects."""
    if not (0 <= tile < NO_TILE and 0 <= rotation < 4 and 0 <= col < SIZE and 0 <= row < SIZE):
        return False
    cells = cells_of(state)
    laid = ((cell, cells[cell] % LAYS, 0) for cell in range(CELLS) if cells[cell] != EMPTY)
    board = board_of(faces_of(initial_edge_state), laid)
    return board is not None and fits(tile * 4 + rotation, board.frames[col * SIZE + row])
