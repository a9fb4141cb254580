"""Mage Duel: two mages lay tiles of city, road and field; the side with more points in a structure takes all of it."""

from __future__ import annotations

from boardwright.core.game.game import Game
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition


class MageDuel(Game[MageDuelPosition, MageDuelOptions]):
    """The game object; its functions are in the modules of this package.

    >>> position = GAME.begin()
    >>> for slot in ("C0", "R1", "C8", "R9", "C16", "R17", "C24", "R25"):
    ...     position = position.take(slot)
    >>> position = position.take("CCRR")
    >>> position = position.play(position.parse("CCRR@a8 r1"))
    >>> position.board.scores
    ((6, 2), (0, 0))
    """

    name = "mage_duel"
    title = "Mage Duel"
    summary = "Lay cities and roads on a shared board, and take every one you have more of than your rival."
    seats = range(2, 3)
    minutes = 20
    levels = (
        "greedy:temperature=1.5", "greedy:temperature=0.6", "greedy:temperature=0.15", "mcts:iterations=30",
        "mcts:iterations=1500", "mcts:seconds=1.5",
    )  # fmt: skip
    layers = ("structures",)


GAME = MageDuel()
