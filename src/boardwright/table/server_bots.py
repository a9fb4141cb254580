"""The bots that a server offers: their names, their options and how long they may think."""

from __future__ import annotations

import os

from boardwright import bots
from boardwright.core.game.game import AnyGame
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound

CHEAP = 5.0
"""The largest time limit, in seconds, of a bot that usually answers at once."""

_OPTIONS = {"mcts": "mcts:iterations=400"}
_LIMITS = {"level5": 10.0, "level6": 20.0, "mcts": 20.0, "perfect": 20.0}
_QUICK = frozenset({"random", "greedy", "level1", "level2", "level3", "level4"})
_LIMIT_OF_OTHERS = 10.0


def check_bot(name: str, game: AnyGame) -> str:
    """Return the name of a bot for that game; raise NotFound, which lists them.

    >>> from boardwright.core.game import registry
    >>> check_bot("random", registry.game("blokus"))
    'random'
    """
    known = bots.names(game)
    if name not in known:
        raise NotFound(Code.NO_BOT, f"There is no bot {name!r} for {game.title}; there are {', '.join(known)}.")
    return name


def spec(name: str) -> str:
    """Return the bot behind a name on the server, with its options.

    >>> spec("mcts"), spec("level3")
    ('mcts:iterations=400', 'level3')
    """
    return _OPTIONS.get(name, name)


def time_limit(name: str, game: AnyGame) -> float:
    """Return for how many seconds a bot may think about one move; this is also its cost in the queue.

    >>> from boardwright.core.game import registry
    >>> [time_limit(name, registry.game("blokus")) for name in ("random", "easy", "level5", "level6")]
    [5.0, 5.0, 10.0, 20.0]
    """
    if name in _QUICK or name in game.bot.strategies:
        return CHEAP
    return _LIMITS.get(name, _LIMIT_OF_OTHERS)


def default_workers(servers: int = 1) -> int:
    """Return how many bot workers each of so many server processes should have: all cores but one, at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, (cores - 1) // servers)
