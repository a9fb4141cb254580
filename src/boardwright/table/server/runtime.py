"""The server runtime: open matches, deadlines, bots and background tasks of one server process.

Matches are opened on demand and dropped when they have been idle for long; the store holds all of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from itertools import count, islice
from typing import Self

from boardwright.store.port import BadDatabase, Store, StoreError
from boardwright.store.rows import MatchRow, MatchSettings, log_id
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.background import Background
from boardwright.table.bots.bot_runner import BotRunner
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, RequestError, ServiceUnavailable
from boardwright.table.limits.bucket_memory import BucketMemory
from boardwright.table.limits.host_limit import HostLimit, Most
from boardwright.table.limits.limits import Buckets
from boardwright.table.live import broadcast
from boardwright.table.live.feed import Feed, Subscriber, check_tokens
from boardwright.table.live.render_cache import RenderCache
from boardwright.table.matches import commands
from boardwright.table.matches.deadlines import DeadlineQueue
from boardwright.table.matches.open_match import OpenMatch, Update
from boardwright.table.matches.reading import UnreadableMatch, load, row_fault
from boardwright.table.matches.uptime import Uptime
from boardwright.table.results.ratings import RatingView, rating_view
from boardwright.table.rules_watch import RulesTimeout, is_rules_error
from boardwright.table.server.cleaning import DAY, PAUSE, Retention, SteadyClock, clean
from boardwright.table.server.notices import NoticeFollower
from boardwright.table.server.projections import Projecting
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
        self.render_cache = RenderCache()
        self.work = WorkThread()
        self._limit = tables
        self._feeds: OrderedDict[str, Feed] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Feed]] = {}
        self.background = Background()
        self.notices = NoticeFollower(store, self._feeds, self.background, self.now, self.check_tokens)
        self._deadlines = deadlines = DeadlineQueue(store, self.now)
        self._bots = BotRunner(store, deadlines, self.now, self._is_watched, bot_workers, bot_opening_delay, bot_pace)
        self.bot_workers = self._bots.workers
        self.analysis = AnalysisService(store, self.bot_workers, self.now, self.background, memory, analysis_seconds)
        self.explorer = Explorer(memory)
        self.host_limit = HostLimit(store, self.now, hosting or Most())
        self._projecting = Projecting(store, self.background)
        self._unreadable: dict[str, str] = {}

    # Lifecycle

    def now(self) -> int:
        """Return the time, which never goes back: milliseconds since 1970."""
        return self._clock() + self._ahead

    async def start_uptime(self) -> None:
        """Begin to record heartbeats, at a time that is not before the last one."""
        self._ahead = max(0, (await self.store.heartbeat() or 0) - self._clock())
        await self.uptime.start()

    async def __aenter__(self) -> Self:
        await self.start_uptime()
        supervise = self.background.supervise
        supervise("deadlines", self._watch_deadlines)
        supervise("notices", self.notices.follow)
        supervise("clocks", self._send_clocks)
        supervise("heartbeat", self.uptime.run)
        supervise("projections", self._projecting.run)
        supervise("cleaning", self._clean)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect all subscribers, let changes in progress finish, and stop the background tasks."""
        self.is_closing = True
        for feed in self._feeds.values():
            broadcast.close(feed)
        closing = self.background.close(), self.analysis.close(), self._bots.close()
        await asyncio.gather(*closing, return_exceptions=True)
        for match, feed in tuple(self._feeds.items()):
            try:
                async with feed.table.locked():
                    pass
            except Exception as error:
                self.background.failed_in("closing", match, error)
        self.work.close()
        await self.uptime.stop()

    # Open matches

    @property
    def open_matches(self) -> int:
        """The number of matches in memory."""
        return len(self._feeds)

    @property
    def subscribers(self) -> int:
        """The number of subscribers of all matches."""
        return sum(len(feed.subscribers) for feed in self._feeds.values())

    async def table(self, match: str) -> OpenMatch:
        """Return a match, opened if necessary; raise NotFound if there is no such match."""
        if self.is_closing:
            raise ServiceUnavailable(Code.STOPPING, "The server is shutting down; retry in a moment.")
        table = (await self._find(match)).table
        if self.notices.is_deaf:
            table.is_behind = True
        self._bots.touch(table)
        return table

    def feed(self, table: OpenMatch) -> Feed:
        """Return the feed of a match; one that nobody follows if the match was dropped meanwhile."""
        feed = self._feeds.get(table.row.id)
        return feed if feed is not None and feed.table is table else Feed(table, self.render_cache)

    def _is_watched(self, match: str) -> bool:
        feed = self._feeds.get(match)
        return feed is not None and bool(feed.subscribers)

    async def _find(self, match: str) -> Feed:
        found = self._feeds.get(match)
        if found is not None:
            self._feeds.move_to_end(match)
            return found
        opening = self._opening.get(match)
        if opening is None:
            opening = self._opening[match] = asyncio.create_task(self._open(match))
            opening.add_done_callback(lambda _: self._opening.pop(match, None))
        return await asyncio.shield(opening)

    async def _open(self, match: str) -> Feed:
        heard, saved = self.notices.heard, await load(self.store, match)
        if saved is None:
            raise NotFound(Code.NO_MATCH, "There is no such match.")
        table = await self.work.run(OpenMatch, self.store, saved, self._prepare, self.uptime)
        feed = Feed(table, self.render_cache, await self._ratings(table.row.lobby))
        table.is_behind = heard != self.notices.heard  # a notice of this match would not have found it
        self._feeds[match] = feed
        self._evict()
        self._schedule(table, self.now())
        return feed

    async def _ratings(self, lobby: MatchSettings) -> dict[str, RatingView]:
        accounts = [seat.account for seat in lobby.seats if seat.account is not None]
        found = await self.store.ratings(accounts, lobby.game) if accounts else []
        return {rating.account: rating_view(rating) for rating in found}

    def _evict(self) -> None:
        """Drop the least recently used matches that have no subscribers and no work in progress."""
        spare = sum(feed.table.weight for feed in self._feeds.values()) - self._limit
        for name, feed in list(islice(self._feeds.items(), 2 * max(0, spare) + 16)):
            if spare <= 0:
                return
            if not feed.subscribers and not feed.table.is_locked and not self._bots.is_busy(name):
                spare -= feed.table.weight
                del self._feeds[name]
                self._deadlines.set_change(name, None)

    @property
    def unreadable_matches(self) -> int:
        """The number of matches that this process has set aside."""
        return len(self._unreadable)

    def unreadable(self, row: MatchRow) -> str | None:
        """Return why the match of a row is set aside; None if it is not, as far as this process has seen."""
        fault = row_fault(row)
        return self._unreadable.get(row.id) if fault is None else fault.text

    # Subscribers

    async def subscribe(self, match: str, subscriber: Subscriber, first: int | None = None) -> OpenMatch:
        """Add a subscriber to a match and send it the complete state, with the log after entry `first`."""
        table = await self.table(match)
        if first is not None and first > table.row.number:
            table.is_behind = True  # the subscriber has seen more at another process
        with suppress(UnreadableMatch):  # the rules failed at this look; the state says so now
            return await self._add_subscriber(table, subscriber, first)
        return await self._add_subscriber(table, subscriber, first)

    async def _add_subscriber(self, table: OpenMatch, subscriber: Subscriber, first: int | None) -> OpenMatch:
        feed = self.feed(table)
        async with table.locked():
            message = broadcast.full_state(feed, subscriber, self.now(), first)
            feed.subscribers.add(subscriber)
            subscriber.send(message)
            feed.announce_presence()
        return table

    def unsubscribe(self, table: OpenMatch, subscriber: Subscriber) -> None:
        """Remove a subscriber from a match."""
        feed = self.feed(table)
        if subscriber in feed.subscribers:
            feed.subscribers.discard(subscriber)
            feed.announce_presence()

    async def check_tokens(self, account: str | None = None) -> None:
        """Check the tokens behind the live connections, of that account or of all.

        Processes notify each other of changed accounts where the store can; besides, each checks all tokens once a
        minute.
        """
        await check_tokens(self._feeds.values(), self.accounts, account)

    # Background tasks

    def _prepare(self, table: OpenMatch, update: Update) -> Callable[[], None]:
        """Return a function that sends all subscribers what has changed, and looks after what comes next."""
        send = broadcast.prepare(self.feed(table), update)

        def publish() -> None:
            try:
                send()
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
            self._projecting.wake()
        self._bots.wake(table)

    async def expire_clocks(self) -> None:
        """Execute every timeout that is due, publish what time alone has changed, and wake bots."""
        store_errors = 0
        for match in await self._deadlines.due():
            try:
                await self._expire(match)
            except RequestError as error:
                log.info("timeout skipped in match %s: %s", log_id(match), error)
            except BadDatabase as error:
                self._deadlines.ignore(match)
                self.background.failed_in("deadlines", match, error)
            except StoreError:
                store_errors += 1
                if store_errors == MAX_STORE_ERRORS:
                    raise
            except Exception as error:  # a fault in the rules of one game must not stop the clocks of the others
                self.background.failed_in("deadlines", match, error)

    async def _expire(self, match: str) -> None:
        feed = await self._find(match)
        table = feed.table
        async with table.locked():
            has_changed = self._deadlines.take_change(match)
            if not await commands.expire(table, self.now()) and has_changed:
                broadcast.refresh(feed, self.now())
                self._schedule(table, self.now())
        self._bots.wake(table)

    async def _watch_deadlines(self) -> None:
        while True:
            await self.expire_clocks()
            await self._deadlines.wait()

    async def _send_clocks(self) -> None:
        for beat in count(1):
            await asyncio.sleep(HEARTBEAT)
            for match, feed in tuple(self._feeds.items()):
                try:
                    broadcast.clocks(feed, self.now())
                except Exception as error:  # as in `expire_clocks`
                    self.background.failed_in("clocks", match, error)
            if beat % TOKEN_CHECK == 0:
                await self.check_tokens()

    async def _clean(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            await clean(self.store, self.now(), self._retention, self.background)
            await self.close_deleted()

    async def close_deleted(self) -> None:
        """Close the matches that were deleted because they never started."""
        for match, feed in tuple(self._feeds.items()):
            row = feed.table.row
            is_old = row.changed < self._retention.unstarted_before(self.now())
            if is_old and row.header is None and await self.store.match(match) is None:
                for subscriber in tuple(feed.subscribers):
                    feed.disconnect(subscriber, Code.NO_MATCH, "This match was deleted because it did not start.")
                self._feeds.pop(match, None)
