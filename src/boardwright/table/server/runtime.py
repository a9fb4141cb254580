"""The server runtime: open tables, deadlines, bots and background tasks of one server process.

Tables are opened on demand and dropped when they have been idle for long; the store holds all matches.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from itertools import count, islice
from typing import Self

from boardwright.store.iteration import project_ended
from boardwright.store.port import BadDatabase, Store, StoreError
from boardwright.store.rows import MatchRow, log_id
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.background import Background
from boardwright.table.bots.bot_runner import BotRunner
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, RequestError, ServiceUnavailable
from boardwright.table.limits.bucket_memory import BucketMemory
from boardwright.table.limits.host_limit import HostLimit, Most
from boardwright.table.limits.limits import Buckets
from boardwright.table.live import broadcast
from boardwright.table.live.audience import check_tokens, disconnect
from boardwright.table.live.broadcast import PresenceAnnouncer
from boardwright.table.live.notices import NoticeFollower
from boardwright.table.matches import commands
from boardwright.table.matches.deadlines import DeadlineQueue
from boardwright.table.matches.open_match import OpenMatch, Update
from boardwright.table.matches.reading import UnreadableMatch, load, row_fault
from boardwright.table.matches.render_cache import RenderCache
from boardwright.table.matches.subscriber import Subscriber
from boardwright.table.matches.uptime import BEAT, Uptime
from boardwright.table.results.ratings import rating_view
from boardwright.table.rules_watch import RulesTimeout, is_rules_error
from boardwright.table.server.cleaning import DAY, PAUSE, Retention, SteadyClock, clean
from boardwright.table.server.projections import projector
from boardwright.table.study.analysis import AnalysisService
from boardwright.table.study.explorer import Explorer
from boardwright.table.work_thread import WorkThread

log = logging.getLogger("boardwright.table")

HEARTBEAT = 10.0
"""Seconds between two clock messages to subscribers."""
TOKEN_CHECK = 6
"""Heartbeats between two checks of tokens."""
CHAT_RATE, CHAT_BURST = 0.5, 8
"""Chat messages per second that one account may write in the long run, and at once."""
MAX_STORE_ERRORS = 3
"""Failed timeouts after which the store counts as unavailable, and the others wait until it responds again."""


class Server:
    """The runtime of one server process: `async with Server(store) as server`."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] | None = None,
        tables: int = 5000,
        bot_workers: int = 1,
        hosting: Most | None = None,
        bot_opening_delay: int = 0,
        analysis_seconds: float = 0.0,
        bot_pace: int = 0,
        rate_one_address: bool = False,
        accounts: Accounts | None = None,
        retention: Retention | None = None,
        memory: BucketMemory | None = None,
    ) -> None:
        self.store = store
        self.rate_one_address = rate_one_address
        """Whether matches between players of one address are rated."""
        self._clock = now or SteadyClock()
        self._ahead = 0
        self.uptime = Uptime(store, self.now)
        self._retention = retention or Retention()
        self.accounts = accounts or Accounts(store, self.now, memory=memory, lifetime=self._retention.sessions * DAY)
        self.chat_limits = Buckets(CHAT_RATE, CHAT_BURST, name="chat ", memory=memory, clock=lambda: self.now() / 1000)
        self.is_closing = False
        self._render_cache = RenderCache()
        self._presence = PresenceAnnouncer()
        self._deadlines = DeadlineQueue(store, self.now)
        self.work = WorkThread()
        self._limit = tables
        self._tables: OrderedDict[str, OpenMatch] = OrderedDict()
        self._opening: dict[str, asyncio.Task[OpenMatch]] = {}
        self.background = Background()
        self.notices = NoticeFollower(store, self._tables, self.background, self.now, self.check_tokens)
        self._bots = BotRunner(store, self._deadlines, self.now, bot_workers, bot_opening_delay, bot_pace)
        self.bot_workers = self._bots.workers
        self.analysis = AnalysisService(store, self.bot_workers, self.now, self.background, memory, analysis_seconds)
        self.explorer = Explorer(memory)
        self.host_limit = HostLimit(store, self.now, hosting or Most())
        self._match_ended = asyncio.Event()
        self._unprojected: dict[str, Exception] = {}
        self._unreadable: dict[str, str] = {}
        self._failing: set[tuple[str, str]] = set()

    # Lifecycle

    def now(self) -> int:
        """Returns the time, which never goes back: milliseconds since 1970."""
        return self._clock() + self._ahead

    async def start_uptime(self) -> None:
        """Begins to record heartbeats, at a time that is not before the last one."""
        self._ahead = max(0, (await self.store.heartbeat() or 0) - self._clock())
        await self.uptime.start()

    async def __aenter__(self) -> Self:
        await self.start_uptime()
        supervise = self.background.supervise
        supervise("deadlines", self._watch_deadlines)
        supervise("notices", self.notices.follow)
        supervise("clocks", self._send_clocks)
        supervise("heartbeat", self._beat)
        supervise("projections", self._project)
        supervise("cleaning", self._clean)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnects all subscribers, lets changes in progress finish, and stops the background tasks."""
        self.is_closing = True
        for table in tuple(self._tables.values()):
            broadcast.close(table)
        closing = self.background.close(), self.analysis.close(), self._bots.close()
        await asyncio.gather(*closing, return_exceptions=True)
        for table in tuple(self._tables.values()):
            try:
                await _finish(table)
            except Exception as error:
                self._failed("closing", table.row.id, error)
        self.work.close()
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

    async def table(self, match: str) -> OpenMatch:
        """Returns the table of a match, opened if necessary; raises NotFound if there is no such match."""
        if self.is_closing:
            raise ServiceUnavailable(Code.STOPPING, "The server is shutting down; retry in a moment.")
        found = await self._find(match)
        if self.notices.is_deaf:
            found.is_behind = True
        self._bots.touch(found)
        return found

    async def _find(self, match: str) -> OpenMatch:
        found = self._tables.get(match)
        if found is not None:
            self._tables.move_to_end(match)
            return found
        opening = self._opening.get(match)
        if opening is None:
            opening = self._opening[match] = asyncio.create_task(self._open(match))
            opening.add_done_callback(lambda _: self._opening.pop(match, None))
        return await asyncio.shield(opening)

    async def _open(self, match: str) -> OpenMatch:
        heard, saved = self.notices.heard, await load(self.store, match)
        if saved is None:
            raise NotFound(Code.NO_MATCH, "There is no such match.")
        table = await self.work.run(OpenMatch, self.store, self._render_cache, saved, self._prepare, self.uptime)
        await self._load_ratings(table)
        table.is_behind = heard != self.notices.heard  # a notice of this match would not have found it
        self._tables[match] = table
        self._evict()
        self._schedule(table, self.now())
        return table

    async def _load_ratings(self, table: OpenMatch) -> None:
        accounts = [seat.account for seat in table.row.lobby.seats if seat.account is not None]
        if accounts:
            found = await self.store.ratings(accounts, table.row.lobby.game)
            table.ratings = {rating.account: rating_view(rating) for rating in found}

    def _evict(self) -> None:
        """Drops the least recently used tables that have no subscribers and no work in progress."""
        spare = sum(table.weight for table in self._tables.values()) - self._limit
        for name, table in list(islice(self._tables.items(), 2 * max(0, spare) + 16)):
            if spare <= 0:
                return
            if not table.subscribers and not table.is_locked and not self._bots.is_busy(name):
                spare -= table.weight
                del self._tables[name]
                self._deadlines.set_change(name, None)

    @property
    def unreadable_matches(self) -> int:
        """The number of matches that this process has set aside."""
        return len(self._unreadable)

    def unreadable(self, row: MatchRow) -> str | None:
        """Returns why the match of a row is set aside; None if it is not, as far as this process has seen."""
        fault = row_fault(row)
        return self._unreadable.get(row.id) if fault is None else fault.text

    # Subscribers

    async def subscribe(self, match: str, subscriber: Subscriber, first: int | None = None) -> OpenMatch:
        """Adds a subscriber to a table and sends it the complete state, with the log after entry `first`."""
        table = await self.table(match)
        if first is not None and first > table.row.number:
            table.is_behind = True  # the subscriber has seen more at another process
        try:
            await self._add_subscriber(table, subscriber, first)
        except UnreadableMatch:  # the rules failed at this look; the state says so now
            await self._add_subscriber(table, subscriber, first)
        return table

    async def _add_subscriber(self, table: OpenMatch, subscriber: Subscriber, first: int | None) -> None:
        async with table.locked():
            message = broadcast.full_state(table, subscriber, self.now(), first)
            table.subscribers.add(subscriber)
            subscriber.send(message)
            self._presence.announce(table)

    def unsubscribe(self, table: OpenMatch, subscriber: Subscriber) -> None:
        """Removes a subscriber from a table."""
        if subscriber in table.subscribers:
            table.subscribers.discard(subscriber)
            self._presence.announce(table)

    async def check_tokens(self, account: str | None = None) -> None:
        """Checks the tokens behind the live connections, of that account or of all.

        Processes notify each other of changed accounts where the store can; besides, each checks all tokens once a
        minute.
        """
        await check_tokens(self._tables.values(), self.accounts, account)

    # Background tasks

    def _prepare(self, table: OpenMatch, update: Update) -> Callable[[], None]:
        """Return a function that sends all subscribers what has changed, and looks after what comes next."""
        deliveries = broadcast.prepare(table, update)

        def publish() -> None:
            try:
                for delivery in deliveries:
                    delivery.send()
            finally:
                self._schedule(table, update.at)

        return publish

    def _schedule(self, table: OpenMatch, at: int) -> None:
        try:
            self._look_after(table, at)
        except (Exception, RulesTimeout) as error:
            if not is_rules_error(error):
                raise
            table.fail(error)
            self._look_after(table, at)

    def _look_after(self, table: OpenMatch, at: int) -> None:
        match = table.row.id
        if table.fault is None:
            self._deadlines.set(match, table.row.deadline)
            self._deadlines.set_change(match, table.next_change(at))
        elif match not in self._unreadable:
            log.error("match %s cannot be read and is set aside: %s", log_id(match), table.fault.summary)
            self._unreadable[match] = table.fault.text
            self._deadlines.ignore(match)
        if table.row.status == "over":
            self._match_ended.set()
        self._bots.wake(table)

    async def expire_clocks(self) -> None:
        """Executes every timeout that is due, publishes what time alone has changed, and wakes bots."""
        store_errors = 0
        for match in await self._deadlines.due():
            try:
                await self._expire(match)
            except RequestError as error:
                log.info("timeout skipped in match %s: %s", log_id(match), error)
            except BadDatabase as error:
                self._deadlines.ignore(match)
                self._failed("deadlines", match, error)
            except StoreError:
                store_errors += 1
                if store_errors == MAX_STORE_ERRORS:
                    raise
            except Exception as error:  # a fault in the rules of one game must not stop the clocks of the others
                self._failed("deadlines", match, error)

    async def _expire(self, match: str) -> None:
        table = await self._find(match)
        async with table.locked():
            has_changed = self._deadlines.take_change(match)
            if not await commands.expire(table, self.now()) and has_changed:
                broadcast.refresh(table, self.now())
                self._schedule(table, self.now())
        self._bots.wake(table)

    async def _watch_deadlines(self) -> None:
        while True:
            await self.expire_clocks()
            await self._deadlines.wait()

    async def _send_clocks(self) -> None:
        for beat in count(1):
            await asyncio.sleep(HEARTBEAT)
            for table in tuple(self._tables.values()):
                try:
                    broadcast.clocks(table, self.now())
                except Exception as error:  # as in `expire_clocks`
                    self._failed("clocks", table.row.id, error)
            if beat % TOKEN_CHECK == 0:
                await self.check_tokens()

    async def _beat(self) -> None:
        while True:
            await self.uptime.refresh()
            await asyncio.sleep(BEAT / 1000)

    async def _project(self) -> None:
        """Updates ratings and achievements after matches have ended."""
        while True:
            await project_ended(self.store, projector(self.store, self.background.failures), failed=self._unprojected)
            for match, error in self._unprojected.items():
                if ("projections", match) not in self._failing:
                    self._failed("projections", match, error)
            await self._match_ended.wait()
            self._match_ended.clear()

    async def _clean(self) -> None:
        """Deletes what nobody needs any more, in batches with a pause after each."""
        while True:
            await asyncio.sleep(PAUSE)
            await clean(self.store, self.now(), self._retention, self.background)
            await self.close_deleted()

    async def close_deleted(self) -> None:
        """Closes the tables of matches that were deleted because they never started."""
        for match, table in tuple(self._tables.items()):
            is_old = table.row.changed < self._retention.unstarted_before(self.now())
            if is_old and table.row.header is None and await self.store.match(match) is None:
                for subscriber in tuple(table.subscribers):
                    text = "This match was deleted because it did not start."
                    disconnect(table, subscriber, Code.NO_MATCH, text)
                self._tables.pop(match, None)

    def _failed(self, task: str, match: str, error: Exception) -> None:
        """Counts an error in one match, and logs it once for each match."""
        if (task, match) in self._failing:
            self.background.failures[task] += 1
        else:
            self._failing.add((task, match))
            what = f"{task} failed in match {log_id(match)}; further failures in it are not logged"
            self.background.failed(task, error, what)


async def _finish(table: OpenMatch) -> None:
    """Waits for the change in progress."""
    async with table.locked():
        pass
