"""Gulls: dive for fish, and never with the same card as somebody else."""

from __future__ import annotations

from boardwright.core.board import Board
from boardwright.core.game import Game
from boardwright.core.options import Options

from gulls.board import board
from gulls.position import GullsPosition
from gulls.view import GullsView


class Gulls(Game[GullsPosition, str, GullsView, Options]):
    """The game object: its name, how it starts and how it looks."""

    name = "gulls"
    title = "Gulls"
    summary = "Dive for fish, and never with the same card as somebody else."
    seats = range(2, 5)
    has_secrets = True

    def start(self, seats: int, options: Options) -> GullsPosition:
        """Empty hands; the deal is the first thing that chance does."""
        return GullsPosition(((),) * seats, (0,) * seats)

    def board(self, view: GullsView) -> Board:
        """The dives, the own hand, the fish."""
        return board(view)


GAME = Gulls()
