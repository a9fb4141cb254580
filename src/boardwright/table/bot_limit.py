"""The limit on matches against bots that one account has at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from boardwright.store.port import Store
from boardwright.store.rows import Lobby, Status
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict

RECENT = 24 * 3600 * 1000
"""Matches without a change for so many milliseconds do not count: their host has left them."""
_PAGE = 100


class BotLimit:
    """Counts the matches with bots that an account hosts. Other processes may add one at the same moment."""

    def __init__(self, store: Store, now: Callable[[], int], most: int) -> None:
        self._store = store
        self._now = now
        self._most = most
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def check(self, lobby: Lobby, before: Lobby | None = None) -> AsyncIterator[None]:
        """Raises Conflict if bots sit down in a match whose host has too many with bots; the block stores it."""
        if not lobby.has_bots or (before is not None and before.has_bots):
            yield
            return
        async with self._locks.setdefault(lobby.host, asyncio.Lock()):
            if await self._count(lobby.host) >= self._most:
                text = f"You have {self._most} matches against bots, the most that this server allows at a time."
                raise Conflict(Code.BOT_MATCHES, f"{text} Finish, resign or cancel one of them first.")
            yield

    async def _count(self, host: str) -> int:
        return await self._count_by_status(host, "open") + await self._count_by_status(host, "running")

    async def _count_by_status(self, host: str, status: Status) -> int:
        """Counts up to the limit; old matches come last."""
        found, before, since = 0, None, self._now() - RECENT
        while found < self._most:
            rows = await self._store.matches(status=status, account=host, before=before, limit=_PAGE)
            found += sum(row.lobby.host == host and row.lobby.has_bots and row.changed >= since for row in rows)
            if len(rows) < _PAGE:
                break
            before = rows[-1].id
        return found
