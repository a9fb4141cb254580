"""Six strength levels with the same names in every game, and the bots where nobody names one.

`Game.levels` says which bots the levels are.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from boardwright import bots
from boardwright.bots.bot import Bot
from boardwright.core.game.game import AnyGame


class Strength(msgspec.Struct, frozen=True):
    """A level as people choose it: the bot, what it is called at a table, and what playing it feels like."""

    bot: str
    name: str
    text: str


STRENGTHS: Final = (
    Strength("level1", "Beginner", "Often overlooks what is there. A friendly opponent while you learn the rules."),
    Strength("level2", "Novice", "Finds good moves now and then. For when the rules are clear."),
    Strength("level3", "Hobbyist", "Plays sensibly from one move to the next. A relaxed match."),
    Strength("level4", "Skilled", "Thinks a little ahead and uses your mistakes. Expect a close match."),
    Strength("level5", "Expert", "Thinks ahead and seldom slips. You need a plan."),
    Strength("level6", "Master", "The strongest: takes its time and gives nothing away."),
)
"""The levels, weakest first, in words for people."""


def bot_name(bot: str) -> str:
    """Return the name of a bot at a table.

    >>> bot_name("level3"), bot_name("greedy")
    ('Hobbyist', 'greedy')
    """
    return next((each.name for each in STRENGTHS if each.bot == bot), bot)


def _bot_of(number: int, game: AnyGame) -> Bot:
    return bots.bot(game.levels[number], game)


level1, level2, level3, level4, level5, level6 = (partial(_bot_of, number) for number in range(6))

OPPONENT: Final = "random"
"""The bot on the free seats of `boardwright play`, where the user names none."""
TABLE: Final = "level3"
"""The bot on the free seats of a match on the server, where the player names none."""
STUDY: Final = "level3"
"""The bot on every seat of `boardwright study`, where the user names none."""
SELFPLAY: Final = "mcts"
"""The bot on every seat of `boardwright selfplay`, where the user names none."""
