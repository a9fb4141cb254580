"""The union-find of the founding documents: their functions on lists of `UnionNode`, carried out by the rules' forest.

Cities and roads have a list of 256 nodes each; a node of the other kind is unused there. A result of a contest
is (winner, delta), None for a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.compat import events
from boardwright.games.mage_duel.compat.records import Cell, PlayerSide, UnionFind, UnionNode, unused_nodes
from boardwright.games.mage_duel.compat.tiles import cells_of, faces_of
from boardwright.games.mage_duel.facts import CITY, FACES, FIELD, LAYS, ROAD
from boardwright.games.mage_duel.grid import NODES
from boardwright.games.mage_duel.structure import Contest, Forest, Structure, uncontested

Result = tuple[PlayerSide, int]
Emit = Callable[[events.Event], None]

_TYPES = {CITY: 0, ROAD: 1}
_LATER = 4 * NODES


def ignore(event: events.Event) -> None:
    """Sends an event nowhere."""


def convert_board_position_to_node_position(tile_position: int, edge: int) -> int:
    """
    >>> convert_board_position_to_node_position(63, 3)
    255
    """
    return tile_position * 4 + edge


def find(nodes: list[UnionNode], position: int) -> int:
    """The root of a node; the path to it is shortened and stays so."""
    _check(nodes, position)
    forest = _forest(nodes)
    root = forest.find(position)
    _store(forest, nodes)
    return root


def union(nodes: list[UnionNode], position1: int, position2: int, in_tile: bool) -> UnionNode:
    """Joins two structures, by rank, and returns the root; across tiles two open edges are gone."""
    _check(nodes, position1, position2)
    forest = _forest(nodes)
    root = forest.join(position1, position2, closing=0 if in_tile else 2)
    _store(forest, nodes)
    return nodes[root]


def connected(nodes: list[UnionNode], position1: int, position2: int) -> bool:
    """Whether two nodes belong to one structure."""
    return find(nodes, position1) == find(nodes, position2)


def connect_city_edges_in_tile(
    city_nodes: list[UnionNode], tile_position: int, tile: int, rotation: int, side: PlayerSide
) -> None:
    """New nodes for the city edges of a tile, all of them one city."""
    _plant(CITY, city_nodes, tile_position, tile, rotation, side)


def connect_road_edges_in_tile(
    road_nodes: list[UnionNode], tile_position: int, tile: int, rotation: int, side: PlayerSide
) -> None:
    """New nodes for the road edges of a tile: exactly two meet, but not those of CRCR."""
    _plant(ROAD, road_nodes, tile_position, tile, rotation, side)


def connect_adjacent_city_edges(
    board_id: int,
    state: Sequence[Cell],
    initial_edge_state: Sequence[int],
    city_nodes: list[UnionNode],
    tile_position: int,
    tile: int,
    rotation: int,
    side: PlayerSide,
    player_address: str,
    visited: list[int],
    potential_city_contests: list[int],
    emit: Emit = ignore,
) -> Result | None:
    """Joins the city of a tile to its neighbors and the border; if it is closed now it is contested."""
    where = (tile_position, tile * 4 + rotation, side)
    results = _attach(
        CITY, board_id, state, initial_edge_state, city_nodes, where, visited, potential_city_contests, emit
    )
    return results[0] if results else None


def connect_adjacent_road_edges(
    board_id: int,
    state: Sequence[Cell],
    initial_edge_state: Sequence[int],
    road_nodes: list[UnionNode],
    tile_position: int,
    tile: int,
    rotation: int,
    side: PlayerSide,
    player_address: str,
    visited: list[int],
    potential_road_contests: list[int],
    emit: Emit = ignore,
) -> list[Result | None]:
    """Joins the roads of a tile to its neighbors and the border; each that is closed now is contested."""
    where = (tile_position, tile * 4 + rotation, side)
    return _attach(ROAD, board_id, state, initial_edge_state, road_nodes, where, visited, potential_road_contests, emit)


def handle_contest(nodes: list[UnionNode], root: int, board_id: int, emit: Emit = ignore) -> Result | None:
    """Settles one structure: the side with more points takes all of them."""
    _check(nodes, root)
    forest = _forest(nodes)
    return _contest(forest, [root], nodes, board_id, emit, at_end=False)[0]


def close_all_cities(
    potential_city_contests: Iterable[int], nodes: list[UnionNode], board_id: int, emit: Emit = ignore
) -> list[Result | None]:
    """Settles every city that is not settled yet, in order."""
    return _close_all(potential_city_contests, nodes, board_id, emit)


def close_all_roads(
    potential_road_contests: Iterable[int], nodes: list[UnionNode], board_id: int, emit: Emit = ignore
) -> list[Result | None]:
    """Settles every road that is not settled yet, in order."""
    return _close_all(potential_road_contests, nodes, board_id, emit)


def contest_event(contest: Contest, board_id: int) -> events.Event:
    """The event of a contest, with the points before the transfer."""
    is_city = contest.kind == CITY
    if contest.winner is None:
        drawn = events.CityContestDraw if is_city else events.RoadContestDraw
        return drawn(board_id, contest.root, contest.red, contest.blue)
    won = events.CityContestWon if is_city else events.RoadContestWon
    return won(board_id, contest.root, PlayerSide(contest.winner), contest.red, contest.blue)


# Storage


def to_nodes(stored: UnionFind) -> tuple[list[UnionNode], list[UnionNode]]:
    """City nodes and road nodes from the stored form."""
    both = (unused_nodes(), unused_nodes())
    columns = (
        stored.nodes_parents, stored.nodes_ranks, stored.nodes_blue_points, stored.nodes_red_points,
        stored.nodes_open_edges, stored.nodes_contested, stored.nodes_types,
    )  # fmt: skip
    for position, row in enumerate(zip(*columns, strict=True)):
        node = UnionNode(*row)
        if node.node_type in _TYPES.values():
            both[node.node_type][position] = node
    return both


def to_union_find(
    board_id: int,
    city_nodes: Sequence[UnionNode],
    road_nodes: Sequence[UnionNode],
    potential_city_contests: Sequence[int],
    potential_road_contests: Sequence[int],
) -> UnionFind:
    """The stored form of both lists of nodes."""
    nodes = [
        city if city.node_type == _TYPES[CITY] else road for city, road in zip(city_nodes, road_nodes, strict=True)
    ]
    return UnionFind(
        board_id,
        [node.parent for node in nodes],
        [node.rank for node in nodes],
        [node.blue_points for node in nodes],
        [node.red_points for node in nodes],
        [node.open_edges for node in nodes],
        [node.contested for node in nodes],
        [node.node_type for node in nodes],
        list(potential_city_contests),
        list(potential_road_contests),
    )


def union_find_of(board_id: int, board: Board, *, is_over: bool) -> UnionFind:
    """The stored union-find of a board as the rules have it."""
    both = (unused_nodes(), unused_nodes())
    for cell, lay, _ in board.laid():
        for edge, face in enumerate(FACES[lay % LAYS]):
            if face != FIELD:
                at = cell * 4 + edge
                node = UnionNode(board.parents[at], board.ranks[at], node_type=_TYPES[face])
                if (each := board.structures.get(at)) is not None:
                    node.blue_points, node.red_points, node.open_edges = each.blue, each.red, each.open
                    node.contested = is_over or not each.open
                both[_TYPES[face]][at] = node
    cities, roads = ([] if is_over else uncontested(board.structures, kind) for kind in (CITY, ROAD))
    return to_union_find(board_id, *both, cities, roads)


# Between nodes and the forest


def _check(nodes: Sequence[UnionNode], *positions: int) -> None:
    if not all(0 <= position < len(nodes) for position in positions):
        raise IndexError("[UnionFind error] Index out of bounds.")


def _forest(nodes: Sequence[UnionNode], potential: Sequence[int] = ()) -> Forest:
    """The forest of these nodes; structures on the list of contests to come keep its order."""
    places = {root: place for place, root in enumerate(potential)}
    structures = {
        position: Structure(
            node.node_type, node.blue_points, node.red_points, node.open_edges, places.get(position, _LATER)
        )
        for position, node in enumerate(nodes)
        if node.parent == position
    }
    return Forest(bytes(node.parent for node in nodes), bytes(node.rank for node in nodes), structures)


def _store(forest: Forest, nodes: list[UnionNode]) -> None:
    for position, node in enumerate(nodes):
        node.parent, node.rank = forest.parents[position], forest.ranks[position]
        if (each := forest.structures.get(position)) is not None:
            node.blue_points, node.red_points, node.open_edges = each.blue, each.red, each.open


def _plant(kind: int, nodes: list[UnionNode], cell: int, tile: int, rotation: int, side: PlayerSide) -> None:
    lay = tile * 4 + rotation
    forest = _forest(nodes)
    for edge in _edges(lay, kind):
        forest.structures.pop(cell * 4 + edge)
    forest.plant(cell, lay, side, _LATER, (kind,))
    _store(forest, nodes)
    for edge in _edges(lay, kind):
        nodes[cell * 4 + edge].node_type = _TYPES[kind]


def _edges(lay: int, kind: int) -> list[int]:
    return [edge for edge, face in enumerate(FACES[lay]) if face == kind]


def _attach(
    kind: int,
    board_id: int,
    state: Sequence[Cell],
    initial_edge_state: Sequence[int],
    nodes: list[UnionNode],
    where: tuple[int, int, PlayerSide],
    visited: list[int],
    potential: list[int],
    emit: Emit,
) -> list[Result | None]:
    cell, lay, side = where
    forest = _forest(nodes, potential)
    forest.attach(cells_of(state), faces_of(initial_edge_state), cell, lay, side, (kind,))
    visited += [cell * 4 + edge for edge in _edges(lay, kind)]
    results = _contest(forest, forest.closed(cell, lay, (kind,)), nodes, board_id, emit, at_end=False)
    _store(forest, nodes)
    waiting = {forest.find(root) for root in (*potential, *(cell * 4 + edge for edge in _edges(lay, kind)))}
    order = sorted(waiting, key=lambda root: (forest.structures[root].since, root))
    potential[:] = [root for root in order if forest.structures[root].open]
    return results


def _contest(
    forest: Forest, roots: Sequence[int], nodes: list[UnionNode], board_id: int, emit: Emit, *, at_end: bool
) -> list[Result | None]:
    results: list[Result | None] = []
    for contest in forest.contest(roots, at_end=at_end):
        nodes[contest.root].contested = True
        kind = CITY if nodes[contest.root].node_type == _TYPES[CITY] else ROAD
        emit(contest_event(contest._replace(kind=kind), board_id))
        results.append(None if contest.winner is None else (PlayerSide(contest.winner), contest.delta))
    _store(forest, nodes)
    return results


def _close_all(potential: Iterable[int], nodes: list[UnionNode], board_id: int, emit: Emit) -> list[Result | None]:
    roots = [root for root in potential if not nodes[root].contested]
    return _contest(_forest(nodes), roots, nodes, board_id, emit, at_end=True)
