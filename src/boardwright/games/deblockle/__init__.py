"""Deblockle: roll your cubes across the board and bring each home with the star up."""

from boardwright.core.game import Game
from boardwright.games.deblockle.moves import Move
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import AnyVariant
from boardwright.games.deblockle.view import DeblockleView


class Deblockle(Game[AnyVariant, Move, DeblockleView, DeblockleOptions]):
    """The game object.

    >>> position = GAME.begin()
    >>> len(position.legal_moves()), str(next(iter(position.legal_moves())))
    (12, 'c5-c4')
    """

    name = "deblockle"
    title = "Deblockle"
    summary = "Roll your cubes across the board and bring each home with its star up."
    seats = range(2, 3)
    bound = 2000
    layers = ("nets",)


GAME = Deblockle()
