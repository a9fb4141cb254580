"""The board: its border, what lies on it, what that makes of its structures, and the points booked so far.

A border is a text of one letter per slot: M for a mountain, C for a city, R for a road. A board is the sum of its
border and the tiles laid on it in order; everything else is kept beside them so that no question needs a replay.
Laying a tile gives a new board that shares what did not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from boardwright.core.chance.distribution import Distribution
from boardwright.games.mage_duel import facts
from boardwright.games.mage_duel.facts import CELLS, CITY, EMPTY, FACES, LAYS, NEAR, NODES, ROAD, SIZE, SLOTS
from boardwright.games.mage_duel.fit_tables import FRAME_MASKS, SIGNS
from boardwright.games.mage_duel.scoring import Contest, Forest, Structure, uncontested

Scores = tuple[tuple[int, int], tuple[int, int]]
"""The city points and road points of Blue and of Red."""
MOUNTAINS = "M" * SLOTS


def is_complete(border: str, edges: tuple[int, int]) -> bool:
    """Whether every side has its cities and roads; a side never has more."""
    return SLOTS - border.count("M") == 4 * sum(edges)


def border_draws(border: str, edges: tuple[int, int]) -> Distribution:
    """The slots for the next city or road, as letter and number: for each side first its cities, then its roads.

    >>> border_draws(MOUNTAINS, (1, 1)).outcomes
    ('C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7')
    """
    sides = enumerate(sides_of(border))
    number, side = next((number, side) for number, side in sides if side.count("M") > SIZE - sum(edges))
    letter = "C" if side.count("C") < edges[0] else "R"
    return Distribution.uniform(tuple(f"{letter}{number * SIZE + i}" for i, face in enumerate(side) if face == "M"))


def sides_of(border: str) -> Iterator[str]:
    """The slots of each side: bottom, right, top, left."""
    return (border[first : first + SIZE] for first in range(0, SLOTS, SIZE))


def read_border(letters: str) -> bytes:
    """The border as faces, one byte per slot.

    >>> read_border("MCR")
    b'\\x00\\x01\\x02'
    """
    return bytes(map(facts.LETTERS.index, letters))


class Board(msgspec.Struct, frozen=True):
    """An immutable board.

    `cells` holds one byte a cell, see EMPTY. `order` lists the filled cells in the order of play. `frames` has for each
    cell what its four edges face, packed into a byte (`fit_tables.py`); 0 for a filled cell.
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
        """A board with nothing on it."""
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
        """The root of the structure that a node of a tile belongs to."""
        parents = self.parents
        while parents[node] != node:
            node = parents[node]
        return node

    def lay(self, cell: int, lay: int, side: int) -> tuple[Board, tuple[Contest, ...]]:
        """The board with one more tile, which must fit, and the contests it brings about."""
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
        """The board after the contests that end the game: every open city, then every open road."""
        forest = Forest(self.parents, self.ranks, self.structures)
        roots = uncontested(self.structures, CITY) + uncontested(self.structures, ROAD)
        contests = forest.contest(roots, at_end=True)
        return msgspec.structs.replace(self, structures=forest.structures), contests

    def nodes(self) -> dict[int, list[int]]:
        """Every structure's root with all of its nodes, ascending."""
        groups: dict[int, list[int]] = {root: [] for root in self.structures}
        for cell in sorted(self.order):
            for node, face in enumerate(FACES[self.cells[cell] % LAYS], cell * 4):
                if face != facts.FIELD:
                    groups[self.root(node)].append(node)
        return groups


def board_of(border: str, laid: Iterable[tuple[int, int, int]]) -> Board:
    """The board on which these (cell, lay, side) were laid in that order; ValueError if two of them do not match."""
    board = Board.bare(border)
    for cell, lay, side in laid:
        frame = board.frames[cell]
        if board.cells[cell] != EMPTY or SIGNS[lay] & FRAME_MASKS[frame] != frame:
            raise ValueError(f"the tile on {facts.CELL_NAMES[cell]} does not match what it faces")
        board, _contests = board.lay(cell, lay, side)
    return board
