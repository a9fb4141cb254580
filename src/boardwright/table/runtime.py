"""The server runtime: open tables, deadlines, bots and background tasks of one server process.

Tables are opened on demand and dropped when they have been idle for long; the store holds all matches.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Self

from boardwright.store.iteration import project_ended
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import MatchRow
from boardwright.table import broadcast, commands
from boardwright.table.accounts import Accounts, token_hash
from boardwright.table.bot_runner import BotRunner
from boardwright.table.codes import Code
from boardwright.table.deadlines import DeadlineQueue
from boardwright.table.errors import NotFound, RequestError, Unavailable
from boardwright.table.projections import projector
from boardwright.table.ratings import display_rating
from boardwright.table.reading import row_fault
from boardwright.table.render_cache import RenderCache
from boardwright.table.steady_clock import SteadyClock
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table, Update
from boardwright.table.uptime import BEAT, Uptime

log = logging.getLogger("boardwright.table")

HEARTBEAT = 10.0
"""Seconds between two clock messages to subscribers."""
TOKEN_CHECK = 6
"""Heartbeats between two checks of tokens."""


class Server:
    """The runtime of one server process: `async with Server(store) as server`."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] | None = None,
        tables: int = 5000,
        bot_workers: int = 1,
        bot_opening_delay: int = 0,
        accounts: Accounts | None = None,
    ) -> None:
        self.store = store
        self._clock = now or SteadyClock()
        self._ahead = 0
        self.uptime = Uptime(store, self.now)
        self.accounts = accounts or Accounts(store, self.now)
        self.is_closing = False
        self._render_cache = RenderCache()
        self._deadlines = DeadlineQueue(store, self.now)
        self._limit = tables
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._bots = BotRunner(self.now, bot_workers, bot_opening_delay)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._match_ended = asyncio.Event()
        self._outdated: set[str] = set()
        self._unreadable: dict[str, str] = {}
        self._failing: set[str] = set()

    # Lifecycle

    def now(self) -> int:
        """Returns the time, which never goes back: milliseconds since 1970."""
        return self._clock() + self._ahead

    async def start_uptime(self) -> None:
        """Begins to record heartbeats, at a time that is not before the last one."""
        last = await self.store.heartbeat()
        self._ahead = max(0, (last or 0) - self._clock())
        await self.uptime.start()

    async def __aenter__(self) -> Self:
        await self.start_uptime()
        for task in (self._watch_deadlines, self._follow_notices, self._heartbeat, self._beat, self._project):
            self._start(_supervise(task))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnects all subscribers, lets changes in progress finish, and stops the background tasks."""
        self.is_closing = True
        for table in tuple(self._tables.values()):
            broadcast.close(table)
        running = tuple(self._tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, self._bots.close(), return_exceptions=True)
        for table in tuple(self._tables.values()):
            await _log_errors(_finish(table))
        await self.uptime.stop()

    # Tables

    @property
    def open_tables(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @property
    def subscribers(self) -> int:
        """The number of subscribers of all tables."""
        return sum(len(table.subscribers) for table in self._tables.values())

    async def table(self, match: str) -> Table:
        """Returns the table of a match, opened if necessary; raises NotFound if there is no such match."""
        if self.is_closing:
            raise Unavailable(Code.STOPPING, "The server is shutting down; retry in a moment.")
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
            raise NotFound(Code.NO_MATCH, f"There is no match {match!r}.")
        table = Table(self.store, self._render_cache, saved, self._publish, self.uptime)
        await self._load_ratings(table)
        self._tables[match] = table
        self._evict()
        self._schedule(table)
        return table

    async def _load_ratings(self, table: Table) -> None:
        accounts = [seat.account for seat in table.row.lobby.seats if seat.account is not None]
        if accounts:
            found = await self.store.ratings(accounts, table.row.lobby.game)
            table.ratings = {rating.account: display_rating(rating) for rating in found}

    def _evict(self) -> None:
        """Drops the least recently used tables that have no subscribers and no work in progress."""
        spare = len(self._tables) - self._limit
        if spare <= 0:
            return
        for name, table in list(self._tables.items())[: 2 * spare + 16]:
            if not table.subscribers and not table.is_locked and not self._bots.is_busy(name):
                del self._tables[name]
                self._deadlines.set_change(name, None)

    def unreadable(self, row: MatchRow) -> str | None:
        """Returns why the match of a row is set aside; None if it is not, as far as this process has seen."""
        fault = row_fault(row)
        return self._unreadable.get(row.id) if fault is None else fault.text

    # Subscribers

    async def subscribe(self, match: str, subscriber: Subscriber, first: int = 0) -> Table:
        """Adds a subscriber to a table and sends it the complete state."""
        table = await self.table(match)
        async with table.locked():
            message = broadcast.full_state(table, subscriber, self.now(), first)
            table.subscribers.add(subscriber)
            subscriber.send(message)
            broadcast.presence(table)
        return table

    def unsubscribe(self, table: Table, subscriber: Subscriber) -> None:
        """Removes a subscriber from a table."""
        if subscriber in table.subscribers:
            table.subscribers.discard(subscriber)
            broadcast.presence(table)

    async def revoke(self, token: str) -> None:
        """Revokes a token and disconnects its subscribers (in other processes within a minute)."""
        await self.accounts.revoke(token)
        self._disconnect(token_hash(token))

    def _disconnect(self, hashed: str) -> None:
        for table in tuple(self._tables.values()):
            for subscriber in tuple(table.subscribers):
                if subscriber.token == hashed:
                    text = "The token of this connection was revoked or has expired."
                    broadcast.disconnect(table, subscriber, Code.BAD_TOKEN, text)

    async def check_tokens(self) -> None:
        """Deletes expired tokens and disconnects subscribers whose token is no longer valid."""
        await self.store.drop_expired(self.now())
        used = {subscriber.token for table in self._tables.values() for subscriber in table.subscribers}
        for hashed in used - {""}:
            if not await self.accounts.is_valid(hashed):
                self._disconnect(hashed)

    # Background tasks

    def _publish(self, table: Table, update: Update) -> None:
        broadcast.publish(table, update)
        self._schedule(table)

    def _schedule(self, table: Table) -> None:
        match = table.row.id
        if table.fault is None:
            self._deadlines.set(match, table.row.deadline)
            self._deadlines.set_change(match, table.next_change(self.now()))
        elif match not in self._unreadable:
            log.error("match %s cannot be read and is set aside: %s", match, table.fault.detail)
            self._unreadable[match] = table.fault.text
            self._deadlines.ignore(match)
        if table.row.status == "over":
            self._match_ended.set()
        else:
            self._bots.wake(table)

    async def expire_clocks(self) -> None:
        """Executes every timeout that is due, publishes what time alone has changed, and wakes bots."""
        for match in await self._deadlines.due():
            try:
                table = await self.table(match)
                async with table.locked():
                    has_changed = self._deadlines.take_change(match)
                    if not await commands.expire(table, self.now()) and has_changed:
                        broadcast.refresh(table, self.now())
                        self._schedule(table)
                self._bots.wake(table)
            except RequestError as error:
                log.info("timeout skipped in match %s: %s", match, error)
            except StoreError:
                raise
            except Exception:  # a fault in the rules of one game must not stop the clocks of the others
                self._log_failure("timeout", match)

    async def _watch_deadlines(self) -> None:
        while True:
            await self.expire_clocks()
            await self._deadlines.wait()

    async def _follow_notices(self) -> None:
        """Reloads tables that other processes have changed."""
        async for notice in self.store.listen():
            if notice.kind == "missed":
                for match in tuple(self._tables):
                    self._catch_up_later(match)
            elif notice.match in self._tables:
                if notice.kind == "chat":
                    self._start(self._publish_chat(notice.match, notice.number))
                else:
                    self._catch_up_later(notice.match)

    def _catch_up_later(self, match: str) -> None:
        if match not in self._outdated:
            self._outdated.add(match)
            self._start(self._catch_up(match))

    async def _catch_up(self, match: str) -> None:
        self._outdated.discard(match)
        table = self._tables.get(match)
        if table is not None:
            await table.catch_up(self.now())

    async def _publish_chat(self, match: str, number: int) -> None:
        for line in await self.store.chat(match, number - 1, 1):
            broadcast.chat(self._tables[match], line)

    async def _heartbeat(self) -> None:
        for beat in count(1):
            await asyncio.sleep(HEARTBEAT)
            for table in tuple(self._tables.values()):
                try:
                    broadcast.clocks(table, self.now())
                except Exception:  # as in `expire_clocks`
                    self._log_failure("clock message", table.row.id)
            if beat % TOKEN_CHECK == 0:
                await self.check_tokens()

    async def _beat(self) -> None:
        while True:
            await self.uptime.refresh()
            await asyncio.sleep(BEAT / 1000)

    async def _project(self) -> None:
        """Updates ratings and achievements after matches have ended."""
        while True:
            await project_ended(self.store, projector(self.store))
            await self._match_ended.wait()
            self._match_ended.clear()

    def _log_failure(self, task: str, match: str) -> None:
        """Logs the current exception, once for each match."""
        if match not in self._failing:
            self._failing.add(match)
            log.exception("%s failed in match %s; further failures in this match are not logged", task, match)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_log_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _supervise(task: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs a background task, restarting it after errors such as a lost database connection."""
    while True:
        try:
            await task()
            return
        except Exception:
            log.exception("background task %s crashed; restarting in 1 s", task.__name__)
            await asyncio.sleep(1)


async def _finish(table: Table) -> None:
    """Waits for the change in progress."""
    async with table.locked():
        pass


async def _log_errors(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("background task failed")
