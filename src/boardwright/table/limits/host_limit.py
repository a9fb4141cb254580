"""The limits on matches that one account hosts at a time: against bots, and waiting for players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from boardwright.store.port import Store
from boardwright.store.rows import MatchRow, MatchSettings, Status
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict
from boardwright.table.matches.seating import is_full

RECENT = 24 * 3600 * 1000
"""Matches against bots without a change for so many milliseconds do not count: their host has left them."""
_PAGE = 100


class Most(NamedTuple):
    """The numbers of matches with bots, and of those that wait for players, that one account may host at a time."""

    bots: int = 30
    waiting: int = 50


class HostLimit:
    """The count of matches that an account hosts. Other processes may add one at the same moment."""

    def __init__(self, store: Store, now: Callable[[], int], most: Most) -> None:
        self.most = most
        self._store = store
        self._now = now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def check(self, lobby: MatchSettings, before: MatchSettings | None = None) -> AsyncIterator[None]:
        """Raise Conflict if a match begins to wait, or bots sit down in it, and its host has too many such matches.

        The block stores the match.
        """
        has_new_bots = lobby.has_bots and (before is None or not before.has_bots)
        begins_to_wait = before is None and not is_full(lobby)
        async with self._locks.setdefault(lobby.host, asyncio.Lock()):
            if has_new_bots:
                await self._check_bots(lobby.host)
            if begins_to_wait:
                await self._check_waiting(lobby.host)
            yield

    async def _check_bots(self, host: str) -> None:
        most, since = self.most.bots, self._now() - RECENT

        def counts(row: MatchRow) -> bool:
            return row.lobby.has_bots and row.changed >= since

        if await self._count(host, "open", most, counts) + await self._count(host, "running", most, counts) >= most:
            text = f"You have {most} matches with bots, the most that this server allows at a time."
            raise Conflict(Code.BOT_MATCHES, f"{text} Finish, resign or cancel one of them first.")

    async def _check_waiting(self, host: str) -> None:
        most = self.most.waiting
        if await self._count(host, "open", most, lambda _: True) >= most:
            text = f"You have {most} matches that wait for players, the most that this server allows at a time."
            raise Conflict(Code.OPEN_MATCHES, f"{text} Close one of them first.")

    async def _count(self, host: str, status: Status, most: int, counts: Callable[[MatchRow], bool]) -> int:
        """Count up to the limit; old matches come last."""
        found, before = 0, None
        while found < most:
            rows = await self._store.matches(status=status, account=host, before=before, limit=_PAGE)
            found += sum(row.lobby.host == host and counts(row) for row in rows)
            if len(rows) < _PAGE:
                break
            before = rows[-1].id
        return found
