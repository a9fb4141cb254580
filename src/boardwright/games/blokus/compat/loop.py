"""The course of a game with bots."""

from __future__ import annotations

import logging

from boardwright.games.blokus.compat.handler import PlacementHandler, execute
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.player import AIPlayer
from boardwright.games.blokus.compat.rules import BlokusRules
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.compat.strategies import available_moves

_log = logging.getLogger(__name__)


class GameLoop:
    """Asks bots for their moves until a person must decide or the game is over. No bot can stop a game."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._handlers = {number: PlacementHandler(state, player) for number, player in state.players.items()}

    def handler(self, player_id: int) -> PlacementHandler:
        """The hand of a person at the table; bots and spectators have none to lend."""
        player = self.state.players.get(player_id)
        if player is None or isinstance(player, AIPlayer):
            raise ValueError(f"No person plays as player {player_id} here")
        return self._handlers[player_id]

    def run(self) -> None:
        """Lets bots move as long as it is their turn."""
        while self._trigger_ai_move():
            pass

    def _trigger_ai_move(self) -> bool:
        """One turn of a bot: ask, validate, execute. False when it is not a bot's turn."""
        number = self.state.current_player_id
        player = None if number is None else self.state.players[number]
        if not isinstance(player, AIPlayer):
            return False
        handler = self._handlers[player.player_id]
        move = self._answer(player)
        error = self._tried(move, handler)
        if error is not None:
            _log.warning("%s: %s was refused (%s)", player.name, move, error)
            self._rescue(player, handler)
        return True

    def _answer(self, player: AIPlayer) -> Move:
        try:
            move = player.calculate_move(self.state.board, player.unplaced())
        except Exception:
            _log.exception("%s could not answer", player.name)
            move = None
        return Move(None, None, 0, player.player_id, is_pass=True) if move is None else move

    def _tried(self, move: Move, handler: PlacementHandler) -> str | None:
        """Validates and executes a bot's move; what was wrong with it, or None."""
        try:
            if move.player_id != handler.player.player_id:
                return f"a move of player {move.player_id}"
            BlokusRules.validate(self.state, move)
            _, error = execute(move, handler)
        except Exception as problem:
            return str(problem) or type(problem).__name__
        return error

    def _rescue(self, player: AIPlayer, handler: PlacementHandler) -> None:
        """Any legal move in place of a refused one; a pass if there is none."""
        moves = available_moves(self.state.board, player.unplaced(), player.player_id)
        if moves:
            execute(moves[0], handler)
        else:
            handler.pass_turn()
