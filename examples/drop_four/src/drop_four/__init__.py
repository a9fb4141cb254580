"""Drop Four: drop discs and be the first to have four in a row."""

from __future__ import annotations

from boardwright.core.board import Board
from boardwright.core.game import Game
from boardwright.core.gesture import Gesture
from boardwright.core.options import Options
from boardwright.core.perft import Perft
from boardwright.core.view import Open

from drop_four.board import NAMES, board
from drop_four.position import DropFourPosition


class DropFour(Game[DropFourPosition, str, Open, Options]):
    """The game object: its name, how it starts, how it looks, and how hands make its moves."""

    name = "drop_four"
    title = "Drop Four"
    summary = "Drop discs and be the first to have four in a row."
    seats = range(2, 3)

    def start(self, seats: int, options: Options) -> DropFourPosition:
        """An empty board."""
        return DropFourPosition()

    def board(self, view: Open) -> Board:
        """Discs on a grid."""
        return board(view)

    def gesture(self, move: str, position: DropFourPosition) -> Gesture:
        """A column is no part of the picture, so one clicks the place where the disc will come to rest."""
        return Gesture(NAMES[position.landing(move)])

    def perfts(self) -> tuple[Perft, ...]:
        """Known numbers of games: up to six discs fit into any column, the seventh does not."""
        return Perft(depth=4, count=7**4), Perft(after=("d",) * 6, depth=2, count=6**2)


GAME = DropFour()
