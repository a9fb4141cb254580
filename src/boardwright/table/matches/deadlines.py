"""Deadlines of running matches: one heap for the process, fed by its open tables and by the store.

Only deadlines before the next store query are on the heap. That query finds the later ones, including those of
other processes and of matches that nobody has opened since a restart. A change that time alone makes at an open
table is not stored, because it writes no entry; those are kept here until they come.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

from boardwright.store.port import Store

LOOKAHEAD = 5000
"""The time that a store query reaches ahead, in milliseconds."""
PAGE = 1000
"""The number of deadlines that a store query returns."""


class DeadlineQueue:
    """The deadlines of the next seconds."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._heap: list[tuple[int, str]] = []
        self._changes: dict[str, int] = {}
        self._horizon = 0
        self._earlier = asyncio.Event()
        self._ignored: set[str] = set()

    def ignore(self, match: str) -> None:
        """Leave out a match that cannot be read, or whose bots have stopped: it must not take the place of others."""
        self._ignored.add(match)

    def watch(self, match: str) -> None:
        """Look after a match again that was left out."""
        self._ignored.discard(match)

    def set(self, match: str, deadline: int | None) -> None:
        """Add a deadline if it comes before the next store query."""
        if deadline is None or deadline >= self._horizon:
            return
        heapq.heappush(self._heap, (deadline, match))
        if self._heap[0] == (deadline, match):
            self._earlier.set()

    def set_change(self, match: str, at: int | None) -> None:
        """Add the next change of an open table, or remove it."""
        if at is None:
            self._changes.pop(match, None)
        elif self._changes.get(match) != at:
            self._changes[match] = at
            self.set(match, at)

    def take_change(self, match: str) -> bool:
        """Return whether a change of that table has come, and remove it."""
        has_come = match in self._changes and self._changes[match] <= self._now()
        if has_come:
            del self._changes[match]
        return has_come

    async def due(self) -> list[str]:
        """Return the matches whose deadline has passed, each once, and remove them."""
        now = self._now()
        if now >= self._horizon:
            self._horizon = now + LOOKAHEAD
            stored = await self._store.deadlines(self._horizon, PAGE + len(self._ignored))
            changes = [(at, match) for match, at in self._changes.items() if at < self._horizon]
            self._heap = [(deadline, match) for match, deadline in stored if match not in self._ignored] + changes
            heapq.heapify(self._heap)
        passed: dict[str, None] = {}
        while self._heap and self._heap[0][0] <= now:
            passed[heapq.heappop(self._heap)[1]] = None
        return list(passed)

    async def wait(self) -> None:
        """Return when a deadline has passed or the next store query is due."""
        until = min(self._heap[0][0], self._horizon) if self._heap else self._horizon
        self._earlier.clear()
        try:
            async with asyncio.timeout(max(0, until - self._now()) / 1000):
                await self._earlier.wait()
        except TimeoutError:
            return
