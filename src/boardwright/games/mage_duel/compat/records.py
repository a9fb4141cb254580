"""The records of the founding documents, field by field.

`Move`, `Snapshot` and `Rules` never change. A `Board` is a copy of what the log says: changing one changes
nobody's game.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum

import msgspec

from boardwright.games.mage_duel.board import board_of
from boardwright.games.mage_duel.facts import (
    CITY,
    EDGES,
    EMPTY,
    LAYS,
    NO_TILE,
    NODE_POINTS,
    NODES,
    RIM,
    ROAD,
    SIZE,
    STANDARD_DECK,
    TILES,
    fits,
)


class PlayerSide(IntEnum):
    """The two sides; player 1, the host, is Blue."""

    Blue = 0
    Red = 1


class GameState(StrEnum):
    """Whether a board is still played on."""

    InProgress = "InProgress"
    Finished = "Finished"


class GameStatus(StrEnum):
    """The standing of a player."""

    Created = "Created"
    InProgress = "InProgress"
    Finished = "Finished"
    Canceled = "Canceled"


class Role(IntEnum):
    """The kind of account that a player has."""

    Guest = 0
    Controller = 1
    Bot = 2


Cell = tuple[int, int, int]
"""(tile, rotation, side); an empty cell is (24, 0, 0)."""
Place = tuple[str, PlayerSide, int]
"""A player's place on a board: who, which side, how many jokers are left."""


class Move(msgspec.Struct, frozen=True):
    """One action, chained to the one before. A skip has no tile and zeros for rotation, col and row."""

    id: int
    player_side: PlayerSide
    prev_move_id: int | None
    tile: int | None
    rotation: int
    col: int
    row: int
    is_joker: bool
    first_board_id: int
    timestamp: int

    @property
    def is_skip(self) -> bool:
        """Whether no tile was laid."""
        return self.tile is None


class Board(msgspec.Struct):
    """One board as it stands."""

    id: int
    initial_edge_state: list[int]
    available_tiles_in_deck: list[int]
    top_tile: int | None
    state: list[Cell]
    player1: Place
    player2: Place
    blue_score: tuple[int, int]
    red_score: tuple[int, int]
    last_move_id: int | None
    game_state: GameState
    moves_done: int
    last_update_timestamp: int


class UnionNode(msgspec.Struct):
    """A node of the union-find at run time. Points and open edges mean something at roots.

    Types: 0 city, 1 road, 2 none.
    """

    parent: int
    rank: int = 0
    blue_points: int = 0
    red_points: int = 0
    open_edges: int = 0
    contested: bool = False
    node_type: int = 2


class UnionFind(msgspec.Struct):
    """The union-find as it is stored: a list of 256 for each field of a node, and the two lists of contests to come."""

    board_id: int
    nodes_parents: list[int]
    nodes_ranks: list[int]
    nodes_blue_points: list[int]
    nodes_red_points: list[int]
    nodes_open_edges: list[int]
    nodes_contested: list[bool]
    nodes_types: list[int]
    potential_city_contests: list[int]
    potential_road_contests: list[int]


def unused_nodes() -> list[UnionNode]:
    """Return 256 nodes that belong to nothing."""
    return [UnionNode(parent=node) for node in range(NODES)]


class Rules(msgspec.Struct, frozen=True):
    """The numbers that can be set: deck, (cities, roads) on each side of the border, jokers and their price.

    `red_joker_number` is for duels in which Red starts with another number of jokers than Blue.
    """

    id: int = 0
    deck: tuple[int, ...] = STANDARD_DECK
    edges: tuple[int, int] = (1, 1)
    joker_number: int = 3
    joker_price: int = 5
    red_joker_number: int | None = None


class Game(msgspec.Struct, frozen=True):
    """The standing of one player. Who never played counts as Finished with no board."""

    player: str
    status: GameStatus = GameStatus.Finished
    board_id: int | None = None
    snapshot_id: int | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """A bookmark: this board, after so many Moves."""

    snapshot_id: int
    player: str
    board_id: int
    move_number: int


