"""Moves applied to board records, step by step, as the founding documents do it.

These work on records, for analysis and replay of a chain of Moves; games in play follow the rules' positions,
and the two agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from boardwright.games.mage_duel.compat.nodes import Emit, Result, close_all_cities, close_all_roads, ignore
from boardwright.games.mage_duel.compat.records import Board, Cell, GameState, Move, PlayerSide, UnionNode
from boardwright.games.mage_duel.facts import NO_TILE
from boardwright.games.mage_duel.grid import CELLS, SIZE

T = TypeVar("T")
Draw = Callable[[Sequence[int]], int]
"""Chance, handed in: which of these tiles is drawn."""


def reverse_array(items: Sequence[T]) -> list[T]:
    """
    >>> reverse_array([3, 2, 1])
    [1, 2, 3]
    """
    return list(items[::-1])


def get_move_history(moves: Mapping[int, Move], latest_move_id: int | None) -> list[Move]:
    """The chain of Moves that ends with this one, oldest first."""
    backwards = []
    while latest_move_id is not None:
        move = moves[latest_move_id]
        backwards.append(move)
        latest_move_id = move.prev_move_id
    return reverse_array(backwards)


def create_empty_board_state() -> list[Cell]:
    """64 empty cells."""
    return [(NO_TILE, 0, 0)] * CELLS


def apply_move_to_state(state: Sequence[Cell], move: Move) -> list[Cell]:
    """The cells after a Move; a skip leaves them as they are."""
    cells = list(state)
    if move.tile is not None:
        cells[move.col * SIZE + move.row] = (move.tile, move.rotation, int(move.player_side))
    return cells


def update_board_state(
    board: Board, tile: int, rotation: int, col: int, row: int, is_joker: bool, side: PlayerSide
) -> None:
    """Lays a tile on the board's cells; whether a joker paid for it makes no difference here."""
    board.state[col * SIZE + row] = (tile, rotation, int(side))


def update_board_joker_number(board: Board, side: PlayerSide, is_joker: bool) -> tuple[int, int]:
    """Takes a joker off if one was used; both counts, player 1's first."""
    if is_joker:
        player, own, jokers = place = get_place(board, side)
        if place is board.player1:
            board.player1 = (player, own, jokers - 1)
        else:
            board.player2 = (player, own, jokers - 1)
    return board.player1[2], board.player2[2]


def get_place(board: Board, side: PlayerSide) -> tuple[str, PlayerSide, int]:
    """(player, side, jokers) of that side."""
    return board.player1 if board.player1[1] == side else board.player2


def get_player_from_side(board: Board, side: PlayerSide) -> str:
    """Who plays that side."""
    return get_place(board, side)[0]


def draw_tile_from_board_deck(board: Board, draw: Draw) -> int | None:
    """A tile leaves the deck and becomes the top tile; none from an empty deck."""
    board.top_tile = None
    if board.available_tiles_in_deck:
        board.top_tile = draw(board.available_tiles_in_deck)
        board.available_tiles_in_deck.remove(board.top_tile)
    return board.top_tile


def redraw_tile_from_board_deck(board: Board, draw: Draw) -> int | None:
    """The top tile goes back to the end of the deck and another one is drawn."""
    if board.top_tile is not None:
        board.available_tiles_in_deck.append(board.top_tile)
    return draw_tile_from_board_deck(board, draw)


def execute_move(move: Move, board: Board, draw: Draw, *, automatic: bool = False) -> None:
    """Applies a Move to a board: cells, jokers, draws, chain, counter and time. An automatic skip draws nothing."""
    if move.tile is not None:
        update_board_state(board, move.tile, move.rotation, move.col, move.row, move.is_joker, move.player_side)
        update_board_joker_number(board, move.player_side, move.is_joker)
        if not move.is_joker:
            draw_tile_from_board_deck(board, draw)
    elif not automatic:
        redraw_tile_from_board_deck(board, draw)
    board.last_move_id = move.id
    board.moves_done += 1
    board.last_update_timestamp = move.timestamp


def apply_results(board: Board, city: Iterable[Result | None], road: Iterable[Result | None]) -> None:
    """Moves the points of contests from the losers' scores to the winners'."""
    for place, results in enumerate((city, road)):
        for winner, delta in filter(None, results):
            scores = [list(board.blue_score), list(board.red_score)]
            scores[winner][place] += delta
            scores[1 - winner][place] -= delta
            board.blue_score, board.red_score = (scores[0][0], scores[0][1]), (scores[1][0], scores[1][1])


def _finish_game(
    board: Board,
    potential_city_contests: Iterable[int],
    potential_road_contests: Iterable[int],
    city_nodes: list[UnionNode],
    road_nodes: list[UnionNode],
    emit: Emit = ignore,
) -> None:
    """Settles everything still open, cities first, and closes the board."""
    cities = close_all_cities(potential_city_contests, city_nodes, board.id, emit)
    roads = close_all_roads(potential_road_contests, road_nodes, board.id, emit)
    apply_results(board, cities, roads)
    board.game_state = GameState.Finished


def check_move_achievements(move: Move) -> list[str]:
    """The tasks a requested Move counts for by itself."""
    tasks = []
    if move.prev_move_id is None:
        tasks.append("first_move")
    if move.is_joker:
        tasks.append("joker_used")
    if move.is_skip:
        tasks.append("strategic_skip")
    return tasks
