"""The view of a position, which hides nothing, ready to draw; and what a player can do now, in a sentence."""

from __future__ import annotations

import msgspec

from boardwright.core.rules.view import View
from boardwright.games.blokus.color_state import ColorScore
from boardwright.games.blokus.facts import Cell
from boardwright.games.blokus.options import INKS, Ink, Palette, Scoring


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

    @property
    def owner(self) -> str:
        """The seat that plays it, in words."""
        return "shared" if self.seat is None else f"Player {self.seat + 1}"


class BlokusView(View, frozen=True):
    """The board row by row (0 or the color's number per square), the colors, whose turn it is, the scores."""

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

    def ink(self, color: ColorView) -> Ink:
        """Return the ink of that color."""
        return INKS[self.palette][color.number]

    def from_mover(self) -> tuple[ColorView, ...]:
        """Return the colors in turn order from the one to move; from the first when the game is over."""
        first = next((index for index, one in enumerate(self.colors) if one.number == self.color), 0)
        return self.colors[first:] + self.colors[:first]


def ended(view: BlokusView) -> BlokusView:
    """Return the view with nobody to act."""
    return msgspec.structs.replace(view, color=None, actor=None, choices=0, must_pass=False)


def prompt(view: BlokusView) -> str:
    """Return what the player on turn can do.

    >>> from boardwright.games.blokus import GAME
    >>> prompt(GAME.begin().view(0))
    'Place the first blue piece so that it covers the ring.'
    """
    mover = view.from_mover()[0]
    color = view.ink(mover).name
    if view.must_pass:
        return f"No {color} piece fits any more: press Pass."
    if mover.score.placed == 0:
        return f"Place the first {color} piece so that it covers the ring."
    return f"Place a {color} piece: it must touch {color} at a corner, and never along an edge."
