"""The checklist of "Scoring System", line by line."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.games.mage_duel import compat
from boardwright.games.mage_duel.compat import PlayerSide, Rules, UnionNode, boards, events
from boardwright.games.mage_duel.compat.nodes import Result
from boardwright.games.mage_duel.facts import TILES
from tests.games.mage_duel.worlds import duel, lay, names, random_play, random_world
from tests.scale import scaled

BLUE, RED = PlayerSide.Blue, PlayerSide.Red
MOUNTAINS = [2] * 32
T = {name: tile for tile, name in enumerate(TILES)}


class Bench:
    """A bare board to which the documents' functions are applied one after the other."""

    def __init__(self, border: list[int] | None = None) -> None:
        self.border = MOUNTAINS if border is None else border
        self.state = compat.create_empty_board_state()
        self.city, self.road = compat.unused_nodes(), compat.unused_nodes()
        self.cities: list[int] = []
        self.roads: list[int] = []
        self.sent: list[events.Event] = []

    def lay(
        self, name: str, rotation: int, col: int, row: int, side: PlayerSide
    ) -> tuple[Result | None, list[Result | None]]:
        tile, place = T[name], col * 8 + row
        compat.connect_city_edges_in_tile(self.city, place, tile, rotation, side)
        compat.connect_road_edges_in_tile(self.road, place, tile, rotation, side)
        visited: list[int] = []
        where = (tile, rotation, side, "ann", visited)
        city = compat.connect_adjacent_city_edges(
            1, self.state, self.border, self.city, place, *where, self.cities, self.sent.append
        )
        roads = compat.connect_adjacent_road_edges(
            1, self.state, self.border, self.road, place, *where, self.roads, self.sent.append
        )
        self.state[place] = (tile, rotation, int(side))
        return city, roads

    def root(self, nodes: list[UnionNode], col: int, row: int, edge: int) -> UnionNode:
        return nodes[compat.find(nodes, (col * 8 + row) * 4 + edge)]


# Concepts


def test_tiles_join_edge_to_edge_city_to_city_road_to_road_field_to_field() -> None:
    state = compat.create_empty_board_state()
    state[3 * 8 + 3] = (T["CCRR"], 0, 0)
    fits = {
        edge: {name for name in ("CCCC", "RRRR", "FFFF") if compat.is_valid_move(T[name], 0, *cell, state, MOUNTAINS)}
        for edge, cell in {"top": (3, 2), "right": (4, 3), "bottom": (3, 4), "left": (2, 3)}.items()
    }
    assert fits == {"top": {"CCCC"}, "right": {"CCCC"}, "bottom": {"RRRR"}, "left": {"RRRR"}}
    state[3 * 8 + 3] = (T["FFFF"], 0, 0)
    assert compat.is_valid_move(T["FFFF"], 0, 3, 2, state, MOUNTAINS)


def test_border_mountains_accept_anything_that_is_connected_elsewhere() -> None:
    state = compat.create_empty_board_state()
    assert not compat.is_valid_move(T["CCCC"], 0, 0, 0, state, MOUNTAINS)
    state[1] = (T["CCCC"], 0, 0)
    assert compat.is_valid_move(T["CCCC"], 0, 0, 0, state, MOUNTAINS)


def test_there_are_256_edge_positions_edges_top_right_bottom_left() -> None:
    assert len(compat.unused_nodes()) == 256
    bench = Bench()
    bench.lay("CRFF", 0, 0, 1, BLUE)
    assert [bench.city[4 + edge].node_type for edge in range(4)] == [0, 2, 2, 2]
    assert [bench.road[4 + edge].node_type for edge in range(4)] == [2, 1, 2, 2]


def test_convert_board_position_to_node_position() -> None:
    assert compat.convert_board_position_to_node_position(28, 3) == 115


def test_a_contest_takes_place_when_open_edges_reach_0_and_the_winner_takes_all() -> None:
    bench = Bench()
    assert bench.lay("CCFF", 1, 3, 3, BLUE) == (None, [])
    assert bench.lay("CCFF", 2, 4, 3, BLUE) == (None, [])
    assert bench.lay("CCFF", 0, 3, 4, BLUE) == (None, [])
    assert bench.lay("CCFF", 3, 4, 4, RED) == ((BLUE, 4), [])
    root = bench.root(bench.city, 3, 3, 1)
    assert (root.blue_points, root.red_points, root.open_edges, root.contested) == (16, 0, 0, True)
    assert next(event for event in bench.sent if isinstance(event, events.CityContestWon)).red_points == 4
    assert bench.cities == []


