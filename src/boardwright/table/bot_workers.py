"""Bots at the table: they think in processes of their own, so the server goes on serving."""

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
from boardwright.core.position import AnyPosition
from boardwright.table.errors import NotFound

STRENGTH = {"mcts": "mcts:iterations=400"}
"""What a bot's bare name stands for at the table; guests cannot ask for longer thinking."""


def check_bot(name: str) -> str:
    """The name, if it is one of a bot; NotFound lists what there is.

    >>> check_bot("random")
    'random'
    """
    if name not in bots.names():
        raise NotFound("no_bot", f"No bot {name!r}; there are {', '.join(bots.names())}.")
    return name


class BotWorkers:
    """The processes in which bots think, started when the first one has to."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, game: str, position: AnyPosition, seat: int, rng: random.Random) -> str:
        """The text of the bot's move. The other process is sent a position that only looks like the real one."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        shown = position.resample(seat, rng).encode()
        loop = asyncio.get_running_loop()
        # Shielded, because a pool does not survive that a thought under way is canceled.
        return await asyncio.shield(loop.run_in_executor(self._pool, _think, name, game, shown, seat, rng.random()))

    def close(self) -> None:
        """Lets the processes go without waiting for thoughts that nobody needs any more."""
        if self._pool is not None:
            bot_workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in bot_workers:
                process.terminate()
            self._pool = None


@cache
def _bot(name: str, game: str) -> Bot:
    return bots.bot(STRENGTH.get(name, name), registry.game(game))


def _think(name: str, game: str, shown: JSON, seat: int, seed: float) -> str:
    position = registry.game(game).decode(shown)
    return str(_bot(name, game).decide(position, seat, random.Random(seed)))
