"""The board: what lies on it, what that makes of its structures, and the points booked so far.

A board is the sum of its border and the tiles laid on it in order; everything else is kept beside them so
that no question needs a replay. Laying a tile gives a new board that shares what did not change.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boardwright.games.mage_duel.facts import CITY, EMPTY, FACES, FIELD, LAYS, ROAD
from boardwright.games.mage_duel.fit_tables import FRAME_MASKS, SIGNS
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, NEAR, NODES, SLOT_EDGES, SLOTS
from boardwright.games.mage_duel.scoring import Scores, scores_of
from boardwright.games.mage_duel.structure import Contest, Forest, Structure, uncontested


class Board(msgspec.Struct, frozen=True):
    """An immutable board.

    `cells` holds one byte a cell, see EMPTY. `order` lists the filled cells in the order of play.
    """

    border: bytes
    cells: bytes
    order: bytes
    frames: bytes
    """Cell -> what its four edges face, packed into a byte (`fit_tables.py`); 0 for a filled cell."""
    parents: bytes
    ranks: bytes
    structures: dict[int, Structure]

    @classmethod
    def bare(cls, border: bytes = bytes(SLOTS)) -> Board:
        """A board with nothing on it. The default border is all mountains."""
        frames = bytearray(CELLS)
        for number, face in enumerate(border):
            cell, edge = SLOT_EDGES[number]
            frames[cell] |= face << 2 * edge
        nothing = bytes([EMPTY]) * CELLS
        return cls(border, nothing, b"", bytes(frames), bytes(range(NODES)), bytes(NODES), {})

    @property
    def scores(self) -> Scores:
        """The scores of Blue and Red."""
        return scores_of(self.structures.values())

    @property
    def is_full(self) -> bool:
        """Whether every cell is filled."""
        return len(self.order) == CELLS

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

    def accepts(self, cell: int, lay: int) -> bool:
        """Whether every edge of the lay matches what it faces, connected or not."""
        frame = self.frames[cell]
        return self.cells[cell] == EMPTY and SIGNS[lay] & FRAME_MASKS[frame] == frame

    def lay(self, cell: int, lay: int, side: int) -> tuple[Board, tuple[Contest, ...]]:
        """The board with one more tile, which must fit, and the contests it brings about."""
        forest = Forest(self.parents, self.ranks, self.structures)
        forest.plant(cell, lay, side, len(self.order) * 4)
        forest.attach(self.cells, self.border, cell, lay, side)
        contests = forest.contest(forest.closed(cell, lay), at_end=False)
        cells = bytearray(self.cells)
        cells[cell] = lay + LAYS * side
        board = Board(
            self.border,
            bytes(cells),
            self.order + bytes((cell,)),
            self._frames_around(cell, lay),
            bytes(forest.parents),
            bytes(forest.ranks),
            forest.structures,
        )
        return board, contests

    def _frames_around(self, cell: int, lay: int) -> bytes:
        """What cells face once this one is filled."""
        frames = bytearray(self.frames)
        frames[cell] = 0
        faces = FACES[lay]
        for edge, other, facing in NEAR[cell]:
            if self.cells[other] == EMPTY:
                frames[other] |= faces[edge] << 2 * facing
        return bytes(frames)

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
            faces = FACES[self.cells[cell] % LAYS]
            for edge in range(4):
                if faces[edge] != FIELD:
                    node = cell * 4 + edge
                    groups[self.root(node)].append(node)
        return groups


def board_of(border: bytes, laid: Iterable[tuple[int, int, int]]) -> Board:
    """The board on which these (cell, lay, side) were laid in that order; ValueError if two of them do not match."""
    board = Board.bare(border)
    for cell, lay, side in laid:
        if not board.accepts(cell, lay):
            raise ValueError(f"the tile on {CELL_NAMES[cell]} does not match what it faces")
        board, _contests = board.lay(cell, lay, side)
    return board