def test_the_same_ring_of_roads_moves_two_points() -> None:
    bench = Bench()
    for rotation, col, row, side in ((3, 3, 3, BLUE), (0, 4, 3, BLUE), (2, 3, 4, BLUE)):
        assert bench.lay("FFRR", rotation, col, row, side) == (None, [])
    assert bench.lay("FFRR", 1, 4, 4, RED) == (None, [(BLUE, 2)])


def test_a_draw_gives_nobody_anything_and_takes_nothing() -> None:
    bench = Bench()
    bench.lay("FFFR", 0, 4, 3, BLUE)
    assert bench.lay("FFFR", 2, 3, 3, RED) == (None, [None])
    root = bench.root(bench.road, 3, 3, 1)
    assert (root.blue_points, root.red_points, root.contested) == (1, 1, True)
    assert names(bench.sent) == ["RoadContestDraw"]


def test_at_the_end_all_structures_take_part() -> None:
    world = duel(jokers=3)
    lay(world, "ann", "RRRR@e1 r0")
    sent = names(world.finish_game("bob", 1, at=world.board(1).last_update_timestamp + 131))
    assert sent.count("RoadContestWon") == 3
    stored = world.union_find(1)
    assert (stored.potential_city_contests, stored.potential_road_contests) == ([], [])
    assert sum(stored.nodes_contested) == 4


def test_a_city_edge_is_2_a_road_edge_1_and_a_matching_border_slot_as_much_again() -> None:
    border = [*MOUNTAINS]
    border[3], border[4] = 0, 1
    bench = Bench(border)
    assert bench.lay("CFRR", 2, 3, 7, BLUE)[0] == (BLUE, 0), "closed at once, won with nothing to take"
    assert bench.root(bench.city, 3, 7, 2).blue_points == 4
    assert bench.lay("FFFR", 3, 4, 7, RED)[1] == [(RED, 0)]
    assert bench.root(bench.road, 4, 7, 2).red_points == 2


# Records


def test_union_find_has_ten_fields_and_types_0_1_2() -> None:
    world = duel()
    lay(world, "ann", "CRFF@d1 r0")
    stored = world.union_find(1)
    assert " ".join(stored.__struct_fields__) == (
        "board_id nodes_parents nodes_ranks nodes_blue_points nodes_red_points nodes_open_edges nodes_contested "
        "nodes_types potential_city_contests potential_road_contests"
    )
    assert stored.board_id == 1
    assert [len(getattr(stored, name)) for name in stored.__struct_fields__[1:8]] == [256] * 7
    assert stored.nodes_types[96:100] == [0, 1, 2, 2]
    assert stored.nodes_contested[96:100] == [True, False, False, False]


