"""One color's part of a position, and what it scores in four schemes."""

from __future__ import annotations

from typing import Self

import msgspec

from boardwright.games.blokus.board import Board
from boardwright.games.blokus.facts import ALL_SQUARES, FULL_HAND, PIECE_OF, hand_squares
from boardwright.games.blokus.movegen import finder
from boardwright.games.blokus.options import Scoring


class ColorState(msgspec.Struct, frozen=True):
    """A color's squares on the board and its hand.

    `beside` are the squares edge to edge with its own, where it may not go; `corners` the squares of which its
    next piece must cover one: its start square, later all that meet its own squares at a corner. Both follow from
    `squares` and are kept because placing updates them faster than they can be computed. `last` holds the squares
    of the piece it placed last.
    """

    squares: int
    beside: int
    corners: int
    hand: int = FULL_HAND
    last: int = 0
    passed: bool = False

    @classmethod
    def rebuilt(cls, board: Board, start: int, squares: int, hand: int, last: int = 0, passed: bool = False) -> Self:
        """Return the state of a color that has those squares, in whatever order they were covered."""
        corners = board.diagonals(squares) if squares else start
        return cls(squares, board.edges(squares), corners, hand, last, passed)

    @property
    def is_out(self) -> bool:
        """Whether this color makes no more moves."""
        return self.passed or not self.hand

    def placing(self, board: Board, shape: int, anchor: int) -> ColorState:
        """Return this color after placing that shape there."""
        piece, beside, corners = board.stamps[shape]
        last = piece << anchor
        squares = self.squares | last
        beside = (self.beside | beside << anchor >> board.offset) & board.full
        corners = (self.corners | corners << anchor >> board.offset) & board.full & ~beside & ~squares
        return ColorState(squares, beside, corners, self.hand & ~(1 << PIECE_OF[shape]), last)

    def free(self, board: Board, taken: int) -> int:
        """Return the squares this color may still cover, when `taken` are covered by anyone."""
        return board.full & ~(taken | self.beside)

    def open_corners(self, board: Board, taken: int) -> int:
        """Return the corners that this color may still cover."""
        return self.corners & self.free(board, taken)

    def find(self, board: Board, taken: int) -> dict[int, int]:
        """Return by shape number, the anchors at which it may be placed; shapes that fit nowhere are left out."""
        free = board.full & ~(taken | self.beside)
        corners = self.corners & free
        return finder(board.stride)(free, corners, self.hand) if corners else {}


ALL_PIECES_BONUS = 15
LAST_MONOMINO_BONUS = 5


class ColorScore(msgspec.Struct, frozen=True):
    """The parts of a color's total."""

    placed: int
    unplaced: int
    base: int
    all_pieces: int
    last_monomino: int
    total: int


def color_score(state: ColorState, scheme: Scoring) -> ColorScore:
    """Return the breakdown of one color's score, at any moment of the game."""
    unplaced = hand_squares(state.hand)
    placed = ALL_SQUARES - unplaced
    base = {"advanced": -unplaced, "basic": placed, "difference": placed - unplaced, "tournament": placed}[scheme]
    done = not state.hand and scheme != "basic"
    all_pieces = ALL_PIECES_BONUS if done else 0
    last_monomino = LAST_MONOMINO_BONUS if done and scheme != "difference" and state.last.bit_count() == 1 else 0
    return ColorScore(placed, unplaced, base, all_pieces, last_monomino, base + all_pieces + last_monomino)
