"""Claims of bot turns: with several server processes on one store, each turn is computed by one of them.

A claim expires unless its process renews it, so the turns of a process that has ended are taken over.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

from boardwright.store.port import Store, StoreError

log = logging.getLogger("boardwright.table")

LIFETIME = 10_000
"""Milliseconds for which a claim holds without being renewed."""
_RENEWAL = 3.0
"""Seconds between two renewals of all claims."""


class BotClaims:
    """The bot turns that this process holds."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._owner = secrets.token_hex(8)
        self._held: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None

    async def take(self, match: str, number: int) -> bool:
        """Claims the turn after that entry; returns False if another process has it."""
        now = self._now()
        if not await self._store.claim(match, number, self._owner, now=now, until=now + LIFETIME):
            return False
        self._held.add(match)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())
        return True

    def give_up(self, match: str) -> None:
        """Lets the claim of a match expire: its turn is done, or nobody needs it now."""
        self._held.discard(match)

    async def close(self) -> None:
        """Releases all turns, so that other processes take them at once."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(StoreError):
            await self._store.drop_claims(self._owner)

    async def _renew(self) -> None:
        """Renews the claims while there are any, and deletes expired ones."""
        while True:
            await asyncio.sleep(_RENEWAL)
            now = self._now()
            try:
                if self._held:
                    await self._store.renew_claims(self._owner, sorted(self._held), now + LIFETIME)
                await self._store.drop_expired_claims(now)
            except Exception as error:  # without renewal every turn would be computed twice
                log.warning("cannot renew the claims of bot turns: %s", error)
