"""What everybody may know of a position: all of it, ready to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from boardwright.core.view import View
from boardwright.games.blokus.facts import Cell, hand_names
from boardwright.games.blokus.moves import PASS
from boardwright.games.blokus.options import Palette, Scoring
from boardwright.games.blokus.scoring import ColorScore, color_score
from boardwright.games.blokus.serialization import board_rows

if TYPE_CHECKING:
    from boardwright.games.blokus.position import BlokusPosition


class ColorView(msgspec.Struct, frozen=True):
    """One color: whose it is (None: shared), its pieces in hand, its open corners, its last piece, its score."""

    number: int
    seat: int | None
    start: Cell
    hand: tuple[str, ...]
    passed: bool
    corners: tuple[Cell, ...]
    last: tuple[Cell, ...]
    score: ColorScore


class BlokusView(View, frozen=True):
    """The board row by row (0 or the color's number a square), the colors, whose turn it is, the scores."""

    variant: str
    seat: int | None
    palette: Palette
    scoring: Scoring
    board: tuple[str, ...]
    colors: tuple[ColorView, ...]
    color: int | None
    actor: int | None
    choices: int
    must_pass: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def view(position: BlokusPosition, seat: int | None) -> BlokusView:
    """The position as that seat, or a spectator, sees it: there are no secrets in Blokus."""
    board = position.variant.board
    colors = []
    for color, side in zip(position.variant.colors, position.sides, strict=True):
        corners = 0 if side.is_out else side.corners & side.free(board, position.taken)
        colors.append(
            ColorView(
                number=color.number,
                seat=color.seat,
                start=color.start,
                hand=hand_names(side.hand),
                passed=side.passed,
                corners=board.cells(corners),
                last=board.cells(side.last),
                score=color_score(side, position.options.scoring),
            )
        )
    outcome = position.outcome()
    moves = position.legal_moves()
    return BlokusView(
        variant=position.variant.name,
        seat=seat,
        palette=position.options.palette,
        scoring=position.options.scoring,
        board=tuple(board_rows(position)),
        colors=tuple(colors),
        color=None if position.color is None else position.color.number,
        actor=position.actor,
        choices=len(moves),
        must_pass=PASS in moves,
        scores=position.scores(),
        winners=() if outcome is None else outcome.winners,
    )
