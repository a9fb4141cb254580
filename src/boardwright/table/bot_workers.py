"""Bot workers: processes in which bots choose moves, so that the server stays responsive."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

from boardwright import bots
from boardwright.bots.bot import Bot
from boardwright.core import registry
from boardwright.core.canonical import JSON
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound

STRENGTH = {"mcts": "mcts:iterations=400"}
"""The bot spec behind a bare name on the server; it bounds the time a bot may think."""


def check_bot(name: str, game: AnyGame) -> str:
    """Returns the name of a bot for that game; raises NotFound, which lists them.

    >>> check_bot("random", registry.game("blokus"))
    'random'
    """
    known = bots.names(game)
    if name not in known:
        raise NotFound(Code.NO_BOT, f"There is no bot {name!r} for {game.title}; there are {', '.join(known)}.")
    return name


class BotWorkers:
    """A process pool, started when the first bot is to move."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, game: AnyGame, position: AnyPosition, seat: int, rng: random.Random) -> str:
        """Returns the text of the bot's move. The worker gets a resampled position, never the real one."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        shown, rules = game.encode(position.resample(seat, rng)), (game.name, game.version)
        loop = asyncio.get_running_loop()
        # Shielded, because canceling a call in progress breaks the pool.
        return await asyncio.shield(loop.run_in_executor(self._pool, _decide, name, rules, shown, seat, rng.random()))

    def close(self) -> None:
        """Terminates the processes without waiting for calls in progress."""
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:
                process.terminate()
            self._pool = None


@cache
def _bot(name: str, rules: tuple[str, int]) -> Bot:
    return bots.bot(STRENGTH.get(name, name), registry.game(*rules))


def _decide(name: str, rules: tuple[str, int], shown: JSON, seat: int, seed: float) -> str:
    position = registry.game(*rules).decode(shown)
    return str(_bot(name, rules).decide(position, seat, random.Random(seed)))
