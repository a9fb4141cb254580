"""Causeway: connect your two shores."""

from __future__ import annotations

from boardwright.api import Game

from causeway.options import CausewayOptions
from causeway.position import CausewayPosition


class Causeway(Game[CausewayPosition, CausewayOptions]):
    """The game object; its methods are functions in the modules beside it."""

    name = "causeway"
    title = "Causeway"
    summary = "Connect your two shores before the other player connects theirs."
    seats = range(2, 3)


GAME = Causeway()
