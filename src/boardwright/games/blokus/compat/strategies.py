"""The strategies of the game, called with a board of numbers and a list of pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import TypeAlias

from boardwright.games.blokus.bot import BOT, Choose
from boardwright.games.blokus.compat.grid import position_of
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.learned import expected_squares
from boardwright.games.blokus.moves import Placement

Grid: TypeAlias = Sequence[Sequence[int]]
"""A board as rows of numbers: 0 is empty, else the color."""


class Strategy(ABC):
    """Chooses placements on a 20x20 board. `dice` makes its random choices repeatable."""

    timeout_seconds: float

    def __init__(self, dice: Random | None = None) -> None:
        self.dice = Random() if dice is None else dice

    @property
    @abstractmethod
    def difficulty_name(self) -> str:
        """Easy, Medium or Hard."""

    @property
    def choose(self) -> Choose:
        """The strategy of the game that has this difficulty."""
        return BOT.strategies[self.difficulty_name.lower()]

    def calculate_move(
        self, board: Grid, pieces: Sequence[Piece], player_id: int, time_limit: float | None = None
    ) -> Move | None:
        """The chosen placement, the best found so far when the time is up; None exactly when there is none."""
        position = position_of(board, player_id, [piece.name for piece in pieces])
        deadline = monotonic() + (self.timeout_seconds if time_limit is None else time_limit)
        move = self.choose(position, position.actors[0], self.dice, lambda: monotonic() >= deadline)
        return Move.of(move, player_id, pieces) if isinstance(move, Placement) else None

    def get_available_moves(self, board: Grid, pieces: Sequence[Piece], player_id: int) -> list[Move]:
        """Every legal placement, one for each set of squares, mirrored ones included."""
        return available_moves(board, pieces, player_id)

    def evaluate_board(self, board: Grid, player_id: int) -> float:
        """About how many squares that color will have at the end, less the same of the best other color."""
        position = position_of(board, player_id, None)
        prospects = expected_squares(position)
        return prospects.pop(player_id - 1) - max(prospects)


class RandomStrategy(Strategy):
    """Any placement."""

    difficulty_name = "Easy"
    timeout_seconds = 3.0


class CornerStrategy(Strategy):
    """Large pieces that open many corners of their color."""

    difficulty_name = "Medium"
    timeout_seconds = 5.0


class StrategicStrategy(Strategy):
    """Squares, corners and room of all colors, a round ahead."""

    difficulty_name = "Hard"
    timeout_seconds = 8.0


_STRATEGIES: dict[str, type[Strategy]] = {
    "Easy": RandomStrategy, "Medium": CornerStrategy, "Hard": StrategicStrategy,
}  # fmt: skip


def strategy_named(difficulty: str) -> Strategy:
    """A new strategy of that difficulty; ValueError for an unknown name.

    >>> strategy_named("Hard").timeout_seconds
    8.0
    """
    if difficulty not in _STRATEGIES:
        raise ValueError(f"There is no difficulty {difficulty!r}; there are {', '.join(_STRATEGIES)}.")
    return _STRATEGIES[difficulty]()


def available_moves(board: Grid, pieces: Sequence[Piece], player_id: int) -> list[Move]:
    """Every legal placement of those pieces, the largest first."""
    position = position_of(board, player_id, [piece.name for piece in pieces])
    placements = (move for move in reversed(position.listed) if isinstance(move, Placement))
    return [Move.of(move, player_id, pieces) for move in placements]
