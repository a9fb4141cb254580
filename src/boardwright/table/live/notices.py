"""What other processes write: notices of it, and open tables that catch up.

Without notices memory may be old. Until they come again, every request reads what is new from the store first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from boardwright.store.port import Store, StoreError
from boardwright.table.background import RESTART, Background
from boardwright.table.live import broadcast
from boardwright.table.matches.open_match import OpenMatch

log = logging.getLogger("boardwright.table")


class NoticeFollower:
    """Follows the notices of other processes and brings the tables and accounts of this one up to date."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[str, OpenMatch],
        background: Background,
        now: Callable[[], int],
        check_tokens: Callable[[str | None], Coroutine[Any, Any, None]],
    ) -> None:
        self.is_deaf = False
        """True while no notices can arrive."""
        self.heard = 0
        """How many notices have arrived."""
        self._store = store
        self._tables = tables
        self._background = background
        self._now = now
        self._check_tokens = check_tokens
        self._catching_up: set[str] = set()

    async def follow(self) -> None:
        """Follows all notices until the store is closed."""
        async for notice in self._store.listen():
            self.heard += 1
            if notice.kind in ("missed", "lost"):
                self._set_deaf(notice.kind == "lost")
                for match in tuple(self._tables):
                    self._catch_up(match)
            if notice.kind in ("missed", "account"):
                self._background.start("tokens", self._check_tokens(notice.account or None))
            elif notice.kind == "chat":
                self._background.start("chat", self._publish_chat(notice.match, notice.number))
            elif notice.kind == "match":
                self._catch_up(notice.match)

    def _set_deaf(self, is_deaf: bool) -> None:
        if is_deaf and not self.is_deaf:
            self._background.failures["notices"] += 1
            log.error("notices of other processes are lost; reading the database for every request until they come")
        elif self.is_deaf and not is_deaf:
            log.warning("notices of other processes arrive again")
        self.is_deaf = is_deaf

    def _catch_up(self, match: str) -> None:
        """Marks a table as behind; if somebody watches it, it catches up now and not with the next request."""
        table = self._tables.get(match)
        if table is None:
            return
        table.is_behind = True
        if table.subscribers and match not in self._catching_up:
            self._catching_up.add(match)
            self._background.start("catch_up", self._catch_up_now(table))

    async def _catch_up_now(self, table: OpenMatch) -> None:
        try:
            while table.is_behind and table.subscribers:
                try:
                    await table.catch_up(self._now())
                except StoreError:  # it stays behind, and requests say that the store is down
                    await asyncio.sleep(RESTART)
        finally:
            self._catching_up.discard(table.row.id)

    async def _publish_chat(self, match: str, number: int) -> None:
        table = self._tables.get(match)
        if table is not None:
            for line in await self._store.chat(match, number - 1, 1):
                broadcast.chat(table, line)