@given(number=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_union_node_has_seven_fields_and_converts_to_storage_and_back_without_loss(number: int) -> None:
    assert " ".join(UnionNode.__struct_fields__) == (
        "parent rank blue_points red_points open_edges contested node_type"
    )
    world = random_world(number)
    random_play(world, number, 30)
    stored = world.union_find(1)
    city, road = compat.to_nodes(stored)
    lists = (stored.potential_city_contests, stored.potential_road_contests)
    assert compat.to_union_find(1, city, road, *lists) == stored
    assert compat.to_nodes(compat.to_union_find(1, city, road, *lists)) == (city, road)


@given(number=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_potential_contests_hold_the_roots_of_uncontested_components(number: int) -> None:
    world = random_world(number)
    random_play(world, number, 25)
    stored = world.union_find(1)
    for kind, potential in enumerate((stored.potential_city_contests, stored.potential_road_contests)):
        roots = {
            node
            for node in range(256)
            if stored.nodes_types[node] == kind
            and stored.nodes_parents[node] == node
            and not stored.nodes_contested[node]
        }
        assert set(potential) == roots
        assert len(potential) == len(roots)


# Functions


def test_find_compresses_the_path_and_refuses_what_is_out_of_range() -> None:
    nodes = compat.unused_nodes()
    nodes[3].parent, nodes[2].parent, nodes[1].parent = 2, 1, 0
    assert compat.find(nodes, 3) == 0
    assert [nodes[node].parent for node in (1, 2, 3)] == [0, 0, 0]
    for bad in (-1, 256):
        with pytest.raises(IndexError, match=r"^\[UnionFind error\] Index out of bounds\.$"):
            compat.find(nodes, bad)


class Watched(list[UnionNode]):
    """Nodes that count how often one of them is read."""

    reads = 0

    def __getitem__(self, position: Any) -> Any:
        self.reads += 1
        return super().__getitem__(position)

    def __iter__(self) -> Iterator[UnionNode]:
        self.reads += len(self)
        return super().__iter__()


def test_find_and_union_read_no_more_nodes_than_they_need() -> None:
    nodes = Watched(compat.unused_nodes())
    assert compat.find(nodes, 200) == 200
    compat.union(nodes, 8, 20, in_tile=True)
    assert compat.connected(nodes, 8, 20)
    assert nodes.reads < 50


def two_nodes(rank1: int, rank2: int) -> list[UnionNode]:
    nodes = compat.unused_nodes()
    nodes[8] = UnionNode(8, rank1, 2, 0, 1, False, 0)
    nodes[20] = UnionNode(20, rank2, 0, 4, 2, False, 0)
    return nodes


@pytest.mark.parametrize(("rank1", "rank2", "root", "rank"), [(1, 1, 8, 2), (2, 1, 8, 2), (1, 2, 20, 2), (3, 3, 8, 4)])
def test_union_goes_by_rank_and_between_equals_by_the_first(rank1: int, rank2: int, root: int, rank: int) -> None:
    nodes = two_nodes(rank1, rank2)
    joined = compat.union(nodes, 8, 20, in_tile=True)
    assert joined is nodes[root]
    assert (joined.parent, joined.rank) == (root, rank)


def test_union_adds_points_and_loses_two_open_edges_across_tiles_only() -> None:
    within, across = two_nodes(1, 1), two_nodes(1, 1)
    joined = compat.union(within, 8, 20, in_tile=True)
    assert (joined.blue_points, joined.red_points, joined.open_edges) == (2, 4, 3)
    assert compat.union(across, 8, 20, in_tile=False).open_edges == 1


def test_union_within_one_component_only_closes_edges_across_tiles() -> None:
    nodes = two_nodes(1, 1)
    compat.union(nodes, 8, 20, in_tile=True)
    before = copy.deepcopy(nodes)
    assert compat.union(nodes, 20, 8, in_tile=True).open_edges == 3
    assert nodes == before
    joined = compat.union(nodes, 20, 8, in_tile=False)
    assert (joined.open_edges, joined.blue_points, joined.rank) == (1, 2, 2)


def test_connected_means_the_same_root() -> None:
    nodes = two_nodes(1, 1)
    assert not compat.connected(nodes, 8, 20)
    compat.union(nodes, 8, 20, in_tile=False)
    assert compat.connected(nodes, 20, 8)


def test_connect_city_edges_in_tile_makes_one_city_of_all_its_edges() -> None:
    for name, roots in (("CFCF", {0}), ("CRCR", {0}), ("CCCC", {0}), ("CCCR", {0}), ("FFFF", set())):
        nodes = compat.unused_nodes()
        compat.connect_city_edges_in_tile(nodes, 0, T[name], 0, RED)
        assert {compat.find(nodes, edge) for edge in range(4) if nodes[edge].node_type == 0} == roots, name
    nodes = compat.unused_nodes()
    compat.connect_city_edges_in_tile(nodes, 0, T["CCCF"], 1, RED)
    assert nodes[1] == UnionNode(1, 2, 0, 6, 3, False, 0), "FCCC: its root is the smallest edge"


def test_connect_road_edges_in_tile_joins_exactly_two_but_not_those_of_crcr() -> None:
    expected = {"FFRR": 1, "FRFR": 1, "CCRR": 1, "CRCR": 2, "FRRR": 3, "RRRR": 4, "FFFR": 1, "CRFR": 1, "CRRR": 3}
    for name, count in expected.items():
        nodes = compat.unused_nodes()
        compat.connect_road_edges_in_tile(nodes, 0, T[name], 0, BLUE)
        assert len({compat.find(nodes, edge) for edge in range(4) if nodes[edge].node_type == 1}) == count, name


def test_connect_adjacent_city_edges_gives_none_or_winner_and_delta() -> None:
    bench = Bench()
    assert bench.lay("CFFF", 1, 3, 3, RED)[0] is None
    assert bench.cities == [109]
    assert bench.lay("CFFF", 3, 4, 3, BLUE)[0] is None, "two to two is a draw"
    assert names(bench.sent) == ["CityContestDraw"]


def test_connect_adjacent_road_edges_gives_a_list_of_results() -> None:
    bench = Bench()
    bench.lay("FFFR", 0, 4, 3, BLUE)
    bench.lay("FFFR", 2, 2, 3, RED)
    assert bench.lay("FRRR", 2, 3, 3, BLUE)[1] == [(BLUE, 0), None]
    assert bench.roads == [108], "the arm that points up is open still"


def test_a_road_back_to_its_own_crossroads_is_one_structure_contested_once() -> None:
    bench = Bench()
    bench.lay("RRRR", 0, 3, 3, BLUE)
    bench.lay("FFRR", 0, 4, 3, BLUE)
    bench.lay("FFRR", 1, 4, 4, BLUE)
    assert bench.lay("FFRR", 2, 3, 4, RED)[1] == [(BLUE, 2)]
    assert names(bench.sent) == ["RoadContestWon"]


def test_handle_contest_is_none_on_a_draw_else_winner_and_delta() -> None:
    nodes = two_nodes(1, 1)
    assert compat.handle_contest(nodes, 20, 1) == (RED, 0)
    nodes[8].red_points = 2
    assert compat.handle_contest(nodes, 8, 1) is None
    assert (nodes[8].blue_points, nodes[8].red_points, nodes[8].contested) == (2, 2, True)
    nodes[8].blue_points = 3
    assert compat.handle_contest(nodes, 8, 1) == (BLUE, 2)
    assert (nodes[8].blue_points, nodes[8].red_points) == (5, 0)


def test_close_all_leaves_out_what_is_contested() -> None:
    nodes = two_nodes(1, 1)
    nodes[8].contested = True
    sent: list[events.Event] = []
    assert compat.close_all_cities([8, 20], nodes, 1, sent.append) == [(RED, 0)]
    assert names(sent) == ["CityContestWon"]
    roads = compat.unused_nodes()
    roads[5] = UnionNode(5, 1, 1, 3, 2, False, 1)
    assert compat.close_all_roads([5], roads, 1, sent.append) == [(RED, 1)]
    assert names(sent) == ["CityContestWon", "RoadContestWon"]


def expected_closing(nodes: list[UnionNode], entries: list[int]) -> list[tuple[int, int, int, PlayerSide | None, int]]:
    """Does to the nodes what the document says; returns root, points of both, winner and delta of each contest."""
    found = []
    for entry in entries:
        path = [entry]
        while nodes[path[-1]].parent != path[-1]:
            path.append(nodes[path[-1]].parent)
        for each in path:
            nodes[each].parent = path[-1]
        root = nodes[path[-1]]
        if root.contested:
            continue
        root.contested, red, blue = True, root.red_points, root.blue_points
        winner = None if red == blue else BLUE if blue > red else RED
        if winner is not None:
            root.blue_points, root.red_points = (blue + red, 0) if winner == BLUE else (0, blue + red)
        found.append((path[-1], red, blue, winner, min(red, blue) if winner is not None else 0))
    return found


@pytest.mark.parametrize(("close_all", "kind"), [(compat.close_all_cities, 0), (compat.close_all_roads, 1)])
def test_close_all_finds_the_root_of_each_entry_and_contests_it_once(close_all: Any, kind: int) -> None:
    dice = Random(kind)
    for _ in range(scaled(50)):
        nodes = compat.unused_nodes()
        used = dice.sample(range(256), dice.randint(1, 40))
        for place, position in enumerate(used):
            parent = dice.choice([position, *used[:place]])
            blue, red, edges = (dice.randint(0, 4) for _ in range(3))
            nodes[position] = UnionNode(parent, 1, blue, red, edges, dice.random() < 0.2, kind)
        entries = dice.choices(used, k=dice.randint(0, 60))
        expected_nodes, sent = copy.deepcopy(nodes), list[events.Event]()
        expected = expected_closing(expected_nodes, entries)
        results = close_all(iter(entries), nodes, 7, sent.append)
        assert results == [None if winner is None else (winner, delta) for *_, winner, delta in expected]
        assert nodes == expected_nodes
        assert [(event.root, event.red_points, event.blue_points) for event in sent] == [row[:3] for row in expected]


@pytest.mark.parametrize("position", [256, -1])
def test_close_all_refuses_nodes_out_of_bounds_and_changes_nothing(position: int) -> None:
    nodes = two_nodes(1, 1)
    before = copy.deepcopy(nodes)
    for close_all in (compat.close_all_cities, compat.close_all_roads):
        with pytest.raises(IndexError, match=r"\[UnionFind error\] Index out of bounds\."):
            close_all([20, position], nodes, 1)
    assert nodes == before


def test_create_extended_tile_turns_the_edges() -> None:
    assert [compat.create_extended_tile(T["CCCF"], turns).edges for turns in (1, 2, 3)] == [
        (3, 0, 0, 0),
        (0, 3, 0, 0),
        (0, 0, 3, 0),
    ]


# Flow


@given(number=st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_storage_to_run_time_scores_and_back_follows_the_game(number: int) -> None:
    """Every placement of a random game, carried out by the documents' functions on records alone."""
    world = random_world(number, Rules(joker_number=6))
    start = world.board(1)
    random_play(world, number, 30)
    bench, scores = Bench(start.initial_edge_state), [[0, 0], [0, 0]]
    for move in world.get_move_history(world.board(1).last_move_id):
        if move.tile is None:
            continue
        side = move.player_side
        where = (move.col, move.row, move.tile, move.rotation)
        for part in (
            compat.calculate_tile_points(move.tile),
            compat.calculate_adjacent_edge_points(bench.border, *where),
        ):
            scores[side] = [scores[side][0] + part[0], scores[side][1] + part[1]]
        city, roads = bench.lay(TILES[move.tile], move.rotation, move.col, move.row, side)
        for place, results in enumerate(([city], roads)):
            for winner, delta in filter(None, results):
                scores[winner][place] += delta
                scores[1 - winner][place] -= delta
    final = world.reconstruct_board_state(1, world.board(1).moves_done)
    assert [list(final.blue_score), list(final.red_score)] == scores
    if world.board(1).game_state == "InProgress":
        stored = world.union_find(1)
        assert (bench.cities, bench.roads) == (stored.potential_city_contests, stored.potential_road_contests)
        again = compat.to_union_find(1, bench.city, bench.road, bench.cities, bench.roads)
        for name in ("nodes_ranks", "nodes_types"):
            assert getattr(again, name) == getattr(stored, name)
        for node in range(256):
            if stored.nodes_parents[node] == node:
                columns = (
                    "nodes_parents",
                    "nodes_blue_points",
                    "nodes_red_points",
                    "nodes_open_edges",
                    "nodes_contested",
                )
                assert [getattr(again, name)[node] for name in columns] == [
                    getattr(stored, name)[node] for name in columns
                ]


def test_several_contests_in_one_move_come_city_first_then_roads_by_edge() -> None:
    bench = Bench()
    bench.lay("CFFF", 2, 3, 2, BLUE)
    bench.lay("FFFR", 0, 4, 3, RED)
    bench.lay("FFFR", 1, 3, 4, RED)
    bench.lay("FFFR", 2, 2, 3, RED)
    assert bench.lay("CRRR", 0, 3, 3, BLUE) == ((BLUE, 0), [None, None, None])
    assert names(bench.sent) == ["CityContestWon", *["RoadContestDraw"] * 3]


def test_the_same_moves_give_the_same_events() -> None:
    first, second = random_world(17), random_world(17)
    for world in (first, second):
        random_play(world, 17, 40)
    assert first.events == second.events


def test_trees_stay_shallow() -> None:
    world = random_world(2, Rules(joker_number=30))
    random_play(world, 2, 60)
    stored = world.union_find(1)
    assert max(stored.nodes_ranks) <= 8


def test_board_scores_move_with_the_results() -> None:
    board = duel().board(1)
    board.blue_score, board.red_score = (8, 3), (4, 5)
    boards.apply_results(board, [(BLUE, 4), None], [(RED, 2), (RED, 1)])
    assert (board.blue_score, board.red_score) == ((12, 0), (0, 8))
