"""Tiles and placement as the founding documents call them.

On their boards an edge is a number: C 0, R 1, M 2, F 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.games.mage_duel.board import board_of
from boardwright.games.mage_duel.compat.records import Cell
from boardwright.games.mage_duel.facts import CITY, EDGES, EMPTY, LAYS, NO_TILE, NODE_POINTS, RIM, ROAD, SIZE, TILES
from boardwright.games.mage_duel.fit_tables import fits

_CODES = "CRMF"


class ExtendedTile(msgspec.Struct, frozen=True):
    """A rotated tile, edges from the top clockwise."""

    edges: tuple[int, int, int, int]


def create_extended_tile(tile: int, rotation: int) -> ExtendedTile:
    """A tile with its edges after that many clockwise quarter turns.

    >>> create_extended_tile(5, 1).edges  # CCRR turned once: R C C R
    (1, 0, 0, 1)
    """
    top, right, bottom, left = (_CODES.index(letter) for letter in EDGES[tile * 4 + rotation])
    return ExtendedTile((top, right, bottom, left))


def edge_codes(border: str) -> list[int]:
    """A border of the rules as the 32 numbers of `initial_edge_state`."""
    return [_CODES.index(letter) for letter in border]


def border_of(initial_edge_state: Sequence[int]) -> str:
    """`initial_edge_state` as a border of the rules."""
    return "".join(_CODES[code] for code in initial_edge_state)


def state_of(cells: bytes) -> list[Cell]:
    """The cells of the rules as 64 triples."""
    return [(NO_TILE, 0, 0) if cell == EMPTY else (cell % LAYS >> 2, cell & 3, cell // LAYS) for cell in cells]


def calculate_tile_points(tile: int) -> tuple[int, int]:
    """The (city points, road points) of a tile.

    >>> calculate_tile_points(4)  # CCCR
    (6, 1)
    """
    return NODE_POINTS[CITY] * TILES[tile].count("C"), NODE_POINTS[ROAD] * TILES[tile].count("R")


calcucate_tile_points = calculate_tile_points
"""The spelling of the founding documents."""


def calculate_adjacent_edge_points(
    initial_edge_state: Sequence[int], col: int, row: int, tile: int, rotation: int
) -> tuple[int, int]:
    """The (city points, road points) for edges next to border slots of their kind."""
    edges = create_extended_tile(tile, rotation).edges
    met = [_CODES[edges[edge]] for edge, slot in RIM[col * SIZE + row] if edges[edge] == initial_edge_state[slot]]
    return NODE_POINTS[CITY] * met.count("C"), NODE_POINTS[ROAD] * met.count("R")


def is_valid_move(
    tile: int, rotation: int, col: int, row: int, state: Sequence[Cell], initial_edge_state: Sequence[int]
) -> bool:
    """Whether the tile exists, the cell exists and is empty, all edges match and at least one connects."""
    if not (0 <= tile < NO_TILE and 0 <= rotation < 4 and 0 <= col < SIZE and 0 <= row < SIZE):
        return False
    laid = ((cell, each[0] * 4 + each[1], each[2]) for cell, each in enumerate(state) if each[0] != NO_TILE)
    try:
        board = board_of(border_of(initial_edge_state), laid)
    except ValueError:
        return False
    return fits(tile * 4 + rotation, board.frames[col * SIZE + row])
