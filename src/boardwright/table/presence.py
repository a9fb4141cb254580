"""Who is connected: sent at once, then at most once per interval however many come and go."""

from __future__ import annotations

import asyncio

from boardwright.table import broadcast, updates
from boardwright.table.table import Table

INTERVAL = 0.25
"""Seconds between two presence messages of a table."""


class PresenceAnnouncer:
    """Tells the subscribers of each table who is connected."""

    def __init__(self) -> None:
        self._waiting: dict[str, Table | None] = {}
        """The tables that were told within the interval, by match; None if nobody came or went since."""

    def announce(self, table: Table) -> None:
        """Sends the presence now, or at the end of the interval."""
        match = table.row.id
        if match in self._waiting:
            self._waiting[match] = table
            return
        self._waiting[match] = None
        broadcast.to_all(table, updates.Presence(sorted(table.present()), table.audience()))
        asyncio.get_running_loop().call_later(INTERVAL, self._end, match)

    def _end(self, match: str) -> None:
        table = self._waiting.pop(match)
        if table is not None:
            self.announce(table)
