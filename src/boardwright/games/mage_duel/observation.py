"""A position as planes of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache

from boardwright.core.actions import Plane
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import CITY, FACES, FIELD, LAYS, NO_TILE, RED, ROAD, TILES
from boardwright.games.mage_duel.grid import CELLS, RIM, SIZE
from boardwright.games.mage_duel.position import MageDuelPosition

_KINDS = (CITY, ROAD, FIELD)
_LAID, _OWNER, _LEAD, _OPEN, _BORDER, _EVEN = 0, 12, 14, 18, 22, 30
"""Where groups of planes begin."""
_EDGES = ("top", "right", "bottom", "left")

PLANES = (
    *(Plane(f"{edge} edge", f"what the {edge} edge of the tile shows: city, road or field", 3) for edge in _EDGES),
    Plane("own tiles", "tiles that this side laid"),
    Plane("other tiles", "tiles that the other side laid"),
    *(Plane(f"{edge} lead", f"own lead in points in the structure at the {edge} edge, over 16") for edge in _EDGES),
    *(Plane(f"{edge} open", f"1 if the structure at the {edge} edge is not settled yet") for edge in _EDGES),
    *(Plane(f"{edge} border", f"a city or a road on the border at the {edge} edge", 2) for edge in _EDGES),
    Plane("top tile", f"everywhere 1 in the plane of the tile on top of the deck: {', '.join(TILES)}", NO_TILE),
    Plane("deck", "everywhere how many tiles of each type are left, over 9", NO_TILE),
    Plane("own jokers", "everywhere, over 14"),
    Plane("other jokers", "everywhere, over 14"),
    Plane("lead", "everywhere the own points minus the other side's, over 64"),
    Plane("points", "everywhere the points of both sides together, over 256"),
    Plane("to act", "1 everywhere if this side may act"),
    Plane("skipped", "1 everywhere if the last move was a skip"),
)
"""8x8, row by row from the top."""


def _index(plane: int, cell: int) -> int:
    return plane * CELLS + cell % SIZE * SIZE + cell // SIZE


_FACE_PLACES = tuple(
    tuple(
        tuple(_index(_LAID + edge * 3 + _KINDS.index(face), cell) for edge, face in enumerate(faces)) for faces in FACES
    )
    for cell in range(CELLS)
)
"""By cell and lay, the indices of what the four edges show."""
_STRUCTURE_EDGES = tuple(tuple(edge for edge, face in enumerate(faces) if face != FIELD) for faces in FACES)
"""By lay, the edges with a city or a road."""
_SQUARE = tuple(_index(0, cell) for cell in range(CELLS))


def encode(position: MageDuelPosition, seat: int | None) -> array[float]:
    """The planes of a position from that side; a spectator sees the side to move."""
    side = seat if seat is not None else (*position.actors, 0)[0]
    numbers = _bordered(position.border)[:]
    board = position.board
    _write_tiles(numbers, board, side, is_over=position.is_over)
    for plane, value in _constants(position, side):
        if value:
            numbers[plane * CELLS : (plane + 1) * CELLS] = _filled(value)
    return numbers


def _write_tiles(numbers: array[float], board: Board, side: int, *, is_over: bool) -> None:
    parents, cells = board.parents, board.cells
    standing = {}
    for root, (_, blue, red, edges, _) in board.structures.items():
        lead = red - blue if side == RED else blue - red
        standing[root] = (lead / 16 if -16 < lead < 16 else 1.0 if lead > 0 else -1.0), float(edges > 0 and not is_over)
    for cell in board.order:
        owner, lay = divmod(cells[cell], LAYS)
        square = _SQUARE[cell]
        top, right, bottom, left = _FACE_PLACES[cell][lay]
        numbers[top] = numbers[right] = numbers[bottom] = numbers[left] = 1.0
        numbers[(_OWNER + (owner != side)) * CELLS + square] = 1.0
        for edge in _STRUCTURE_EDGES[lay]:
            node = cell * 4 + edge
            while parents[node] != node:
                node = parents[node]
            place = edge * CELLS + square
            numbers[_LEAD * CELLS + place], numbers[_OPEN * CELLS + place] = standing[node]


@lru_cache(maxsize=256)
def _bordered(border: str) -> array[float]:
    """An empty board with its border."""
    numbers = array("f", bytes(4 * CELLS * sum(plane.size for plane in PLANES)))
    faces = read_border(border)
    for cell in range(CELLS):
        for edge, slot in RIM[cell]:
            if faces[slot]:
                numbers[_index(_BORDER + edge * 2 + faces[slot] - 1, cell)] = 1.0
    return numbers


def _constants(position: MageDuelPosition, side: int) -> Iterator[tuple[int, float]]:
    """The planes that are the same everywhere, with their values."""
    if position.top != NO_TILE:
        yield _EVEN + position.top, 1.0
    deck = bytes(position.deck)
    for tile in set(deck):
        yield _EVEN + NO_TILE + tile, min(1.0, deck.count(tile) / 9)
    scores, jokers = position.board.scores, position.jokers
    own, other = sum(scores[side]), sum(scores[1 - side])
    rest = _EVEN + 2 * NO_TILE
    yield rest, min(1.0, jokers[side] / 14)
    yield rest + 1, min(1.0, jokers[1 - side] / 14)
    yield rest + 2, max(-1.0, min(1.0, (own - other) / 64))
    yield rest + 3, min(1.0, (own + other) / 256)
    yield rest + 4, float(side in position.actors)
    yield rest + 5, float(position.last_skipped)


@lru_cache(maxsize=1024)
def _filled(value: float) -> array[float]:
    return array("f", [value]) * CELLS
