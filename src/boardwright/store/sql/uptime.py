"""The heartbeat of server processes and their outages in SQL."""

from __future__ import annotations

from boardwright.store.rows import Outage
from boardwright.store.sql.base import Sql

_FIRST = "insert into heartbeat (id, at) values (1, $1) on conflict (id) do nothing returning at"
_NEXT = "update heartbeat set at = $1 where at = $2 returning at"
_OUTAGE = "insert into outages (since, until) values ($1, $2) on conflict (since) do nothing"


class SqlUptime(Sql):
    """The part of the port about uptime."""

    async def beat(self, at: int, tolerance: int) -> None:
        last = await self.heartbeat()
        if last is None:
            await self._execute(_FIRST, at)
        elif last < at:
            # If another process beats in between, nothing is written: the beat of that process is as good.
            outage = [(_OUTAGE, [(last, at)])] if at - last > tolerance else []
            await self._write((_NEXT, (at, last)), outage)

    async def heartbeat(self) -> int | None:
        rows = await self._query("select at from heartbeat")
        return int(rows[0][0]) if rows else None

    async def outages(self, after: int = 0, limit: int = 1000) -> list[Outage]:
        sql = "select since, until from outages where until > $1 order by until desc limit $2"
        return [Outage(since, until) for since, until in reversed(await self._query(sql, after, limit))]
