"""The server: all that one server process holds. Its tables, its clocks, its bots, and its ears.

Tables are opened when somebody asks for them and forgotten when nobody has for long; the store knows them all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Self

from boardwright.store.iteration import project_ended
from boardwright.store.port import Store
from boardwright.table import broadcast, commands
from boardwright.table.accounts import Accounts, token_hash
from boardwright.table.bot_runner import BotRunner
from boardwright.table.deadlines import DeadlineQueue
from boardwright.table.errors import NotFound, RequestError, Unavailable
from boardwright.table.projections import following
from boardwright.table.ratings import rank
from boardwright.table.render_cache import RenderCache
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table

log = logging.getLogger("boardwright.table")

BEAT = 10.0
"""Seconds between two looks at the clocks that subscribers are given."""


def milliseconds() -> int:
    """The time, as logs have it."""
    return time.time_ns() // 1_000_000


class Server:
    """One for each server process: `async with Server(store) as server`."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] = milliseconds,
        tables: int = 5000,
        bot_workers: int = 1,
        accounts: Accounts | None = None,
    ) -> None:
        self.store = store
        self.now = now
        self.accounts = accounts or Accounts(store, now)
        self.render_cache = RenderCache()
        self.alarm = DeadlineQueue(store, now)
        self.is_closing = False
        self._limit = tables
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._bots = BotRunner(now, bot_workers)
        self._errands: set[asyncio.Task[Any]] = set()
        self._ended = asyncio.Event()
        self._dirty: set[str] = set()

    # Life

    async def __aenter__(self) -> Self:
        for duty in (self._watch_clocks, self._follow_notices, self._heartbeat, self._project):
            self._start(_supervise(duty))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Says goodbye, lets changes under way finish, and stops everything the server does by itself."""
        self.is_closing = True
        for table in tuple(self._tables.values()):
            broadcast.close(table)
        running = tuple(self._errands)
        for errand in running:
            errand.cancel()
        await asyncio.gather(*running, self._bots.close(), return_exceptions=True)
        for table in tuple(self._tables.values()):
            async with table.locked():
                pass

    # Tables

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def subscribers(self) -> int:
        """How many listen to them."""
        return sum(len(table.subscribers) for table in self._tables.values())

    async def table(self, match: str) -> Table:
        """The table of that match, opened if need be; NotFound if there is no such match."""
        if self.is_closing:
            raise Unavailable("stopping", "The server stops; come back in a moment.")
        found = self._tables.get(match)
        if found is not None:
            self._tables.move_to_end(match)
            return found
        opening = self._opening.get(match)
        if opening is None:
            opening = self._opening[match] = asyncio.create_task(self._open(match))
            opening.add_done_callback(lambda _: self._opening.pop(match, None))
        return await asyncio.shield(opening)

    async def _open(self, match: str) -> Table:
        saved = await self.store.load(match)
        if saved is None:
            raise NotFound("no_match", f"There is no match {match!r}.")
        table = Table(self.store, self.render_cache, saved, self._changed)
        await self._rank(table)
        self._tables[match] = table
        self._forget()
        self._changed(table)
        return table

    async def _rank(self, table: Table) -> None:
        accounts = [seat.account for seat in table.row.lobby.seats if seat.account is not None]
        if accounts:
            found = await self.store.ratings(accounts, table.row.lobby.game)
            table.ratings = {rating.account: rank(rating) for rating in found}

    def _forget(self) -> None:
        """Lets go of the tables not used for longest, where nobody listens and nothing is under way."""
        spare = len(self._tables) - self._limit
        if spare <= 0:
            return
        for name, table in list(self._tables.items())[: 2 * spare + 16]:
            if not table.subscribers and not table.is_locked and not self._bots.is_busy(name):
                del self._tables[name]

    # Listening

    async def listen(self, match: str, subscriber: Subscriber, first: int = 0) -> Table:
        """Brings a subscriber to a table; the whole state is the first it hears."""
        table = await self.table(match)
        async with table.locked():
            greeting = broadcast.full_state(table, subscriber, self.now(), first)
            table.subscribers.add(subscriber)
            subscriber.send(greeting)
            broadcast.presence(table)
        return table

    def part(self, table: Table, subscriber: Subscriber) -> None:
        """Lets a subscriber go."""
        if subscriber in table.subscribers:
            table.subscribers.discard(subscriber)
            broadcast.presence(table)

    async def revoke(self, token: str) -> None:
        """Makes a token worthless; connections made with it are cut (in other processes within a minute)."""
        await self.accounts.revoke(token)
        self._cut(token_hash(token))

    def _cut(self, hashed: str) -> None:
        for table in tuple(self._tables.values()):
            for subscriber in tuple(table.subscribers):
                if subscriber.token == hashed:
                    broadcast.disconnect(table, subscriber, "bad_token", "The token of this connection was revoked.")

    async def check_tokens(self) -> None:
        """Cuts connections whose tokens were revoked elsewhere or have become too old."""
        used = {
            subscriber.token for table in self._tables.values() for subscriber in table.subscribers if subscriber.token
        }
        for hashed in used:
            if not await self.accounts.is_good(hashed):
                self._cut(hashed)

    # What the server does by itself

    def _changed(self, table: Table) -> None:
        self.alarm.set(table.row.id, table.row.deadline)
        if table.row.status == "over":
            self._ended.set()
        else:
            self._bots.look(table)

    async def settle_clocks(self) -> None:
        """Deals with every clock that has run out by now."""
        for match in await self.alarm.due():
            try:
                table = await self.table(match)
                async with table.locked():
                    await commands.expire(table, self.now())
            except RequestError as refused:
                log.info("match %s: %s", match, refused)

    async def _watch_clocks(self) -> None:
        while True:
            await self.settle_clocks()
            await self.alarm.wait()

    async def _follow_notices(self) -> None:
        """Follows what other processes write."""
        async for notice in self.store.listen():
            if notice.kind == "missed":
                for match in tuple(self._tables):
                    self._look_again(match)
            elif notice.match in self._tables:
                if notice.kind == "chat":
                    self._start(self._repeat_chat(notice.match, notice.number))
                else:
                    self._look_again(notice.match)

    def _look_again(self, match: str) -> None:
        if match not in self._dirty:
            self._dirty.add(match)
            self._start(self._catch_up(match))

    async def _catch_up(self, match: str) -> None:
        self._dirty.discard(match)
        table = self._tables.get(match)
        if table is not None:
            await table.catch_up(self.now())

    async def _repeat_chat(self, match: str, number: int) -> None:
        for line in await self.store.chat(match, number - 1, 1):
            broadcast.chat(self._tables[match], line)

    async def _heartbeat(self) -> None:
        for beat in count(1):
            await asyncio.sleep(BEAT)
            for table in tuple(self._tables.values()):
                if table.subscribers:
                    broadcast.clocks(table, self.now())
            if beat % 6 == 0:
                await self.check_tokens()

    async def _project(self) -> None:
        """Ratings and achievements follow the ends of matches, a little later."""
        while True:
            await project_ended(self.store, following(self.store))
            await self._ended.wait()
            self._ended.clear()

    def _start(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_log_errors(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


async def _supervise(duty: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Does a duty of the server and begins again after a mishap, such as a store out of reach for a while."""
    while True:
        try:
            await duty()
            return
        except Exception:
            log.exception("a duty of the server was interrupted")
            await asyncio.sleep(1)


async def _log_errors(errand: Coroutine[Any, Any, None]) -> None:
    try:
        await errand
    except Exception:
        log.exception("an errand of the server failed")
