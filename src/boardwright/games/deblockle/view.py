"""The view, which hides nothing, for Deblockle has no secrets; and what a player can do, in a sentence."""

from __future__ import annotations

from msgspec.structs import replace

from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.view import View
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import FACE_NAMES, HOOPS, SLIDE, STAR, STOP, T_HOP, X_HOP
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


HOPS = {
    X_HOP: "to a diagonal neighbor",
    T_HOP: "to a neighbor straight ahead",
    SLIDE: "to any free square of its row or column",
    HOOPS: "to a square one or three steps away",
}
"""The squares to which a cube may hop, by the face that came up."""
MEANINGS = {
    STAR: "the cube is home; it may come up only on your own star square",
    STOP: "the cube stops, the turn is over",
    **{face: f"after the roll the cube may hop {where}" for face, where in HOPS.items()},
}


def prompt(view: DeblockleView) -> str:
    """Return what the player on turn can do.

    >>> from boardwright.games.deblockle import GAME
    >>> prompt(GAME.begin().view(0))
    'Roll one of your cubes to a free square beside it, or pass.'
    """
    if view.phase == "Hop":
        face = next((cube.up for cube in view.board if cube.name == view.rolled), 0)
        where = f" {HOPS[face]}" if face in HOPS else ""
        return f"Hop with the cube on {view.rolled}{where}, or pass to leave it there."
    if view.phase == "Place":
        waiting = view.thrown[2 - view.active_player]
        face_name = f"{FACE_NAMES[waiting[0]]} " if waiting else ""
        return f"Put your opponent's {face_name}cube on one of the marked squares; turn it first if you like."
    return f"Roll one of your cubes to a free square beside it{', or pass' if view.can_pass else ''}."
