"""Hedges: cross the garden first, and plant hedges in the other's way."""

from __future__ import annotations

from boardwright.api import Game, Options

from hedges.position import HedgesPosition


class Hedges(Game[HedgesPosition, Options]):
    """The game object; its methods are functions in the modules beside it."""

    name = "hedges"
    title = "Hedges"
    summary = "Cross the garden first, and plant hedges in the other's way."
    seats = range(2, 3)
    bound = 400


GAME = Hedges()
