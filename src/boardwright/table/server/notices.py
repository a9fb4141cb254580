"""Notices of what other processes write, and open matches that catch up.

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
from boardwright.table.live.feed import Feed

log = logging.getLogger("boardwright.table")


class NoticeFollower:
    """The notices of other processes, which bring the matches and accounts of this one up to date."""

    def __init__(
        self,
        store: Store,
        feeds: Mapping[str, Feed],
        background: Background,
        now: Callable[[], int],
        check_tokens: Callable[[str | None], Coroutine[Any, Any, None]],
    ) -> None:
        self.is_deaf = False
        """True while no notices can arrive."""
        self.heard = 0
        """The number of notices that have arrived."""
        self._store = store
        self._feeds = feeds
        self._background = background
        self._now = now
        self._check_tokens = check_tokens
        self._catching_up: set[str] = set()

    async def follow(self) -> None:
        """Follow all notices until the store is closed."""
        async for notice in self._store.listen():
            self.heard += 1
            if notice.kind in ("missed", "lost"):
                self._set_deaf(notice.kind == "lost")
                for match in tuple(self._feeds):
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
        """Mark a match as behind; if somebody watches it, it catches up now and not with the next request."""
        feed = self._feeds.get(match)
        if feed is None:
            return
        feed.table.is_behind = True
        if feed.subscribers and match not in self._catching_up:
            self._catching_up.add(match)
            self._background.start("catch_up", self._catch_up_now(feed))

    async def _catch_up_now(self, feed: Feed) -> None:
        try:
            while feed.table.is_behind and feed.subscribers:
                try:
                    await feed.table.catch_up(self._now())
                except StoreError:  # it stays behind, and requests say that the store is down
                    await asyncio.sleep(RESTART)
        finally:
            self._catching_up.discard(feed.table.row.id)

    async def _publish_chat(self, match: str, number: int) -> None:
        feed = self._feeds.get(match)
        if feed is not None:
            for line in await self._store.chat(match, number - 1, 1):
                broadcast.chat(feed, line)
