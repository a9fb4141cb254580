"""Sagrada: draft dice and build a window of stained glass."""

from boardwright.core.game.game import Game
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition


class Sagrada(Game[SagradaPosition, SagradaOptions]):
    """The game object.

    >>> position = GAME.begin(2)
    >>> len(position.chance), position.chance.seen
    (5, (0,))
    """

    name = "sagrada"
    title = "Sagrada"
    summary = "Draft dice, bend the rules with tools, and build the most beautiful stained glass window."
    seats = range(1, 5)
    minutes = 30
    levels = (
        "greedy:temperature=2", "greedy:temperature=0.4", "mcts:iterations=12", "mcts:iterations=70",
        "mcts:iterations=400", "mcts:seconds=1.5",
    )  # fmt: skip


GAME = Sagrada()
