"""The rules as the seed calls them."""

from __future__ import annotations

from msgspec.structs import replace

from boardwright.core.refusal import IllegalMove
from boardwright.games.blokus.compat.move import Move, is_rotation
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.facts import NUMBER, SHAPE_OF_CELLS, Cell, at_origin


class BlokusRules:
    """Where a piece may go, and whether a move may be made."""

    @staticmethod
    def get_valid_moves(game_state: GameState, player_id: int, piece: Piece) -> list[Cell]:
        """All positions of the piece, turned as it is handed over, that the placement rules allow that player.

        >>> from boardwright.games.blokus.compat.player import Player
        >>> state = GameState("classic", [Player(number, "gray") for number in (1, 2, 3, 4)])
        >>> BlokusRules.get_valid_moves(state, 3, Piece("I2"))
        [(18, 19)]
        """
        position = game_state.position
        numbers = [color.number for color in position.variant.colors]
        if player_id not in numbers:
            raise ValueError(f"Invalid player_id: {player_id}")
        side = position.sides[numbers.index(player_id)]
        held = side.hand & 1 << NUMBER[piece.name]
        board = position.variant.board
        anchors = replace(side, hand=held).find(board, position.taken)
        return list(board.cells(anchors.get(SHAPE_OF_CELLS[at_origin(piece.coordinates)], 0)))

    @staticmethod
    def validate(game_state: GameState, move: Move) -> None:
        """Raises ValueError if the move may not be made now: IllegalMove, with its refusal, where a rule forbids it."""
        player = game_state.players.get(move.player_id)
        if player is None:
            raise ValueError(f"Invalid player_id: {move.player_id}")
        if not move.is_pass and move.piece is not None and move.position is not None:
            own = player.piece(move.piece.name)
            if own is None:
                raise ValueError("Player does not own this piece")
            if own.is_placed or getattr(move.piece, "is_placed", False):
                raise ValueError("Piece is already placed")
            if not game_state.position.variant.board.has(move.position):
                raise ValueError("Position out of bounds")
        if not is_rotation(move.rotation):
            raise ValueError("Invalid rotation")
        refusal = game_state.refusal(move)
        if refusal is not None:
            raise IllegalMove(refusal)
