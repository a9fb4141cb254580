"""The interface of the two founding documents, "Move Model and Event Sourcing" and "Scoring System".

Records, events, calls and functions by the documents' names, carried out by the rules and by ordinary matches. A
`World` holds games; its boards are matches, its snapshots their branches.
"""

from __future__ import annotations

from boardwright.games.mage_duel.compat.boards import (
    apply_move_to_state,
    check_move_achievements,
    create_empty_board_state,
    draw_tile_from_board_deck,
    execute_move,
    get_move_history,
    get_player_from_side,
    redraw_tile_from_board_deck,
    reverse_array,
    update_board_joker_number,
    update_board_state,
)
from boardwright.games.mage_duel.compat.lobby import MOVE_TIME
from boardwright.games.mage_duel.compat.nodes import (
    close_all_cities,
    close_all_roads,
    connect_adjacent_city_edges,
    connect_adjacent_road_edges,
    connect_city_edges_in_tile,
    connect_road_edges_in_tile,
    connected,
    convert_board_position_to_node_position,
    find,
    handle_contest,
    to_nodes,
    to_union_find,
    union,
)
from boardwright.games.mage_duel.compat.records import (
    Board,
    ExtendedTile,
    Game,
    GameState,
    GameStatus,
    Move,
    Player,
    PlayerSide,
    Role,
    Rules,
    Shop,
    Snapshot,
    UnionFind,
    UnionNode,
    calcucate_tile_points,
    calculate_adjacent_edge_points,
    calculate_tile_points,
    create_extended_tile,
    is_valid_move,
    unused_nodes,
)
from boardwright.games.mage_duel.compat.world import World

__all__ = [
    "MOVE_TIME", "Board", "ExtendedTile", "Game", "GameState", "GameStatus", "Move", "Player", "PlayerSide", "Role",
    "Rules", "Shop", "Snapshot", "UnionFind", "UnionNode", "World", "apply_move_to_state", "calcucate_tile_points",
    "calculate_adjacent_edge_points", "calculate_tile_points", "check_move_achievements", "close_all_cities",
    "close_all_roads", "connect_adjacent_city_edges", "connect_adjacent_road_edges", "connect_city_edges_in_tile",
    "connect_road_edges_in_tile", "connected", "convert_board_position_to_node_position", "create_empty_board_state",
    "create_extended_tile", "draw_tile_from_board_deck", "execute_move", "find", "get_move_history",
    "get_player_from_side", "handle_contest", "is_valid_move", "redraw_tile_from_board_deck", "reverse_array",
    "to_nodes", "to_union_find", "union", "unused_nodes", "update_board_joker_number", "update_board_state",
]  # fmt: skip
