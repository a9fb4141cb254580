"""Where a piece may go, and whether a Move may be made."""

from __future__ import annotations

from msgspec.structs import replace

from boardwright.core.refusal import IllegalMove
from boardwright.games.blokus.compat.move import Move, is_rotation
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.compat.player import Player
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.facts import NUMBER, SHAPE_OF_CELLS, Cell, at_origin


class BlokusRules:
    """The checks that the founding document names; the rules behind them are those of the game."""

    @staticmethod
    def get_valid_moves(game_state: GameState, player_id: int, piece: Piece) -> list[Cell]:
        """All positions of the piece, turned as it is handed over, that the placement rules allow that player.

        >>> state = GameState("classic", [Player(number, "gray") for number in (1, 2, 3, 4)])
        >>> BlokusRules.get_valid_moves(state, 3, Piece("I2"))
        [(18, 19)]
        """
        if _player(game_state, player_id).objection(piece) is not None:
            return []
        position = game_state.position
        board = position.variant.board
        state = position.states[list(game_state.players).index(player_id)]
        anchors = replace(state, hand=1 << NUMBER[piece.name]).find(board, position.taken)
        return list(board.cells(anchors.get(SHAPE_OF_CELLS[at_origin(piece.coordinates)], 0)))

    @staticmethod
    def validate(game_state: GameState, move: Move) -> None:
        """Raises ValueError if the move may not be made now: IllegalMove, with its refusal, where a rule forbids it."""
        player = _player(game_state, move.player_id)
        if move.piece is not None and move.position is not None:
            objection = player.objection(move.piece)
            if objection is not None:
                raise ValueError(objection)
            if not game_state.position.variant.board.has(move.position):
                raise ValueError("Position out of bounds")
        if not is_rotation(move.rotation):
            raise ValueError("Invalid rotation")
        refusal = game_state.refusal(move)
        if refusal is not None:
            raise IllegalMove(refusal)


def _player(game_state: GameState, player_id: int) -> Player:
    if player_id not in game_state.players:
        raise ValueError(f"Invalid player_id: {player_id}")
    return game_state.players[player_id]
