"""The board as planes of numbers, kept from move to move: a tile changes its cell and the structures that it joins."""

from __future__ import annotations

from array import array

from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import CITY, FACES, FIELD, LAYS, ROAD
from boardwright.games.mage_duel.grid import CELLS, SIZE
from boardwright.games.mage_duel.structure import Structure

_KINDS = (CITY, ROAD, FIELD)
_FLOAT = 4
_EDGES = 4 * CELLS
"""Numbers of one plane for each edge."""
SQUARES = tuple(cell % SIZE * SIZE + cell // SIZE for cell in range(CELLS))
"""By cell, its place in a plane: row by row."""
_FACE_PLACES = tuple(
    tuple(
        tuple((edge * 3 + _KINDS.index(face)) * CELLS + SQUARES[cell] for edge, face in enumerate(faces))
        for faces in FACES
    )
    for cell in range(CELLS)
)
"""By cell and lay, the places of what the four edges show."""
_STRUCTURE_EDGES = tuple(tuple(edge for edge, face in enumerate(faces) if face != FIELD) for faces in FACES)
"""By lay, the edges with a city or a road."""


class BoardPlanes:
    """What lies on a board, in numbers. It never changes; `after` makes the one of a later board.

    `places` has the places of every structure in the planes of edges, by its root.
    """

    __slots__ = ("_faces", "_leads", "_open", "_order", "_owners", "_places", "_structures")

    def __init__(self) -> None:
        self._order = b""
        self._structures: dict[int, Structure] = {}
        self._places: dict[int, tuple[int, ...]] = {}
        self._faces = array("f", bytes(12 * CELLS * _FLOAT))
        self._owners = tuple(array("f", bytes(CELLS * _FLOAT)) for _ in range(2))
        self._leads = tuple(array("f", bytes(_EDGES * _FLOAT)) for _ in range(2))
        self._open = array("f", bytes(_EDGES * _FLOAT))

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
        top, right, bottom, left = _FACE_PLACES[cell][lay]
        faces[top] = faces[right] = faces[bottom] = faces[left] = 1.0
        self._owners[owner][square] = 1.0
        for edge in _STRUCTURE_EDGES[lay]:
            root = board.root(cell * 4 + edge)
            places[root] = (*places.get(root, ()), edge * CELLS + square)

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
        owners, settled = self._owners, bytes(_EDGES * _FLOAT)
        return self._faces, owners[side], owners[1 - side], self._leads[side], settled if is_over else self._open
