"""The choices of a player now, in a sentence."""

from __future__ import annotations

from boardwright.games.mage_duel.view import MageDuelView


def prompt(view: MageDuelView) -> str:
    """Return the choices of a side that may act.

    >>> from boardwright.games.mage_duel import GAME
    >>> from boardwright.core.match.match import Match
    >>> prompt(Match.new("mage_duel").position.view(0))
    'Either mage may begin: turn and lay the top tile, spend a joker, or skip.'
    """
    if view.late is not None and len(view.actors) > 1:
        return "The time of both is over: claim the end of the duel."
    ways = []
    if view.top is not None:
        ways.append("turn and lay the top tile")
    if view.seat is not None and view.jokers[view.seat]:
        ways.append("spend a joker")
    ways.append("skip again to end the duel" if view.last_skipped else "skip")
    text = ", ".join(ways[:-1]) + f"{',' if len(ways) > 2 else ''} or {ways[-1]}" if len(ways) > 1 else ways[0]
    if len(view.actors) > 1 and not view.cells:
        return f"Either mage may begin: {text}."
    return f"{text[0].upper()}{text[1:]}."
