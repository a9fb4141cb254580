"""The strategies of the game, called with a board of numbers and a list of pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from random import Random
from time import monotonic
from typing import TypeAlias

from boardwright.games.blokus.board import Board
from boardwright.games.blokus.bot import BOT, Choose
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.compat.move import Move, Piece, is_player_id
from boardwright.games.blokus.facts import FULL_HAND, NUMBER, PIECE_OF, SHAPE_OF_CELLS, at_origin
from boardwright.games.blokus.learned import expected_squares
from boardwright.games.blokus.moves import Placement
from boardwright.games.blokus.options import BlokusOptions, variant
from boardwright.games.blokus.position import BlokusPosition


def position_of(grid: Sequence[Sequence[int]], player_id: int, hand: Iterable[str] | None) -> BlokusPosition:
    """Return the 4-color position with those squares and that color to move, holding the pieces named in `hand`.

    The pieces that a color has placed follow from the board, because they never lie edge to edge: so the other
    hands are known too, and the mover's own if `hand` is None. A color that has had a turn and placed nothing
    does not take part. ValueError for a board or player that cannot be.
    """
    if not is_player_id(player_id):
        raise ValueError(f"Invalid player_id: {player_id}")
    if len(grid) != 20 or any(len(row) != 20 for row in grid):
        raise ValueError("The board must have 20 rows of 20 squares")
    if any(square not in (0, 1, 2, 3, 4) for row in grid for square in row):
        raise ValueError("Squares must be 0 (empty) or a player's number, 1 to 4")
    classic = variant("classic", 4)
    has_begun = any(square == player_id for row in grid for square in row)
    states = []
    for color in classic.colors:
        cells = [(r, c) for r, row in enumerate(grid) for c, square in enumerate(row) if square == color.number]
        squares = classic.board.bits(cells)
        if color.number == player_id and hand is not None:
            held = sum(1 << NUMBER[name] for name in set(hand))
        else:
            held = remaining(classic.board, squares)
        start = classic.board.bits([color.start])
        is_absent = not squares and (has_begun or color.number < player_id) and color.number != player_id
        states.append(ColorState.rebuilt(classic.board, start, squares, held, passed=is_absent))
    taken = sum(state.squares for state in states)
    return BlokusPosition(classic, BlokusOptions(variant="classic"), tuple(states), taken, player_id - 1)


def remaining(full: Board, squares: int) -> int:
    """Return the hand of a color with those squares on the board: all pieces but those that lie there.

    >>> remaining(Board(20), 0b101) == FULL_HAND - 1
    True
    """
    hand = FULL_HAND
    while squares:
        piece, grown = 0, squares & -squares
        while piece != grown:
            piece, grown = grown, grown | full.edges(grown) & squares
        squares &= ~piece
        shape = SHAPE_OF_CELLS.get(at_origin(full.cells(piece)))
        if shape is not None:
            hand &= ~(1 << PIECE_OF[shape])
    return hand


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
        """Return the chosen placement, the best found so far when the time is up; None exactly when there is none."""
        position = position_of(board, player_id, [piece.name for piece in pieces])
        deadline = monotonic() + (self.timeout_seconds if time_limit is None else time_limit)
        move = self.choose(position, position.actors[0], self.dice, lambda: monotonic() >= deadline)
        return Move.of(move, player_id, pieces) if isinstance(move, Placement) else None

    def get_available_moves(self, board: Grid, pieces: Sequence[Piece], player_id: int) -> list[Move]:
        """Return every legal placement, one for each set of squares, mirrored ones included."""
        return available_moves(board, pieces, player_id)

    def evaluate_board(self, board: Grid, player_id: int) -> float:
        """Return about how many squares that color will have at the end, less the same of the best other color."""
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
    """Return a new strategy of that difficulty; ValueError for an unknown name.

    >>> strategy_named("Hard").timeout_seconds
    8.0
    """
    if difficulty not in _STRATEGIES:
        raise ValueError(f"There is no difficulty {difficulty!r}; there are {', '.join(_STRATEGIES)}.")
    return _STRATEGIES[difficulty]()


def available_moves(board: Grid, pieces: Sequence[Piece], player_id: int) -> list[Move]:
    """Return every legal placement of those pieces, the largest first."""
    position = position_of(board, player_id, [piece.name for piece in pieces])
    placements = (move for move in reversed(position.listed) if isinstance(move, Placement))
    return [Move.of(move, player_id, pieces) for move in placements]
