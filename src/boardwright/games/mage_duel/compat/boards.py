"""The documents' functions on `Board` records.

A record is read as a position, the rules act on it, and the result is written back to the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from boardwright.games.mage_duel import moves as rules
from boardwright.games.mage_duel.compat.nodes import Emit, Result, close_all_cities, close_all_roads, ignore
from boardwright.games.mage_duel.compat.records import (
    Board,
    Cell,
    GameState,
    Move,
    Place,
    PlayerSide,
    UnionNode,
    border_of,
    state_of,
)
from boardwright.games.mage_duel.facts import BLUE, CELLS, NO_TILE, SIZE, TILES
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

T = TypeVar("T")
Draw = Callable[[Sequence[int]], int]
"""Chooses which of these tiles is drawn."""


def reverse_array(items: Sequence[T]) -> list[T]:
    """Return the items in reverse order.

    >>> reverse_array([3, 2, 1])
    [1, 2, 3]
    """
    return list(items[::-1])


def get_move_history(moves: Mapping[int, Move], latest_move_id: int | None) -> list[Move]:
    """Return the chain of Moves that ends with this one, oldest first."""
    backwards = []
    while latest_move_id is not None:
        backwards.append(moves[latest_move_id])
        latest_move_id = backwards[-1].prev_move_id
    return reverse_array(backwards)


def create_empty_board_state() -> list[Cell]:
    """Return 64 empty cells."""
    return [(NO_TILE, 0, 0)] * CELLS


def apply_move_to_state(state: Sequence[Cell], move: Move) -> list[Cell]:
    """Return the cells after a Move; a skip leaves them as they are."""
    cells = list(state)
    if move.tile is not None:
        cells[move.col * SIZE + move.row] = (move.tile, move.rotation, int(move.player_side))
    return cells


def update_board_state(
    board: Board, tile: int, rotation: int, col: int, row: int, is_joker: bool, side: PlayerSide
) -> None:
    """Lay a tile on the board's cells; a joker makes no difference here."""
    board.state[col * SIZE + row] = (tile, rotation, int(side))


def update_board_joker_number(board: Board, side: PlayerSide, is_joker: bool) -> tuple[int, int]:
    """Take a joker off that side if one was used; return both counts, player 1's first."""
    board.player1, board.player2 = (
        (player, own, jokers - (is_joker and own == side)) for player, own, jokers in (board.player1, board.player2)
    )
    return board.player1[2], board.player2[2]


def get_player_from_side(board: Board, side: PlayerSide) -> str:
    """Return the player of that side."""
    return _place(board, side)[0]


def draw_tile_from_board_deck(board: Board, draw: Draw) -> int | None:
    """Draw a new top tile from the deck; return it, or None if the deck is empty."""
    board.top_tile = None
    return redraw_tile_from_board_deck(board, draw)


def redraw_tile_from_board_deck(board: Board, draw: Draw) -> int | None:
    """Put the top tile back to the end of the deck and draw another one, as a skip does."""
    _apply(board, rules.SKIP, BLUE, draw)
    return board.top_tile


def execute_move(move: Move, board: Board, draw: Draw, *, automatic: bool = False) -> None:
    """Apply a Move to a board: cells, jokers, draws, chain, counter and time. An automatic skip draws nothing."""
    if move.tile is not None:
        placed = rules.Place(move.tile, move.rotation, move.col, move.row, move.is_joker)
        _apply(board, placed, move.player_side, draw)
    elif not automatic:
        _apply(board, rules.SKIP, move.player_side, draw)
    board.last_move_id, board.last_update_timestamp = move.id, move.timestamp
    board.moves_done += 1


def apply_results(board: Board, city: Iterable[Result | None], road: Iterable[Result | None]) -> None:
    """Transfer the points of contests from the losers' scores to the winners'."""
    gains = [
        sum(delta if winner == PlayerSide.Blue else -delta for winner, delta in filter(None, results))
        for results in (city, road)
    ]
    board.blue_score = (board.blue_score[0] + gains[0], board.blue_score[1] + gains[1])
    board.red_score = (board.red_score[0] - gains[0], board.red_score[1] - gains[1])


def _finish_game(
    board: Board,
    potential_city_contests: Iterable[int],
    potential_road_contests: Iterable[int],
    city_nodes: list[UnionNode],
    road_nodes: list[UnionNode],
    emit: Emit = ignore,
) -> None:
    """Settle everything still open, cities first, and mark the board as finished."""
    cities = close_all_cities(potential_city_contests, city_nodes, board.id, emit)
    apply_results(board, cities, close_all_roads(potential_road_contests, road_nodes, board.id, emit))
    board.game_state = GameState.Finished


def check_move_achievements(move: Move) -> list[str]:
    """Return the tasks that a requested Move counts for by itself."""
    tasks = {"first_move": move.prev_move_id is None, "joker_used": move.is_joker, "strategic_skip": move.is_skip}
    return [task for task, counts in tasks.items() if counts]


def _place(board: Board, side: PlayerSide) -> Place:
    return board.player1 if board.player1[1] == side else board.player2


def _apply(board: Board, move: rules.Place | rules.Skip, side: int, draw: Draw) -> None:
    border, deck = border_of(board.initial_edge_state), tuple(board.available_tiles_in_deck)
    laid = tuple((cell, *each) for cell, each in enumerate(board.state) if each[0] != NO_TILE)
    top = NO_TILE if board.top_tile is None else board.top_tile
    jokers = (_place(board, PlayerSide.Blue)[2], _place(board, PlayerSide.Red)[2])
    options, done = MageDuelOptions(), board.moves_done
    position = MageDuelPosition(options, border, laid, deck, top, jokers, None, False, done, None, False, "")
    position = position.placed(move, side) if isinstance(move, rules.Place) else position.skipped(side)
    if position.chance is not None:
        position = position.take(TILES[draw(list(position.deck))])
    board.state, board.available_tiles_in_deck = state_of(position.board.cells), list(position.deck)
    board.top_tile = None if position.top == NO_TILE else position.top
    update_board_joker_number(board, PlayerSide(side), isinstance(move, rules.Place) and move.joker)
