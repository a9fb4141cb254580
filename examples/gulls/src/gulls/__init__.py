"""Gulls: dive for fish, and never with the same card as somebody else."""

from __future__ import annotations

from boardwright.api import Game, Options

from gulls.position import GullsPosition


class Gulls(Game[GullsPosition, Options]):
    """The game object; its methods are functions in the modules beside it."""

    name = "gulls"
    title = "Gulls"
    summary = "Dive for fish, and never with the same card as somebody else."
    seats = range(2, 5)


GAME = Gulls()
