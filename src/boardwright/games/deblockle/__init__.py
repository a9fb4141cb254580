"""Deblockle: roll your cubes across the board and bring each home with the star up."""

from collections.abc import Mapping
from typing import ClassVar

from boardwright.core.canonical import JSON
from boardwright.core.game.game import Game
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import AnyVariant


class Deblockle(Game[AnyVariant, DeblockleOptions]):
    """The game object.

    >>> position = GAME.begin()
    >>> len(position.legal_moves()), str(next(iter(position.legal_moves())))
    (12, 'c5-c4')
    """

    name = "deblockle"
    title = "Deblockle"
    summary = "Roll your cubes across the board and bring each home with its star up."
    seats = range(2, 3)
    minutes = 15
    bound = 2000
    layers = ("nets",)
    levels = (
        "greedy:temperature=0.6", "greedy:temperature=0.35", "mcts:iterations=30", "mcts:iterations=150",
        "mcts:iterations=1500", "perfect:seconds=1",
    )  # fmt: skip
    usual_options: ClassVar[Mapping[str, JSON]] = {"repetition": 3, "passes": 4}


GAME = Deblockle()
