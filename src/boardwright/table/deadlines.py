"""When clocks run out: one heap for the server, fed by its own tables and by looks into the store.

Deadlines far away are not kept: the next look will find them, also those of other processes and of matches
nobody has opened since a restart.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

from boardwright.store.port import Store

AHEAD = 5000
"""How far a look into the store reaches, in milliseconds."""


class DeadlineQueue:
    """The deadlines of the next seconds."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._heap: list[tuple[int, str]] = []
        self._horizon = 0
        self._earlier = asyncio.Event()

    def set(self, match: str, deadline: int | None) -> None:
        """Notes a deadline, if it comes before the next look."""
        if deadline is None or deadline >= self._horizon:
            return
        heapq.heappush(self._heap, (deadline, match))
        if self._heap[0] == (deadline, match):
            self._earlier.set()

    async def due(self) -> list[str]:
        """The matches whose clocks have run out by now, each once."""
        now = self._now()
        if now >= self._horizon:
            self._horizon = now + AHEAD
            self._heap = [(deadline, match) for match, deadline in await self._store.deadlines(self._horizon)]
            heapq.heapify(self._heap)
        found: dict[str, None] = {}
        while self._heap and self._heap[0][0] <= now:
            found[heapq.heappop(self._heap)[1]] = None
        return list(found)

    async def wait(self) -> None:
        """Returns when something is due, or the next look is."""
        until = min(self._heap[0][0], self._horizon) if self._heap else self._horizon
        self._earlier.clear()
        try:
            async with asyncio.timeout(max(0, until - self._now()) / 1000):
                await self._earlier.wait()
        except TimeoutError:
            return
