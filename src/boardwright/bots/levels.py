"""Six strength levels with the same names in every game."""

from __future__ import annotations

from boardwright.bots.bot import Bot
from boardwright.bots.greedy import GreedyBot
from boardwright.bots.mcts import MctsBot
from boardwright.bots.perfect import PerfectBot
from boardwright.core.game import AnyGame


def level1(game: AnyGame) -> Bot:
    """Looks one move ahead; 85 % random moves."""
    return GreedyBot(game, blunder_rate=0.85)


def level2(game: AnyGame) -> Bot:
    """Looks one move ahead; 60 % random moves."""
    return GreedyBot(game, blunder_rate=0.6)


def level3(game: AnyGame) -> Bot:
    """Looks one move ahead; 40 % random moves."""
    return GreedyBot(game, blunder_rate=0.4)


def level4(game: AnyGame) -> Bot:
    """A short search; 20 % random moves."""
    return MctsBot(game, iterations=60, blunder_rate=0.2)


def level5(game: AnyGame) -> Bot:
    """A longer search."""
    return MctsBot(game, iterations=250)


def level6(game: AnyGame) -> Bot:
    """The longest search, with perfect play in solved positions."""
    return PerfectBot(game, iterations=800)
