"""What anyone may see: everything, for Deblockle has no secrets."""

from __future__ import annotations

from msgspec.structs import replace

from boardwright.core.outcome import Outcome
from boardwright.core.view import View
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.options import Phase


class DeblockleView(View, frozen=True):
    """A position as pictures, texts and arrays take it. Players are numbered 1 and 2, squares are named."""

    seat: int | None
    variant: str
    phase: Phase
    active_player: int
    board: tuple[Cube, ...]
    scores: tuple[int, int]
    began: tuple[int, int]
    rolled: str | None = None
    thrown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The thrown faces still to be placed, of player 1's cubes and of player 2's."""
    can_pass: bool = False
    outcome: Outcome | None = None


def ended(view: DeblockleView) -> DeblockleView:
    """Return the view with nobody to act."""
    return replace(view, phase="End", rolled=None, can_pass=False)
