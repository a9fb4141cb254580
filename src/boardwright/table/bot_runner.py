"""Bot runner: plays for the bots of open tables whenever one of them is to act."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.store.port import StoreError
from boardwright.table import commands
from boardwright.table.bot_workers import BotWorkers
from boardwright.table.errors import StaleState
from boardwright.table.table import Table

log = logging.getLogger("boardwright.table")


class BotRunner:
    """Runs one task for each table where a bot is to act."""

    def __init__(self, now: Callable[[], int], workers: int, opening_delay: int = 0) -> None:
        self._now = now
        self._opening_delay = opening_delay
        """For how many milliseconds a bot leaves the first move to a person who may make it too."""
        self._workers = BotWorkers(workers)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def is_busy(self, match: str) -> bool:
        """True if a bot is choosing a move in that match."""
        return match in self._tasks

    def wake(self, table: Table) -> None:
        """Starts a task for the table if one of its bots is to act."""
        match = table.row.id
        if match not in self._tasks and _to_act(table, self._now()) is not None:
            task = self._tasks[match] = asyncio.create_task(self._play(table))
            task.add_done_callback(lambda _: self._tasks.pop(match, None))

    async def close(self) -> None:
        """Cancels all tasks and stops the workers."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    async def _play(self, table: Table) -> None:
        """Plays for the bots of a table until a person is to act or the match is over."""
        while (found := _to_act(table, self._now())) is not None and table.match is not None:
            if (wait := self._opening_wait(table, table.match)) > 0:
                await asyncio.sleep(wait / 1000)
                continue
            seat, name = found
            match, number, position = table.match, table.match.number, table.match.now_position(self._now())
            try:
                move = await self._workers.choose(name, match.game, position, seat, random.Random())
            except Exception:
                log.exception("bot %s failed in match %s; playing the fallback move", name, table.row.id)
                move = str(position.fallback(seat))
            if not _is_legal(position, seat, move):
                log.error("bot %s chose illegal move %r in match %s; using fallback", name, move, table.row.id)
                move = str(position.fallback(seat))
            if table.match is match and match.number == number:
                await self._move(table, seat, move, number)

    def _opening_wait(self, table: Table, match: Match) -> int:
        """Returns for how long a person should still have the chance to make the first move."""
        seats, actors = table.row.lobby.seats, match.position.actors
        if match.moves_done or all(seats[seat].bot is not None for seat in actors):
            return 0
        return match.now + self._opening_delay - self._now()

    async def _move(self, table: Table, seat: int, move: str, number: int) -> None:
        try:
            await commands.play_for_bot(table, seat, move, number, self._now())
        except (StaleState, IllegalMove):
            return  # somebody was faster, or the time for the move is over
        except StoreError:
            log.exception("cannot store a bot's move in match %s; retrying in 1 s", table.row.id)
            await asyncio.sleep(1)


def _is_legal(position: AnyPosition, seat: int, text: str) -> bool:
    try:
        return position.refusal(position.parse(text), seat) is None
    except Unreadable:
        return False


def _to_act(table: Table, at: int) -> tuple[int, str] | None:
    """Returns the first seat that may act at that time and is held by a bot, and the bot's name."""
    match = table.match
    if match is None or match.is_over:
        return None
    for seat in match.now_position(at).actors:
        name = table.row.lobby.seats[seat].bot
        if name is not None:
            return seat, name
    return None
