"""How bots choose: by chance, by corners, or by what the whole board promises. Only ever legal moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from time import monotonic
from typing import TypeAlias

from boardwright.games.blokus.bot import color_prospect, evaluate
from boardwright.games.blokus.compat.grid import position_of
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.facts import TURNS
from boardwright.games.blokus.moves import Placement
from boardwright.games.blokus.position import BlokusPosition

Grid: TypeAlias = Sequence[Sequence[int]]
"""A board as rows of numbers: 0 is empty, else the color."""


class Strategy(ABC):
    """Chooses a placement on a 20x20 board. Bots that draw lots are given their dice."""

    difficulty_name: str
    timeout_seconds: float

    def __init__(self, dice: Random | None = None) -> None:
        self.dice = Random() if dice is None else dice

    def calculate_move(
        self, board: Grid, pieces: Sequence[Piece], player_id: int, time_limit: float | None = None
    ) -> Move | None:
        """The chosen placement, the best found when the time is up; None exactly when there is none."""
        position = position_of(board, player_id, [piece.name for piece in pieces])
        limit = self.timeout_seconds if time_limit is None else time_limit
        best = self.choose(position, monotonic() + limit)
        return None if best is None else _seed_move(best, pieces, player_id)

    def get_available_moves(self, board: Grid, pieces: Sequence[Piece], player_id: int) -> list[Move]:
        """Every legal placement, one a set of squares, mirrored ones included."""
        return available_moves(board, pieces, player_id)

    def evaluate_board(self, board: Grid, player_id: int) -> float:
        """About how many squares that color will have in the end, less the same of the best other color."""
        position = position_of(board, player_id, None)
        prospects = [color_prospect(position.variant.board, side, position.taken) for side in position.sides]
        return prospects.pop(player_id - 1) - max(prospects)

    @abstractmethod
    def choose(self, position: BlokusPosition, deadline: float) -> Placement | None:
        """One of the position's placements, None if it has none. `deadline` is in the time of `monotonic`."""


class RandomStrategy(Strategy):
    """Any placement at all."""

    difficulty_name = "Easy"
    timeout_seconds = 3.0

    def choose(self, position: BlokusPosition, deadline: float) -> Placement | None:
        move = self.dice.choice(position.legal_moves())
        return move if isinstance(move, Placement) else None


class _BestStrategy(Strategy):
    """The placement after which a position is worth most; ties by lot."""

    def choose(self, position: BlokusPosition, deadline: float) -> Placement | None:
        return next(iter(self.ranked(position, deadline)), None)

    def ranked(self, position: BlokusPosition, deadline: float) -> list[Placement]:
        """The placements looked at until the deadline, at least one if there is one, the best first."""
        found: list[tuple[float, float, Placement]] = []
        for move in _placements(position):
            found.append((self.worth(position.after(move), position.mover), self.dice.random(), move))
            if monotonic() >= deadline:
                break
        return [move for _, _, move in sorted(found, key=lambda one: one[:2], reverse=True)]

    @abstractmethod
    def worth(self, position: BlokusPosition, mover: int) -> float:
        """How much the position is worth for the side that just moved."""


class CornerStrategy(_BestStrategy):
    """Large pieces first, where they open many corners of the own color."""

    difficulty_name = "Medium"
    timeout_seconds = 5.0

    def worth(self, position: BlokusPosition, mover: int) -> float:
        side = position.sides[mover]
        corners = side.corners & side.free(position.variant.board, position.taken)
        return 2 * side.last.bit_count() + corners.bit_count()


class StrategicStrategy(_BestStrategy):
    """Weighs squares, corners and room of all colors, and looks a round ahead from its best placements."""

    difficulty_name = "Hard"
    timeout_seconds = 8.0
    candidates = 6

    def choose(self, position: BlokusPosition, deadline: float) -> Placement | None:
        ranked = self.ranked(position, deadline)[: self.candidates]
        if len(ranked) == 1:
            return ranked[0]
        best: tuple[float, Placement] | None = None
        for move in ranked:
            if best is not None and monotonic() >= deadline:
                break
            value = evaluate(_a_round_later(position.after(move)), position.mover)
            if best is None or value > best[0]:
                best = (value, move)
        return None if best is None else best[1]

    def worth(self, position: BlokusPosition, mover: int) -> float:
        return evaluate(position, mover)


_STRATEGIES: tuple[type[Strategy], ...] = (RandomStrategy, CornerStrategy, StrategicStrategy)

DIFFICULTIES = tuple(strategy.difficulty_name for strategy in _STRATEGIES)


def strategy_named(difficulty: str) -> Strategy:
    """A new strategy of that difficulty.

    >>> strategy_named("Hard").timeout_seconds
    8.0
    """
    for strategy in _STRATEGIES:
        if strategy.difficulty_name == difficulty:
            return strategy()
    raise ValueError(f"There is no difficulty {difficulty!r}; there are {', '.join(DIFFICULTIES)}.")


def available_moves(board: Grid, pieces: Sequence[Piece], player_id: int) -> list[Move]:
    """Every legal placement of those pieces, the largest first."""
    position = position_of(board, player_id, [piece.name for piece in pieces])
    return [_seed_move(move, pieces, player_id) for move in _placements(position)]


def _a_round_later(position: BlokusPosition) -> BlokusPosition:
    """The position after everybody has made the move that looks best to them."""
    for _ in position.sides:
        if not position.actors:
            break
        moves = position.legal_moves()
        seat = position.actors[0]
        position = max((position.after(move) for move in moves), key=partial(evaluate, seat=seat))
    return position


def _placements(position: BlokusPosition) -> Iterator[Placement]:
    """From the largest pieces to the smallest, so that a bot in a hurry has seen the best ones."""
    return (move for move in reversed(position.legal_moves()) if isinstance(move, Placement))


def _seed_move(move: Placement, pieces: Sequence[Piece], player_id: int) -> Move:
    turn = TURNS[move.turn]
    piece = next(piece for piece in pieces if piece.name == move.piece)
    return Move(piece, (move.row, move.col), turn.rotation, player_id, flip=turn.flip)
