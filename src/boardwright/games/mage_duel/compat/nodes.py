"""The documents' union-find: their functions on lists of `UnionNode`, carried out by the rules' `Forest`.

Cities and roads have a list of 256 nodes each; a node of the other kind is unused there. The result of a contest
is (winner, delta), None for a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import astuple

from boardwright.games.mage_duel.board import read_border
from boardwright.games.mage_duel.compat import events
from boardwright.games.mage_duel.compat.records import Cell, PlayerSide, UnionFind, UnionNode, border_of, unused_nodes
from boardwright.games.mage_duel.facts import CITY, EMPTY, FACE_NAMES, FACES, FIELD, NO_TILE, ROAD
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import Forest, Structure, uncontested

Nodes = list[UnionNode]
Result = tuple[PlayerSide, int]
Emit = Callable[[events.Event], None]

_TYPES = {CITY: 0, ROAD: 1}


def ignore(event: events.Event) -> None:
    """Drop an event."""


def convert_board_position_to_node_position(tile_position: int, edge: int) -> int:
    """Return the node of one edge of a cell.

    >>> convert_board_position_to_node_position(63, 3)
    255
    """
    return tile_position * 4 + edge


def find(nodes: Nodes, position: int) -> int:
    """Return the root of a node, with path compression; IndexError outside the 256 nodes."""
    _check(nodes, position)
    root = position
    while nodes[root].parent != root:
        root = nodes[root].parent
    while position != root:
        node = nodes[position]
        position, node.parent = node.parent, root
    return root


def union(nodes: Nodes, position1: int, position2: int, in_tile: bool) -> UnionNode:
    """Join two structures by rank and return the root; across tiles it loses two open edges."""
    _check(nodes, position1, position2)
    return nodes[_NodeForest(nodes).join(position1, position2, closing=0 if in_tile else 2)]


def connected(nodes: Nodes, position1: int, position2: int) -> bool:
    """Return whether two nodes belong to one structure."""
    return find(nodes, position1) == find(nodes, position2)


def connect_city_edges_in_tile(
    city_nodes: Nodes, tile_position: int, tile: int, rotation: int, side: PlayerSide
) -> None:
    """Add nodes for the city edges of a tile, all of them one city."""
    _plant(CITY, city_nodes, tile_position, tile * 4 + rotation, side)


def connect_road_edges_in_tile(
    road_nodes: Nodes, tile_position: int, tile: int, rotation: int, side: PlayerSide
) -> None:
    """Add nodes for the road edges of a tile: exactly two are joined, but not those of CRCR."""
    _plant(ROAD, road_nodes, tile_position, tile * 4 + rotation, side)


def connect_adjacent_city_edges(
    board_id: int, state: Sequence[Cell], initial_edge_state: Sequence[int], city_nodes: Nodes,
    tile_position: int, tile: int, rotation: int, side: PlayerSide, player_address: str, visited: list[int],
    potential_city_contests: list[int], emit: Emit = ignore,
) -> Result | None:  # fmt: skip
    """Join the city of a tile to its neighbors and the border, and contest it if it is closed."""
    results = _connect(
        CITY, city_nodes, tile_position, tile * 4 + rotation, side, state, initial_edge_state,
        visited, potential_city_contests, board_id, emit,
    )  # fmt: skip
    return results[0] if results else None


def connect_adjacent_road_edges(
    board_id: int, state: Sequence[Cell], initial_edge_state: Sequence[int], road_nodes: Nodes,
    tile_position: int, tile: int, rotation: int, side: PlayerSide, player_address: str, visited: list[int],
    potential_road_contests: list[int], emit: Emit = ignore,
) -> list[Result | None]:  # fmt: skip
    """Join the roads of a tile to its neighbors and the border, and contest those that are closed."""
    return _connect(
        ROAD, road_nodes, tile_position, tile * 4 + rotation, side, state, initial_edge_state,
        visited, potential_road_contests, board_id, emit,
    )  # fmt: skip


def handle_contest(nodes: Nodes, root: int, board_id: int, emit: Emit = ignore) -> Result | None:
    """Settle one structure: the side with more points takes all of them."""
    _check(nodes, root)
    return _NodeForest(nodes).settle([root], board_id, emit)[0]


def close_all_cities(
    potential_city_contests: Iterable[int], nodes: Nodes, board_id: int, emit: Emit = ignore
) -> list[Result | None]:
    """Settle the structure of every entry that is not contested yet, in order; IndexError outside the 256 nodes.

    Entries need not be roots. A structure that is named twice is contested by the time of the second entry.
    """
    entries = list(potential_city_contests)
    _check(nodes, *entries)
    results: list[Result | None] = []
    for entry in entries:
        root = find(nodes, entry)
        if not nodes[root].contested:
            results.append(handle_contest(nodes, root, board_id, emit))
    return results


close_all_roads = close_all_cities
"""The same on the list and the nodes of roads."""


def contest_event(contest: Mapping[str, Any], board_id: int) -> events.Event:
    """Return the event of a contest, given its facts; points are those before the transfer."""
    kind = events.event_type(f"{contest['kind'].title()}Contest{'Draw' if contest['winner'] is None else 'Won'}")
    winner = () if contest["winner"] is None else (PlayerSide(contest["winner"]),)
    return kind(board_id, contest["root"], *winner, contest["red"], contest["blue"])


# Storage


def to_nodes(stored: UnionFind) -> tuple[Nodes, Nodes]:
    """Return city nodes and road nodes from the stored form."""
    both = (unused_nodes(), unused_nodes())
    for position, row in enumerate(zip(*astuple(stored)[1:8], strict=True)):
        node = UnionNode(*row)
        if node.node_type < len(both):
            both[node.node_type][position] = node
    return both


def to_union_find(
    board_id: int, city_nodes: Nodes, road_nodes: Nodes, city_contests: Sequence[int], road_contests: Sequence[int]
) -> UnionFind:
    """Return the stored form of both lists of nodes and of potential contests."""
    nodes = [
        city if city.node_type == _TYPES[CITY] else road for city, road in zip(city_nodes, road_nodes, strict=True)
    ]
    parents, ranks, blue, red, open_edges, contested, types = map(list, zip(*map(astuple, nodes), strict=True))
    columns = (parents, ranks, blue, red, open_edges, contested, types)
    return UnionFind(board_id, *columns, list(city_contests), list(road_contests))


def union_find_of(board_id: int, position: MageDuelPosition) -> UnionFind:
    """Return the stored union-find of a position."""
    both, board, is_over = (unused_nodes(), unused_nodes()), position.board, position.is_over
    for cell, tile, rotation, _ in position.laid:
        for at, face in enumerate(FACES[tile * 4 + rotation], cell * 4):
            if face != FIELD:
                node = both[_TYPES[face]][at] = UnionNode(board.parents[at], board.ranks[at], node_type=_TYPES[face])
                if (each := board.structures.get(at)) is not None:
                    node.blue_points, node.red_points, node.open_edges = each.blue, each.red, each.open
                    node.contested = is_over or not each.open
    cities, roads = ([] if is_over else uncontested(board.structures, kind) for kind in (CITY, ROAD))
    return to_union_find(board_id, *both, cities, roads)


# The rules' forest on lists of nodes


class _Column:
    """One field of all nodes, by position."""

    def __init__(self, nodes: Nodes, field: str) -> None:
        self.nodes, self.field = nodes, field

    def __getitem__(self, position: int) -> int:
        return cast(int, getattr(self.nodes[position], self.field))

    def __setitem__(self, position: int, value: int) -> None:
        setattr(self.nodes[position], self.field, value)


class _Roots(dict[int, Structure]):
    """The structures at the roots among the nodes. The list of potential contests orders them, not `since`."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes

    def __getitem__(self, root: int) -> Structure:
        node = self.nodes[root]
        kind = CITY if node.node_type == _TYPES[CITY] else ROAD
        return Structure(kind, node.blue_points, node.red_points, node.open_edges, since=0)

    def __setitem__(self, root: int, each: Structure) -> None:
        node = self.nodes[root]
        node.blue_points, node.red_points, node.open_edges = each.blue, each.red, each.open

    def __delitem__(self, root: int) -> None:
        """Keep the last values of a joined root."""


