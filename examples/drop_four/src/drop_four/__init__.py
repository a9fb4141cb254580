"""Drop Four: drop discs and be the first to have four in a row."""

from __future__ import annotations

from boardwright.api import Game, Options

from drop_four.position import DropFourPosition


class DropFour(Game[DropFourPosition, Options]):
    """The game object; its methods are functions in the modules beside it."""

    name = "drop_four"
    title = "Drop Four"
    summary = "Drop discs and be the first to have four in a row."
    seats = range(2, 3)


GAME = DropFour()
