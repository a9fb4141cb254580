"""A position as planes of numbers; the board's are kept from move to move, for a tile changes few of them."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

from boardwright.core.search.numbering import Plane
from boardwright.games.mage_duel.board import Board, read_border
from boardwright.games.mage_duel.facts import (
    CELLS,
    CITY,
    EDGE_NAMES,
    FACES,
    GROUPS,
    LAYS,
    NO_TILE,
    SIZE,
    SLOT_EDGES,
    TILES,
)
from boardwright.games.mage_duel.scoring import Structure

if TYPE_CHECKING:
    from boardwright.games.mage_duel.position import MageDuelPosition

PLANES = (
    *(Plane(f"{edge} edge", f"what the {edge} edge of the tile shows: city, road or field", 3) for edge in EDGE_NAMES),
    Plane("own tiles", "tiles that this side laid"),
    Plane("other tiles", "tiles that the other side laid"),
    *(Plane(f"{edge} lead", f"own lead in points in the structure at the {edge} edge, over 16") for edge in EDGE_NAMES),
    *(Plane(f"{edge} open", f"1 if the structure at the {edge} edge is not settled yet") for edge in EDGE_NAMES),
    *(Plane(f"{edge} border", f"a city or a road on the border at the {edge} edge", 2) for edge in EDGE_NAMES),
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


_NO_EDGES = array("f", [0.0]) * (4 * CELLS)
"""A plane for each edge, with nothing on it."""
SQUARES = tuple(cell % SIZE * SIZE + cell // SIZE for cell in range(CELLS))
"""By cell, its place in a plane: row by row."""


class BoardPlanes:
    """A board in numbers, which never change; `after` makes those of a later board.

    `places` has the places of every structure in the planes of edges, by its root.
    """

    __slots__ = ("_faces", "_leads", "_open", "_order", "_owners", "_places", "_structures")

    def __init__(self) -> None:
        self._order = b""
        self._structures: dict[int, Structure] = {}
        self._places: dict[int, tuple[int, ...]] = {}
        self._faces, self._open = _NO_EDGES * 3, _NO_EDGES
        self._owners = (_NO_EDGES[:CELLS],) * 2
        self._leads = (_NO_EDGES,) * 2

    def after(self, board: Board) -> BoardPlanes:
        """The same for a board on which more tiles were laid; anything else is drawn anew."""
        if board.order == self._order and board.structures is self._structures:
            return self
        if not board.order.startswith(self._order):
            return BoardPlanes().after(board)
        new = BoardPlanes.__new__(BoardPlanes)
        new._order, new._structures, new._places = board.order, board.structures, self._places.copy()
        new._faces, new._open = self._faces[:], self._open[:]
        new._owners = self._owners[0][:], self._owners[1][:]
        new._leads = self._leads[0][:], self._leads[1][:]
        new._join(board)
        for cell in board.order[len(self._order) :]:
            new._lay(board, cell)
        before = self._structures
        for root, structure in board.structures.items():
            if before.get(root) is not structure:
                new._mark(root, structure)
        return new

    def _join(self, board: Board) -> None:
        """Structures that were joined have one root now."""
        places, structures = self._places, board.structures
        for root in [root for root in places if root not in structures]:
            joined = board.root(root)
            places[joined] = places.get(joined, ()) + places.pop(root)

    def _lay(self, board: Board, cell: int) -> None:
        owner, lay = divmod(board.cells[cell], LAYS)
        faces, places, square = self._faces, self._places, SQUARES[cell]
        for edge, face in enumerate(FACES[lay]):
            faces[(edge * 3 + face - CITY) * CELLS + square] = 1.0
        self._owners[owner][square] = 1.0
        for _, edges in GROUPS[lay]:
            root = board.root(cell * 4 + edges[0])
            places[root] = (*places.get(root, ()), *[edge * CELLS + square for edge in edges])

    def _mark(self, root: int, structure: Structure) -> None:
        _, blue, red, edges, _ = structure
        lead = max(-16, min(16, blue - red))
        blue_lead, red_lead, is_open = lead / 16, -lead / 16, float(edges > 0)
        (blues, reds), opens = self._leads, self._open
        for place in self._places[root]:
            blues[place] = blue_lead
            reds[place] = red_lead
            opens[place] = is_open

    def blocks(self, side: int, *, is_over: bool) -> tuple[array[float] | bytes, ...]:
        """The planes of faces, owners, leads and open edges as that side sees them."""
        owners, opens = self._owners, _NO_EDGES if is_over else self._open
        return self._faces, owners[side], owners[1 - side], self._leads[side], opens


_NINTHS = tuple((array("f", [min(1.0, count / 9)]) * CELLS).tobytes() for count in range(65))
"""By number of tiles, a plane of the deck."""


def encode(position: MageDuelPosition, seat: int | None) -> array[float]:
    """The planes of a position from that side; a spectator sees the side to move."""
    side = seat if seat is not None else (*position.actors, 0)[0]
    deck, jokers, scores = bytes(position.deck), position.jokers, position.board.scores
    own, other = sum(scores[side]), sum(scores[1 - side])
    blocks = (
        *position.planes.blocks(side, is_over=position.is_over),
        _bordered(position.border),
        _top(position.top),
        *[_NINTHS[deck.count(tile)] for tile in range(NO_TILE)],
        _filled(min(1.0, jokers[side] / 14)),
        _filled(min(1.0, jokers[1 - side] / 14)),
        _filled(max(-1.0, min(1.0, (own - other) / 64))),
        _filled(min(1.0, (own + other) / 256)),
        _filled(float(side in position.actors)),
        _filled(float(position.last_skipped)),
    )
    return array("f", b"".join(blocks))


@lru_cache(maxsize=1024)
def _bordered(border: str) -> bytes:
    """The planes of the border."""
    numbers = array("f", bytes(4 * CELLS * 8))
    faces = read_border(border)
    for slot, (cell, edge) in SLOT_EDGES.items():
        if faces[slot]:
            numbers[(edge * 2 + faces[slot] - 1) * CELLS + SQUARES[cell]] = 1.0
    return numbers.tobytes()


@lru_cache
def _top(tile: int) -> bytes:
    """The planes of the tile on top of the deck."""
    return b"".join(_filled(float(each == tile)) for each in range(NO_TILE))


@lru_cache(maxsize=1024)
def _filled(value: float) -> bytes:
    return (array("f", [value]) * CELLS).tobytes()
