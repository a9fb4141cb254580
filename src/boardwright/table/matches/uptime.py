"""Uptime: heartbeats of the server processes, and pauses of the matches that no process could serve."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter

from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.rules.timed import keeps_time
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Outage

BEAT = 2000
"""Milliseconds between two heartbeats."""
TOLERANCE = 2 * BEAT
"""The longest silence that is not an outage while processes run: they beat late when they are busy."""
LIMIT = 2.0
"""Seconds within which a heartbeat has to be recorded."""


class Uptime:
    """The heartbeat of this process, and the outages that all processes have recorded.

    Nothing is recorded before `start`.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._beating: asyncio.Task[None] | None = None
        self._last: int | None = None
        self._outages: list[Outage] = []

    async def start(self) -> None:
        """Record the first heartbeat; if no process was running, any silence before it is an outage."""
        await self._beat(TOLERANCE if await self._store.has_listeners() else 0)

    async def refresh(self) -> None:
        """Record a heartbeat if one is due, and learn of new outages; at most one at a time, shared by all callers.

        Raises StoreError if the store cannot be written, after `LIMIT` seconds at the latest.
        """
        if not self.is_due:
            return
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())
            self._beating.add_done_callback(self._done)
        try:
            async with asyncio.timeout(LIMIT):
                await asyncio.shield(self._beating)
        except TimeoutError:
            raise StoreError(f"The store could not be written within {LIMIT:g} s.") from None

    async def run(self) -> None:
        """Record heartbeats for as long as the process runs."""
        while True:
            await self.refresh()
            await asyncio.sleep(BEAT / 1000)

    def _done(self, beating: asyncio.Task[None]) -> None:
        self._beating = None
        if not beating.cancelled():
            beating.exception()  # nobody may be waiting for it any more

    async def stop(self) -> None:
        """Record the last heartbeat, so that an outage begins when the process ended."""
        if self._last is not None:
            with suppress(StoreError):
                await self._beat()
            self._last = None

    @property
    def is_due(self) -> bool:
        """True if the next heartbeat should be recorded."""
        return self._last is not None and self._now() - self._last >= BEAT

    async def _beat(self, tolerance: int = TOLERANCE) -> None:
        at = self._now()
        await self._store.beat(at, tolerance)
        known = self._outages[-1].until if self._outages else 0
        self._outages += await self._store.outages(after=known)
        self._last = at

    def pause(self, match: Match) -> list[Entry]:
        """Take the outages since the last entry out of the time of a match, and return the new entries.

        A clock that ran out before an outage began is a timeout as usual.
        """
        first = match.number
        if not self._outages or self._outages[-1].until <= match.now or match.is_over:
            return []
        if not match.header.clock.is_running and not keeps_time(match.position):
            return []
        for outage in self._outages[bisect_right(self._outages, match.now, key=attrgetter("until")) :]:
            since = max(outage.since, match.now)
            if outage.until > since and not match.is_over:
                match.expire(since)
                if not match.is_over:
                    match.pause(since, outage.until)
        return match.entries[first:]
