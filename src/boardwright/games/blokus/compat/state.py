"""A game in progress: an ordinary match, and the players whose pieces and scores follow it."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.core.match.match import Match
from boardwright.core.records.record import dump
from boardwright.core.refusal import Refusal
from boardwright.games.blokus import GAME
from boardwright.games.blokus.color_state import color_score
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.player import Player
from boardwright.games.blokus.options import BlokusOptions, Setup, variant
from boardwright.games.blokus.position import BlokusPosition


class GameState:
    """A match with one player for each color. The match decides; `players` shows what it holds.

    >>> state = GameState("opposite", [Player(1, "#4A90E2"), Player(3, "#4AE26E")])
    >>> state.current_player_id, state.board[0][:3]
    (1, [0, 0, 0])
    """

    def __init__(self, setup: Setup, players: Iterable[Player]) -> None:
        listed = sorted(players, key=lambda player: player.player_id)
        self.players = {player.player_id: player for player in listed}
        if len(self.players) != len(listed):
            raise ValueError("Every player of a game needs a player_id of its own")
        numbers = [color.number for color in variant(setup, len(listed)).colors]
        if numbers != list(self.players):
            raise ValueError(f"{setup} is played by {numbers}, not by {list(self.players)}")
        names = [player.name for player in listed]
        options = BlokusOptions(variant=setup)
        self.match = Match.new(GAME, seats=len(listed), options=options, players=names, seed=None)
        self.refresh()

    @property
    def position(self) -> BlokusPosition:
        """The position that the match has reached."""
        return self.match.position

    @property
    def board(self) -> list[list[int]]:
        """The board as rows of numbers: 0 is empty, else the player's id."""
        return [[int(square) for square in row] for row in self.position.view(None).board]

    @property
    def current_player_id(self) -> int | None:
        """The player whose turn it is; None when the game is over."""
        color = self.position.color
        return None if color is None else color.number

    @property
    def is_over(self) -> bool:
        """Whether every player is out."""
        return self.position.color is None

    @property
    def history(self) -> list[Move]:
        """The moves in force, from the log of the match: each with a fresh piece and the canonical turn."""
        numbers = list(self.players)
        return [
            Move.of(self.position.parse(entry.text), numbers[entry.seat])
            for entry in self.match.line()
            if entry.seat is not None
        ]

    def record(self) -> bytes:
        """Return the match as a record file, which `boardwright.verify` checks and `boardwright.load` opens."""
        return dump(self.match)

    def winners(self) -> list[Player]:
        """Return the players with the highest score once the game is over; several share a victory."""
        outcome = self.position.outcome()
        players = list(self.players.values())
        return [] if outcome is None else [players[seat] for seat in outcome.winners]

    def refusal(self, move: Move) -> Refusal | None:
        """Return why the rules refuse that move now; None when they allow it."""
        color = self.position.color
        if color is not None and color.number != move.player_id:
            return Refusal("not_your_turn", f"It is player {color.number}'s turn, not player {move.player_id}'s.")
        return self.position.refusal(move.core())

    def apply(self, move: Move) -> None:
        """Play a move in the match; IllegalMove if the rules refuse it."""
        self.match.play(move.core(), list(self.players).index(move.player_id))
        self.refresh()

    def refresh(self) -> None:
        """Bring the players up to date; call it after changing `match` directly, as by an undo."""
        placed = {(move.player_id, move.piece.name): move.position for move in self.history if move.piece is not None}
        for player, state in zip(self.players.values(), self.position.states, strict=True):
            player.has_passed = state.passed
            player.score = color_score(state, self.position.options.scoring).total
            for piece in player.pieces:
                piece.placed_position = placed.get((player.player_id, piece.name))
                piece.is_placed = piece.placed_position is not None
