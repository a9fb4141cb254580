"""What a player can do now, in a sentence."""

from __future__ import annotations

from boardwright.games.blokus.view import BlokusView


def prompt(view: BlokusView) -> str:
    """What the player on turn can do.

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
