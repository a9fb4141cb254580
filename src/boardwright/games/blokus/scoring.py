"""What a color's squares are worth, in four schemes."""

from __future__ import annotations

import msgspec

from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import ALL_SQUARES, hand_squares
from boardwright.games.blokus.options import Scoring

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


def color_score(state: ColorState, scheme: Scoring) -> ColorScore:
    """The breakdown of one color's score, at any moment of the game."""
    unplaced = hand_squares(state.hand)
    placed = ALL_SQUARES - unplaced
    base = {"advanced": -unplaced, "basic": placed, "difference": placed - unplaced, "tournament": placed}[scheme]
    done = not state.hand and scheme != "basic"
    all_pieces = ALL_PIECES_BONUS if done else 0
    last_monomino = LAST_MONOMINO_BONUS if done and scheme != "difference" and state.last.bit_count() == 1 else 0
    return ColorScore(placed, unplaced, base, all_pieces, last_monomino, base + all_pieces + last_monomino)
