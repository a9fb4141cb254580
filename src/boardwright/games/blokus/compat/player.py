"""The players of the colors: people, and bots with a strategy."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from boardwright.games.blokus.compat.move import Move, Named, Piece, is_player_id
from boardwright.games.blokus.compat.strategies import Grid, Strategy, available_moves, strategy_named
from boardwright.games.blokus.facts import NAMES

_log = logging.getLogger(__name__)


class Player:
    """The player of one color, with all 21 pieces; those not yet placed have `is_placed` False."""

    def __init__(self, player_id: int, color: str, name: str | None = None) -> None:
        if not is_player_id(player_id):
            raise ValueError(f"Invalid player_id: {player_id}")
        self.player_id = player_id
        self.color = color
        self.name = f"Player {player_id}" if name is None else name
        self.pieces = [Piece(piece, self) for piece in NAMES]
        self.score = 0
        self.has_passed = False

    def unplaced(self) -> list[Piece]:
        """Return the pieces still in hand."""
        return [piece for piece in self.pieces if not piece.is_placed]

    def piece(self, name: str) -> Piece | None:
        """Return the player's own piece of that name; None if there is none."""
        return next((piece for piece in self.pieces if piece.name == name), None)

    def objection(self, piece: Named) -> str | None:
        """Return why this player cannot place that piece: it belongs to another, or lies on the board already."""
        own = self.piece(piece.name)
        if own is None or getattr(piece, "owner", None) not in (None, self):
            return "Player does not own this piece"
        return "Piece is already placed" if own.is_placed or getattr(piece, "is_placed", False) else None


@dataclass
class Metrics:
    """Counts and times of a bot's calculations."""

    times: list[float] = field(default_factory=list)
    timeouts: int = 0
    fallbacks: int = 0
    moves: int = 0
    passes: int = 0

    @property
    def calculations(self) -> int:
        """The number of calculations."""
        return len(self.times)

    @property
    def average_time(self) -> float:
        """Seconds a calculation, 0 before the first."""
        return sum(self.times) / len(self.times) if self.times else 0.0

    @property
    def min_time(self) -> float:
        """The shortest calculation in seconds."""
        return min(self.times, default=0.0)

    @property
    def max_time(self) -> float:
        """The longest calculation in seconds."""
        return max(self.times, default=0.0)


class AIPlayer(Player):
    """A player whose moves a strategy chooses. If the strategy fails, a legal move is played instead.

    >>> from boardwright.games.blokus.compat.strategies import RandomStrategy
    >>> AIPlayer(3, RandomStrategy(), "#4AE26E").name
    'AI Player 3'
    """

    def __init__(self, player_id: int, strategy: Strategy, color: str, name: str | None = None) -> None:
        super().__init__(player_id, color, f"AI Player {player_id}" if name is None else name)
        self.strategy = strategy
        self.is_calculating = False
        self.metrics = Metrics()

    @property
    def difficulty(self) -> str:
        """Easy, Medium or Hard."""
        return self.strategy.difficulty_name

    @property
    def timeout_seconds(self) -> float:
        """The time limit of its strategy for a move."""
        return self.strategy.timeout_seconds

    def switch_to_difficulty(self, name: str) -> None:
        """Use the strategy of that difficulty from now on."""
        self.strategy = strategy_named(name)

    def calculate_move(self, board: Grid, pieces: Sequence[Piece], time_limit: float | None = None) -> Move | None:
        """Return the strategy's move; any legal one if the strategy fails; None when nothing can be placed."""
        self.is_calculating = True
        begin = perf_counter()
        try:
            move = self._checked(self.strategy.calculate_move(board, pieces, self.player_id, time_limit), pieces)
        except Exception:
            _log.exception("%s: strategy failed; playing any legal move instead", self.name)
            self.metrics.fallbacks += 1
            move = next(iter(available_moves(board, pieces, self.player_id)), None)
        finally:
            self.is_calculating = False
            self._record(perf_counter() - begin, time_limit)
        if move is None or move.is_pass:
            self.metrics.passes += 1
        else:
            self.metrics.moves += 1
        return move

    def _checked(self, move: Move | None, pieces: Sequence[Piece]) -> Move | None:
        """Return the move, if it is one of this player with one of those pieces; ValueError otherwise."""
        if move is not None and move.player_id != self.player_id:
            raise ValueError(f"The strategy of player {self.player_id} returned a move of player {move.player_id}")
        if move is not None and move.piece is not None:
            is_held = move.piece.name in {piece.name for piece in pieces} and self.objection(move.piece) is None
            if not is_held:
                raise ValueError(f"The strategy returned {move}, but the player does not hold that piece")
        return move

    def _record(self, seconds: float, time_limit: float | None) -> None:
        self.metrics.times.append(seconds)
        if seconds > (self.timeout_seconds if time_limit is None else time_limit):
            self.metrics.timeouts += 1