class Player(msgspec.Struct, frozen=True):
    """A player's profile."""

    player_id: str
    username: str = ""
    balance: int = 0
    games_played: int = 0
    active_skin: int = 0
    role: Role = Role.Guest


class Shop(msgspec.Struct, frozen=True):
    """The prices of skins: thresholds, nothing is paid."""

    id: int = 0
    skin_prices: tuple[int, ...] = (0, 0, 100, 500, 2000)


class SavedBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board in a saved world: the board it was branched from (0 for none), and the record of its match."""

    host: str
    parent: int
    shared: int
    record: str | None


class SavedWorld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved world; boards are in the order of their ids, and `moves` has the board of each Move in that order."""

    rules: Rules
    administrator: str
    shop: Shop
    players: dict[str, Player]
    games: dict[str, Game]
    moves: list[int]
    snapshots: dict[int, Snapshot]
    progress: list[tuple[str, str, int]]
    boards: list[SavedBoard]
    events: list[tuple[str, msgspec.Raw]]


_CODES = "CRMF"


class ExtendedTile(msgspec.Struct, frozen=True):
    """A rotated tile, edges from the top clockwise."""

    edges: tuple[int, int, int, int]


def create_extended_tile(tile: int, rotation: int) -> ExtendedTile:
    """Return a tile with its edges after that many clockwise quarter turns.

    >>> create_extended_tile(5, 1).edges  # CCRR turned once: R C C R
    (1, 0, 0, 1)
    """
    top, right, bottom, left = (_CODES.index(letter) for letter in EDGES[tile * 4 + rotation])
    return ExtendedTile((top, right, bottom, left))


def edge_codes(border: str) -> list[int]:
    """Return a border of the rules as the 32 numbers of `initial_edge_state`."""
    return [_CODES.index(letter) for letter in border]


def border_of(initial_edge_state: Sequence[int]) -> str:
    """Return `initial_edge_state` as a border of the rules."""
    return "".join(_CODES[code] for code in initial_edge_state)


def state_of(cells: bytes) -> list[Cell]:
    """Return the cells of the rules as 64 triples."""
    return [(NO_TILE, 0, 0) if cell == EMPTY else (cell % LAYS >> 2, cell & 3, cell // LAYS) for cell in cells]


def calculate_tile_points(tile: int) -> tuple[int, int]:
    """Return the (city points, road points) of a tile.

    >>> calculate_tile_points(4)  # CCCR
    (6, 1)
    """
    return NODE_POINTS[CITY] * TILES[tile].count("C"), NODE_POINTS[ROAD] * TILES[tile].count("R")


calcucate_tile_points = calculate_tile_points
"""The spelling of the founding documents."""


def calculate_adjacent_edge_points(
    initial_edge_state: Sequence[int], col: int, row: int, tile: int, rotation: int
) -> tuple[int, int]:
    """Return the (city points, road points) for edges next to border slots of their kind."""
    edges = create_extended_tile(tile, rotation).edges
    met = [_CODES[edges[edge]] for edge, slot in RIM[col * SIZE + row] if edges[edge] == initial_edge_state[slot]]
    return NODE_POINTS[CITY] * met.count("C"), NODE_POINTS[ROAD] * met.count("R")


def is_valid_move(
    tile: int, rotation: int, col: int, row: int, state: Sequence[Cell], initial_edge_state: Sequence[int]
) -> bool:
    """Return whether the tile exists, the cell exists and is empty, all edges match and at least one connects."""
    if not (0 <= tile < NO_TILE and 0 <= rotation < 4 and 0 <= col < SIZE and 0 <= row < SIZE):
        return False
    laid = ((cell, each[0] * 4 + each[1], each[2]) for cell, each in enumerate(state) if each[0] != NO_TILE)
    try:
        board = board_of(border_of(initial_edge_state), laid)
    except ValueError:
        return False
    return fits(tile * 4 + rotation, board.frames[col * SIZE + row])
