"""Blokus: four colors, 21 pieces each, and only corners may touch."""

from boardwright.core.game.game import Game
from boardwright.games.blokus.options import BlokusOptions
from boardwright.games.blokus.position import BlokusPosition


class Blokus(Game[BlokusPosition, BlokusOptions]):
    """Blokus in all its sizes.

    >>> position = GAME.begin(4)
    >>> position = position.play(position.parse("L5@0,0 r90f"))
    >>> position.actors, len(position.legal_moves()), position.scores()
    ((1,), 58, (-84, -89, -89, -89))
    """

    name = "blokus"
    title = "Blokus"
    summary = "Grow your color corner to corner, never edge to edge, and squeeze the others out of room."
    seats = range(2, 5)
    minutes = 25
    levels = (
        "greedy:temperature=0.12", "mcts:iterations=25", "mcts:iterations=150", "mcts:iterations=1000",
        "mcts:iterations=4000", "mcts:seconds=1",
    )  # fmt: skip


GAME = Blokus()
