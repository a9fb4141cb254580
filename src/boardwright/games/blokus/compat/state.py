"""A game under way: the position, its players, and the moves made."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.core.refusal import Refusal
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.player import Player
from boardwright.games.blokus.options import BlokusOptions, Setup, variant
from boardwright.games.blokus.position import BlokusPosition, start
from boardwright.games.blokus.scoring import color_score


class GameState:
    """A position that moves on, with one player a color. The players' pieces and scores follow it.

    >>> state = GameState("opposite", [Player(1, "#4A90E2"), Player(3, "#4AE26E")])
    >>> state.current_player_id, state.board[0][:3]
    (1, [0, 0, 0])
    """

    def __init__(self, setup: Setup, players: Iterable[Player]) -> None:
        listed = list(players)
        self.players = {player.player_id: player for player in listed}
        if len(self.players) != len(listed):
            raise ValueError("Every player of a game needs a player_id of its own")
        seats = len(listed)
        self.position: BlokusPosition = start(variant(setup, seats), BlokusOptions(scoring="advanced"))
        numbers = {color.number for color in self.position.variant.colors}
        if numbers != set(self.players):
            raise ValueError(f"{setup} is played by {sorted(numbers)}, not by {sorted(self.players)}")
        self.history: list[Move] = []
        self._settle()

    @property
    def board(self) -> list[list[int]]:
        """The board as rows of numbers: 0 is empty, else the player's id."""
        return [[int(square) for square in row] for row in self.position.view(None).board]

    @property
    def current_player_id(self) -> int | None:
        """Whose turn it is; None when the game is over."""
        color = self.position.color
        return None if color is None else color.number

    @property
    def is_over(self) -> bool:
        """Whether every player is out."""
        return self.position.color is None

    def winners(self) -> list[Player]:
        """The players with the highest score once the game is over; several share a victory."""
        outcome = self.position.outcome()
        if outcome is None:
            return []
        colors = self.position.variant.colors
        return [self.players[color.number] for color in colors if color.seat in outcome.winners]

    def refusal(self, move: Move) -> Refusal | None:
        """Why the rules refuse that move now, None when they do not."""
        color = self.position.color
        if color is not None and color.number != move.player_id:
            return Refusal("not_your_turn", f"It is player {color.number}'s turn, not player {move.player_id}'s.")
        return self.position.refusal(move.core())

    def apply(self, move: Move) -> None:
        """Makes a move that was found legal."""
        self.position = self.position.play(move.core())
        self.history.append(move)
        if move.piece is not None and (piece := self.players[move.player_id].piece(move.piece.name)):
            piece.is_placed = True
            piece.placed_position = move.position
        self._settle()

    def _settle(self) -> None:
        for color, side in zip(self.position.variant.colors, self.position.sides, strict=True):
            player = self.players[color.number]
            player.has_passed = side.passed
            player.score = color_score(side, self.position.options.scoring).total
