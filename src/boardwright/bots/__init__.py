"""Computer players. `bot("mcts:iterations=200", game)` makes one; a bot sees what its seat sees.

A bot is named by a text: its name, then options after a colon. Four kinds of names exist:

- entry points in the group `boardwright.bots`: a callable that takes the game and the options and returns a `Bot`;
- entry points in the group `boardwright.configured_bots`: the same, but they cannot do without options, which may name
  files and programs, so that servers and agents do not offer them;
- the game's own strategies (`Heuristics.strategies`), for that game only;
- `program:COMMAND`, another program that speaks the line protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from boardwright.bots.bot import Bot, StrategyBot
from boardwright.bots.options import read_options, shortened
from boardwright.bots.program import PREFIX, read_program
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.game.registry import load
from boardwright.core.refusal import Unreadable

GROUP = "boardwright.bots"
CONFIGURED = "boardwright.configured_bots"


def names(game: AnyGame | None = None) -> tuple[str, ...]:
    """Return the names of all bots that need no options, the strategies of `game` first.

    >>> "random" in names()
    True
    """
    own = () if game is None else tuple(game.bot.strategies)
    return own + tuple(sorted({point.name for point in entry_points(group=GROUP)} - set(own)))


def _configured() -> list[str]:
    return sorted({point.name for point in entry_points(group=CONFIGURED)})


def is_bot(spec: str, game: AnyGame | None = None) -> bool:
    """Return whether the text names a bot (of that game) and not a person.

    >>> is_bot("greedy:temperature=0.5"), is_bot("Ada")
    (True, False)
    """
    return spec.startswith(PREFIX) or spec.partition(":")[0] in (*names(game), *_configured())


def bot(spec: str, game: AnyGame | str) -> Bot:
    """Make the bot that the text names, for that game or the installed one of that name.

    Unreadable lists the names or options that work.

    >>> bot("greedy:temperature=0.5", "deblockle")
    <GreedyBot for Deblockle>
    """
    game = find_game(game)
    name, _, given = spec.partition(":")
    try:
        if spec.startswith(PREFIX):
            return read_program(game, given)
        factory = _factory(name, game)
        made = factory(game, **read_options(name, factory, given))
    except (TypeError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(f"{shortened(spec, 60)}: {error}.") from None
    if not isinstance(made, Bot):
        raise Unreadable(f"The bot {name!r} is broken: its entry point returned {type(made).__name__}, not a Bot.")
    return made


def _factory(name: str, game: AnyGame) -> Callable[..., Any]:
    """Return the maker of bots of that name: a strategy of the game, or an entry point."""
    strategy = game.bot.strategies.get(name)
    if strategy is not None:
        return lambda game: StrategyBot(game, strategy)
    for point in (*entry_points(group=GROUP, name=name), *entry_points(group=CONFIGURED, name=name)):
        loaded: Callable[..., Any] = load(point, "bot", Unreadable)
        return loaded
    listed = ", ".join([*names(game), *(f"{each}:OPTIONS" for each in _configured())])
    raise Unreadable(f"There is no bot {shortened(name, 60)} for {game.title}. Bots: {listed}, {PREFIX}COMMAND.")
