"""Players that think. `bot("mcts:iterations=200", game)` makes one; they see what their seat sees.

A bot is named by a text: its name, and options after a colon. Outside packages add bots by the entry point
group `boardwright.bots`: a callable that takes the game and the options and returns a `Bot`. `program:COMMAND`
is a bot too: another program that plays by the line protocol.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from boardwright.bots.bot import Bot
from boardwright.bots.program import PREFIX, ProgramBot
from boardwright.core.game import AnyGame
from boardwright.core.refusal import Unreadable

GROUP = "boardwright.bots"


def names() -> tuple[str, ...]:
    """The names of all bots there are.

    >>> "random" in names()
    True
    """
    return tuple(sorted(point.name for point in entry_points(group=GROUP)))


def is_bot(spec: str) -> bool:
    """Whether a text names a bot, rather than a person.

    >>> is_bot("greedy:blunder_rate=0.5"), is_bot("Ada")
    (True, False)
    """
    return spec.partition(":")[0] in names() or spec.startswith(PREFIX)


def bot(spec: str, game: AnyGame) -> Bot:
    """The bot of that name with those options, for that game; Unreadable says what there is.

    >>> from boardwright.core.registry import game
    >>> type(bot("greedy:blunder_rate=0.5", game("deblockle"))).__name__
    'GreedyBot'
    """
    name, _, given = spec.partition(":")
    if spec.startswith(PREFIX):
        return ProgramBot.read(game, given)
    found = entry_points(group=GROUP, name=name)
    if not found:
        raise Unreadable(f"No bot {name!r}; there are {', '.join(names())} and program:COMMAND.")
    try:
        options = {key: _value(value) for key, value in (part.split("=", 1) for part in given.split(",") if part)}
        made = next(iter(found)).load()(game, **options)
    except (TypeError, ValueError) as error:
        raise Unreadable(f"{spec!r} is no bot: {error}. Options are written `name:key=value,key=value`.") from None
    if not isinstance(made, Bot):
        raise Unreadable(f"The bot {name!r} did not give a player.")
    return made


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
