"""Runs the turns of bots."""

from __future__ import annotations

import logging

from boardwright.games.blokus.compat.handler import PlacementHandler, execute
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.player import AIPlayer
from boardwright.games.blokus.compat.rules import BlokusRules
from boardwright.games.blokus.compat.state import GameState

_log = logging.getLogger(__name__)


class GameLoop:
    """Asks bots for their moves until a person must decide or the game is over. No bot can stop a game."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._handlers = {number: PlacementHandler(state, player) for number, player in state.players.items()}

    def handler(self, player_id: int) -> PlacementHandler:
        """The placement handler of a person; ValueError for bots and for ids that nobody plays."""
        player = self.state.players.get(player_id)
        if player is None or isinstance(player, AIPlayer):
            raise ValueError(f"No person plays as player {player_id} here")
        return self._handlers[player_id]

    def run(self) -> None:
        """Lets bots move as long as it is their turn."""
        while self._trigger_ai_move():
            pass

    def _trigger_ai_move(self) -> bool:
        """One turn of a bot: ask, validate, execute. False when it is not a bot's turn.

        If the bot fails or its move is refused, the game plays the move it has for absent players.
        """
        number = self.state.current_player_id
        player = None if number is None else self.state.players[number]
        if not isinstance(player, AIPlayer):
            return False
        try:
            error = self._play(player)
        except Exception as problem:
            error = repr(problem)
        if error is not None:
            fallback = Move.of(self.state.position.listed[-1], player.player_id)
            _log.warning("%s: no valid move (%s); playing %s instead", player.name, error, fallback)
            self.state.apply(fallback)
        return True

    def _play(self, player: AIPlayer) -> str | None:
        """Plays the move that the bot chooses; returns why it was refused, or None."""
        move = player.calculate_move(self.state.board, player.unplaced())
        if move is None:
            move = Move(None, None, 0, player.player_id, is_pass=True)
        BlokusRules.validate(self.state, move)
        return execute(move, self._handlers[player.player_id])[1]
