"""The board: its border, what lies on it, what that makes of its structures, and the points booked so far.

A border is a text of one letter per slot: M for a mountain, C for a city, R for a road. A board is the sum of its
border and the tiles laid on it in order; everything else is kept beside them so that no question needs a replay.
Laying a tile gives a new board that shares what did not change. `BoardPlanes` are a board in numbers for learning
programs, kept from move to move too.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import msgspec

from boardwright.core.chance.distribution import Distribution
from boardwright.games.mage_duel import facts
from boardwright.games.mage_duel.facts import CELLS, CITY, EMPTY, FACES, LAYS, NEAR, NODES, ROAD, SIZE, SLOTS
from boardwright.games.mage_duel.scoring import Contest, Forest, Structure, uncontested

Scores = tuple[tuple[int, int], tuple[int, int]]
"""The city points and road points of Blue and of Red."""
MOUNTAINS = "M" * SLOTS


def is_complete(border: str, edges: tuple[int, int]) -> bool:
    """Return whether every side has its cities and roads; a side never has more."""
    return SLOTS - border.count("M") == 4 * sum(edges)


def border_draws(border: str, edges: tuple[int, int]) -> Distribution:
    """Return the slots for the next city or road, as letter and number: for each side first its cities, then its roads.

    >>> border_draws(MOUNTAINS, (1, 1)).outcomes
    ('C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7')
    """
    sides = enumerate(sides_of(border))
    number, side = next((number, side) for number, side in sides if side.count("M") > SIZE - sum(edges))
    letter = "C" if side.count("C") < edges[0] else "R"
    return Distribution.uniform(tuple(f"{letter}{number * SIZE + i}" for i, face in enumerate(side) if face == "M"))


def sides_of(border: str) -> Iterator[str]:
    """Return the slots of each side: bottom, right, top, left."""
    return (border[first : first + SIZE] for first in range(0, SLOTS, SIZE))


def read_border(letters: str) -> bytes:
    """Return the border as faces, one byte per slot.

    >>> read_border("MCR")
    b'\\x00\\x01\\x02'
    """
    return bytes(map(facts.LETTERS.index, letters))


class Board(msgspec.Struct, frozen=True):
    """An immutable board.

    `cells` holds one byte a cell, see EMPTY. `order` lists the filled cells in the order of play. `frames` has for each
    cell what its four edges face, packed into a byte (`facts.py`); 0 for a filled cell.
    """

    border: bytes
    cells: bytes
    order: bytes
    frames: bytes
    parents: bytes
    ranks: bytes
    structures: dict[int, Structure]

    @classmethod
    def bare(cls, border: str = MOUNTAINS) -> Board:
        """Return a board with nothing on it."""
        faces, frames = read_border(border), bytearray(CELLS)
        for slot, (cell, edge) in facts.SLOT_EDGES.items():
            frames[cell] |= faces[slot] << 2 * edge
        return cls(faces, bytes([EMPTY]) * CELLS, b"", bytes(frames), bytes(range(NODES)), bytes(NODES), {})

    @property
    def scores(self) -> Scores:
        """The sums of both sides' points over all cities and over all roads."""
        blue_city = blue_road = red_city = red_road = 0
        for kind, blue, red, _, _ in self.structures.values():
            if kind == CITY:
                blue_city += blue
                red_city += red
            else:
                blue_road += blue
                red_road += red
        return (blue_city, blue_road), (red_city, red_road)

    @property
    def emptiness(self) -> float:
        """The share of empty cells, from 1 to 0."""
        return 1 - len(self.order) / CELLS

    def root(self, node: int) -> int:
        """Return the root of the structure that a node of a tile belongs to."""
        parents = self.parents
        while parents[node] != node:
            node = parents[node]
        return node

    def lay(self, cell: int, lay: int, side: int) -> tuple[Board, tuple[Contest, ...]]:
        """Return the board with one more tile, which must fit, and the contests it brings about."""
        forest = Forest(self.parents, self.ranks, self.structures)
        forest.plant(cell, lay, side, len(self.order) * 4)
        forest.attach(self.cells, self.border, cell, lay, side)
        contests = forest.contest(forest.closed(cell, lay), at_end=False)
        cells, frames, faces = bytearray(self.cells), bytearray(self.frames), FACES[lay]
        cells[cell], frames[cell] = lay + LAYS * side, 0
        for edge, other, facing in NEAR[cell]:
            if cells[other] == EMPTY:
                frames[other] |= faces[edge] << 2 * facing
        order, parents, ranks = self.order + bytes((cell,)), bytes(forest.parents), bytes(forest.ranks)
        return Board(self.border, bytes(cells), order, bytes(frames), parents, ranks, forest.structures), contests

    def settled(self) -> tuple[Board, tuple[Contest, ...]]:
        """Return the board after the contests that end the game: every open city, then every open road."""
        forest = Forest(self.parents, self.ranks, self.structures)
        roots = uncontested(self.structures, CITY) + uncontested(self.structures, ROAD)
        contests = forest.contest(roots, at_end=True)
        return msgspec.structs.replace(self, structures=forest.structures), contests

    def nodes(self) -> dict[int, list[int]]:
        """Return every structure's root with all of its nodes, ascending."""
        groups: dict[int, list[int]] = {root: [] for root in self.structures}
        for cell in sorted(self.order):
            for node, face in enumerate(FACES[self.cells[cell] % LAYS], cell * 4):
                if face != facts.FIELD:
                    groups[self.root(node)].append(node)
        return groups


def board_of(border: str, laid: Iterable[tuple[int, int, int]]) -> Board:
    """Return the board on which these (cell, lay, side) were laid in order; ValueError if two do not match."""
    board = Board.bare(border)
    for cell, lay, side in laid:
        frame = board.frames[cell]
        if board.cells[cell] != EMPTY or facts.SIGNS[lay] & facts.FRAME_MASKS[frame] != frame:
            raise ValueError(f"the tile on {facts.CELL_NAMES[cell]} does not match what it faces")
        board, _contests = board.lay(cell, lay, side)
    return board


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
        """Return the same for a board on which more tiles were laid; anything else is drawn anew."""
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
        """Give structures that were joined their one root."""
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
        for _, edges in facts.GROUPS[lay]:
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
        """Return the planes of faces, owners, leads and open edges as that side sees them."""
        owners, opens = self._owners, _NO_EDGES if is_over else self._open
        return self._faces, owners[side], owners[1 - side], self._leads[side], opens
