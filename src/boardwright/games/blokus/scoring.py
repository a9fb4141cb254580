"""What a color's squares are worth, in four schemes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.games.blokus.color_state import Side
from boardwright.games.blokus.facts import ALL_SQUARES, hand_squares
from boardwright.games.blokus.options import Color, Scoring

ALL_PIECES_BONUS = 15
LAST_MONOMINO_BONUS = 5


class ColorScore(msgspec.Struct, frozen=True):
    """How a color's total comes about."""

    placed: int
    unplaced: int
    base: int
    all_pieces: int
    last_monomino: int
    total: int


def color_score(side: Side, scheme: Scoring) -> ColorScore:
    """The breakdown of one color's score, at any moment of the game.

    >>> from boardwright.games.blokus.board import board
    >>> color_score(Side.rebuilt(board(20), 1, 0, hand=0b11), "advanced").total
    -3
    """
    unplaced = hand_squares(side.hand)
    placed = ALL_SQUARES - unplaced
    base = {"advanced": -unplaced, "basic": placed, "difference": placed - unplaced, "tournament": placed}[scheme]
    done = not side.hand and scheme != "basic"
    all_pieces = ALL_PIECES_BONUS if done else 0
    last_monomino = LAST_MONOMINO_BONUS if done and scheme != "difference" and side.last.bit_count() == 1 else 0
    return ColorScore(placed, unplaced, base, all_pieces, last_monomino, base + all_pieces + last_monomino)


def seat_scores(sides: Sequence[Side], colors: Sequence[Color], seats: int, scheme: Scoring) -> tuple[int, ...]:
    """Every seat's score: the sum over its colors. A color that is shared counts for nobody."""
    scores = [0] * seats
    for side, color in zip(sides, colors, strict=True):
        if color.seat is not None:
            scores[color.seat] += color_score(side, scheme).total
    return tuple(scores)


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """All seats with the highest score.

    >>> winners((-3, 5, 5))
    (1, 2)
    """
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """Places, shared by equals.

    >>> ranks((5, 9, 9, 1))
    (3, 1, 1, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