class _NodeForest(Forest):
    """The rules' union-find, reading and writing the given nodes themselves."""

    def __init__(self, nodes: Nodes) -> None:
        self.parents = cast(bytearray, _Column(nodes, "parent"))
        self.ranks = cast(bytearray, _Column(nodes, "rank"))
        self.structures = _Roots(nodes)
        self.nodes = nodes

    def settle(self, roots: Sequence[int], board_id: int, emit: Emit) -> list[Result | None]:
        """Contest these structures, emit their events and return the results."""
        results: list[Result | None] = []
        for contest in self.contest(roots, at_end=False):
            self.nodes[contest.root].contested = True
            emit(contest_event({**contest._asdict(), "kind": FACE_NAMES[contest.kind]}, board_id))
            results.append(None if contest.winner is None else (PlayerSide(contest.winner), contest.delta))
        return results


def _check(nodes: Nodes, *positions: int) -> None:
    if not all(0 <= position < len(nodes) for position in positions):
        raise IndexError("[UnionFind error] Index out of bounds.")


def _edges(cell: int, lay: int, kind: int) -> list[int]:
    return [node for node, face in enumerate(FACES[lay], cell * 4) if face == kind]


def _plant(kind: int, nodes: Nodes, cell: int, lay: int, side: PlayerSide) -> None:
    for node in _edges(cell, lay, kind):
        nodes[node].node_type = _TYPES[kind]
    _NodeForest(nodes).plant(cell, lay, side, 0, (kind,))


def _connect(
    kind: int, nodes: Nodes, cell: int, lay: int, side: int, state: Sequence[Cell], edge_state: Sequence[int],
    visited: list[int], potential: list[int], board_id: int, emit: Emit,
) -> list[Result | None]:  # fmt: skip
    """Attach a planted tile, settle what it closes and bring the list of potential contests up to date."""
    forest, own = _NodeForest(nodes), _edges(cell, lay, kind)
    cells = bytes(EMPTY if tile == NO_TILE else 0 for tile, _, _ in state)
    forest.attach(cells, read_border(border_of(edge_state)), cell, lay, side, (kind,))
    visited += own
    results = forest.settle(forest.closed(cell, lay, (kind,)), board_id, emit)
    roots = dict.fromkeys(forest.find(node) for node in (*potential, *own))
    potential[:] = [root for root in roots if nodes[root].open_edges]
    return results
