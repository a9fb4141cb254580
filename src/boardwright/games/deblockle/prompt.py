"""What a player can do now, in a sentence."""

from __future__ import annotations

from boardwright.games.deblockle.facts import FACE_NAMES, HOOPS, SLIDE, T_HOP, X_HOP
from boardwright.games.deblockle.view import DeblockleView

HOPS = {
    X_HOP: "to a diagonal neighbor",
    T_HOP: "to a neighbor straight ahead",
    SLIDE: "to any free square of its row or column",
    HOOPS: "to a square one or three steps away",
}
"""Where a cube may hop, by the face that came up."""


def prompt(view: DeblockleView) -> str:
    """What the player on turn can do.

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
