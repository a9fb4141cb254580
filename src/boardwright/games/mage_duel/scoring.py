"""Points: cities and roads as a union-find over the 256 nodes, the contests that settle them, how a duel ends.

Cities and roads never share a node, so one forest holds both. Points and open edges are kept at roots only.
The forest changes while one tile is laid; the board keeps its frozen parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from boardwright.games.mage_duel.facts import BLUE, CITY, EMPTY, FACES, GROUPS, NEAR, NODE_POINTS, RED, RIM, ROAD

KINDS = (CITY, ROAD)
ENDINGS = {
    "exhausted": "All tiles and jokers are laid.",
    "full_board": "The board is full.",
    "double_skip": "Both mages skipped.",
    "timeout_claim": "A mage stayed away too long.",
}
"""Why a duel ends, in words."""


class Structure(NamedTuple):
    """One city or road: what each side put into it and how many of its edges face an empty cell.

    `since` orders structures by first appearance; a joined one keeps the earliest.
    """

    kind: int
    blue: int
    red: int
    open: int
    since: int


class Contest(NamedTuple):
    """The end of a structure, with the points before: `delta` went from the loser to the winner."""

    kind: int
    root: int
    blue: int
    red: int
    winner: int | None
    delta: int
    at_end: bool


class Forest:
    """The union-find while it changes.

    >>> forest = Forest(bytes(range(256)), bytes(256), {})
    >>> forest.plant(0, 5 * 4, BLUE, 0)  # CCRR: a city on edges 0 and 1, a road on 2 and 3
    >>> forest.find(1), forest.structures[2]
    (0, Structure(kind=2, blue=2, red=0, open=2, since=2))
    """

    __slots__ = ("parents", "ranks", "structures")

    def __init__(self, parents: bytes, ranks: bytes, structures: dict[int, Structure]) -> None:
        self.parents = bytearray(parents)
        self.ranks = bytearray(ranks)
        self.structures = structures.copy()

    def find(self, node: int) -> int:
        """Return the root of the node's structure; the way there is shortened and stays so."""
        parents = self.parents
        root = parents[node]
        while parents[root] != root:
            root = parents[root]
        while parents[node] != root:
            parents[node], node = root, parents[node]
        return root

    def plant(self, cell: int, lay: int, side: int, since: int, kinds: tuple[int, ...] = KINDS) -> None:
        """Add nodes for the edges of a tile, joined as they are joined on it; the smallest edge is the root."""
        base = cell * 4
        for kind, edges in GROUPS[lay]:
            if kind in kinds:
                root, count = base + edges[0], len(edges)
                for edge in edges:
                    self.parents[base + edge] = root
                    self.ranks[base + edge] = 1
                if count > 1:
                    self.ranks[root] = 2
                points = NODE_POINTS[kind] * count
                blue, red = (points, 0) if side == BLUE else (0, points)
                self.structures[root] = Structure(kind, blue, red, count, since + edges[0])

    def join(self, first: int, second: int, closing: int = 2) -> int:
        """Make the structures of two nodes one that loses `closing` open edges; return its root.

        The higher rank is the parent; between equals it is the first.
        """
        a, b = self.find(first), self.find(second)
        structures = self.structures
        kind, blue, red, open_, since = structures[a]
        if a == b:
            structures[a] = Structure(kind, blue, red, open_ - closing, since)
            return a
        _, blue2, red2, open2, since2 = structures[b]
        ranks = self.ranks
        if ranks[a] < ranks[b]:
            a, b = b, a
        elif ranks[a] == ranks[b]:
            ranks[a] += 1
        self.parents[b] = a
        del structures[b]
        structures[a] = Structure(kind, blue + blue2, red + red2, open_ + open2 - closing, min(since, since2))
        return a

    def attach(
        self, cells: bytes, border: bytes, cell: int, lay: int, side: int, kinds: tuple[int, ...] = KINDS
    ) -> None:
        """Join a planted tile to the tiles around it and to the border, for these kinds of structure.

        A border slot of an edge's own kind gives the side its points once more.
        """
        faces, base = FACES[lay], cell * 4
        for edge, other, facing in NEAR[cell]:
            if faces[edge] in kinds and cells[other] != EMPTY:
                self.join(other * 4 + facing, base + edge)
        for edge, slot in RIM[cell]:
            face = faces[edge]
            if face in kinds:
                root = self.find(base + edge)
                kind, blue, red, open_, since = self.structures[root]
                bonus = NODE_POINTS[face] if border[slot] == face else 0
                blue, red = (blue + bonus, red) if side == BLUE else (blue, red + bonus)
                self.structures[root] = Structure(kind, blue, red, open_ - 1, since)

    def closed(self, cell: int, lay: int, kinds: tuple[int, ...] = KINDS) -> list[int]:
        """Return the closed structures among those of a tile just laid: the city, then the roads in edge order."""
        roots = [self.find(cell * 4 + edges[0]) for kind, edges in GROUPS[lay] if kind in kinds]
        return [root for root in dict.fromkeys(roots) if not self.structures[root].open]

    def contest(self, roots: Iterable[int], *, at_end: bool) -> tuple[Contest, ...]:
        """Settle these structures: more points take all of them, equal points stay where they are."""
        found = []
        for root in roots:
            kind, blue, red, open_, since = self.structures[root]
            winner, delta = None, 0
            if blue != red:
                winner, delta = BLUE if blue > red else RED, min(blue, red)
                points = (blue + red, 0) if winner == BLUE else (0, blue + red)
                self.structures[root] = Structure(kind, *points, open_, since)
            found.append(Contest(kind, root, blue, red, winner, delta, at_end))
        return tuple(found)


def uncontested(structures: dict[int, Structure], kind: int) -> list[int]:
    """Return the roots of the structures of that kind that are still open, in order of first appearance."""
    found = [root for root, each in structures.items() if each.kind == kind and each.open]
    return sorted(found, key=lambda root: structures[root].since)
