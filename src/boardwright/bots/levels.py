"""Six strength levels with the same names in every game; `Game.levels` says which bots they are."""

from __future__ import annotations

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
    """What a bot is called at a table.

    >>> bot_name("level3"), bot_name("greedy")
    ('Hobbyist', 'greedy')
    """
    return next((each.name for each in STRENGTHS if each.bot == bot), bot)


def level1(game: AnyGame) -> Bot:
    """Looks one move ahead and often plays a lesser move."""
    return bots.bot(game.levels[0], game)


def level2(game: AnyGame) -> Bot:
    """Looks one move ahead and sometimes plays a lesser move."""
    return bots.bot(game.levels[1], game)


def level3(game: AnyGame) -> Bot:
    """Makes few mistakes that can be seen one move ahead."""
    return bots.bot(game.levels[2], game)


def level4(game: AnyGame) -> Bot:
    """A short search."""
    return bots.bot(game.levels[3], game)


def level5(game: AnyGame) -> Bot:
    """A longer search."""
    return bots.bot(game.levels[4], game)


def level6(game: AnyGame) -> Bot:
    """A search of a second or more, with perfect play in solved positions."""
    return bots.bot(game.levels[5], game)
