"""The search behind hints and analyses."""

from __future__ import annotations

from boardwright import bots
from boardwright.bots.levels import STRENGTHS
from boardwright.bots.mcts import MctsBot
from boardwright.core.game.game import AnyGame, Game


def coach(game: AnyGame, iterations: int = 0, seconds: float = 0.0) -> MctsBot:
    """Return the search for hints and analyses, by default with the budget of the strongest level.

    A strongest level that is not a search has the budget of the strongest level of games that name none.

    >>> from boardwright.core.game.registry import game
    >>> coach(game("blokus")).seconds, coach(game("blokus"), iterations=50).seconds
    (1.0, 0.0)
    """
    if iterations:
        return MctsBot(game, iterations)
    if seconds:
        return MctsBot(game, seconds=seconds)
    strongest = bots.bot(STRENGTHS[-1].bot, game)
    if not isinstance(strongest, MctsBot):
        strongest = bots.bot(Game.levels[-1], game)
    assert isinstance(strongest, MctsBot)
    return MctsBot(game, strongest.iterations, strongest.seconds, strongest.exploration)
