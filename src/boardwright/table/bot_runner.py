"""Bots that play: whenever one of them is to act at a table of the server, it thinks and moves."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

from boardwright.core.position import AnyPosition
from boardwright.core.refusal import Unreadable
from boardwright.store.port import StoreError
from boardwright.table import commands
from boardwright.table.bot_workers import BotWorkers
from boardwright.table.errors import StaleState
from boardwright.table.table import Table

log = logging.getLogger("boardwright.table")


class BotRunner:
    """One task for each table where bots are to act."""

    def __init__(self, now: Callable[[], int], bot_workers: int) -> None:
        self._now = now
        self._thinking = BotWorkers(bot_workers)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def is_busy(self, match: str) -> bool:
        """Whether a bot is thinking about that match."""
        return match in self._tasks

    def look(self, table: Table) -> None:
        """Lets the bots of a table think, if one of them is to act."""
        name = table.row.id
        if name not in self._tasks and _to_act(table) is not None:
            task = self._tasks[name] = asyncio.create_task(self._play(table))
            task.add_done_callback(lambda _: self._tasks.pop(name, None))

    async def close(self) -> None:
        """Stops all thinking."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.close()

    async def _play(self, table: Table) -> None:
        """Plays for the bots of a table until a person is to act or the match is over."""
        while (found := _to_act(table)) is not None and table.match is not None:
            seat, name = found
            match, number, position = table.match, table.match.number, table.match.position
            try:
                move = await self._thinking.choose(name, table.row.lobby.game, position, seat, random.Random())
            except Exception:
                log.exception("bot %s could not think in match %s", name, table.row.id)
                move = str(position.fallback(seat))
            if not _is_legal(position, seat, move):
                log.error("bot %s answered %r in match %s", name, move, table.row.id)
                move = str(position.fallback(seat))
            if table.match is match and match.number == number:
                await self._move(table, seat, move, number)

    async def _move(self, table: Table, seat: int, move: str, number: int) -> None:
        try:
            await commands.play_for_bot(table, seat, move, number, self._now())
        except StaleState:
            return
        except StoreError:
            log.exception("a bot's move waits for the store in match %s", table.row.id)
            await asyncio.sleep(1)


def _is_legal(position: AnyPosition, seat: int, text: str) -> bool:
    try:
        return position.refusal(position.parse(text), seat) is None
    except Unreadable:
        return False


def _to_act(table: Table) -> tuple[int, str] | None:
    """The first seat to act that a bot holds, and the bot's name."""
    match = table.match
    if match is None or match.is_over:
        return None
    for seat in match.position.actors:
        name = table.row.lobby.seats[seat].bot
        if name is not None:
            return seat, name
    return None
