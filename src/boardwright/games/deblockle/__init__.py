"""Deblockle: roll your cubes across the board and bring each home with the star up."""

from __future__ import annotations

from typing import ClassVar

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

    name: ClassVar[str] = "deblockle"
    title: ClassVar[str] = "Deblockle"
    summary: ClassVar[str] = "Roll your cubes across the board and bring each home with its star up."
    seats: ClassVar[range] = range(2, 3)
    bound: ClassVar[int | None] = 2000
    layers: ClassVar[tuple[str, ...]] = ("nets",)


GAME = Deblockle()
