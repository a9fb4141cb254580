"""Uptime: heartbeats of the server processes, and pauses of the matches that no process could serve."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Outage

BEAT = 2000
"""Milliseconds between two heartbeats."""
TOLERANCE = 2 * BEAT
"""The longest silence that is not an outage: processes beat late when they are busy."""


class Uptime:
    """The heartbeat of this process, and the outages that all processes have recorded.

    Nothing is recorded before `start`.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._lock = asyncio.Lock()
        self._last: int | None = None
        self._outages: list[Outage] = []

    async def start(self) -> None:
        """Records the first heartbeat, and with it the outage that it ends."""
        await self._beat()

    async def refresh(self) -> None:
        """Records a heartbeat if one is due, and learns of new outages."""
        if not self._is_due():
            return
        async with self._lock:
            if self._is_due():
                await self._beat()

    async def stop(self) -> None:
        """Records the last heartbeat, so that an outage begins when the process ended."""
        if self._last is not None:
            with suppress(StoreError):
                await self._beat()
            self._last = None

    def _is_due(self) -> bool:
        return self._last is not None and self._now() - self._last >= BEAT

    async def _beat(self) -> None:
        at = self._now()
        await self._store.beat(at, TOLERANCE)
        known = self._outages[-1].until if self._outages else 0
        self._outages += await self._store.outages(after=known)
        self._last = at

    def pause(self, match: Match) -> list[Entry]:
        """Takes the outages since the last entry out of the time of a match, and returns the new entries.

        A clock that ran out before an outage began is a timeout as usual.
        """
        first = match.number
        if not _has_time_limits(match):
            return []
        for outage in self._outages:
            since = max(outage.since, match.now)
            if outage.until > since and not match.is_over:
                match.expire(since)
                if not match.is_over:
                    match.pause(since, outage.until)
        return match.entries[first:]


def _has_time_limits(match: Match) -> bool:
    return not match.is_over and (match.header.clock.is_running or match.position.keeps_time)
