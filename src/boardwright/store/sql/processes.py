"""Server processes in SQL: the key that they share, their heartbeat and outages, their claims of bot turns."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.store.rows import Outage
from boardwright.store.sql.base import Sql
from boardwright.store.sql.query import Query

_BIND = "insert into server_key (id, fingerprint) values (1, $1) on conflict (id) do {otherwise} returning id"
_FIRST = "insert into heartbeat (id, at) values (1, $1) on conflict (id) do nothing returning at"
_NEXT = "update heartbeat set at = $1 where at = $2 returning at"
_OUTAGE = "insert into outages (since, until) values ($1, $2) on conflict (since) do nothing"
_CLAIM = """
    insert into bot_claims (match, number, owner, until) values ($1, $2, $3, $4)
    on conflict (match) do update set number = excluded.number, owner = excluded.owner, until = excluded.until
    where bot_claims.owner = excluded.owner or bot_claims.number < excluded.number or bot_claims.until <= $5
    returning match
"""
_RENEWED_AT_ONCE = 500
"""Most matches that one statement names; databases limit the number of parameters."""


class SqlProcesses(Sql):
    """The part of the port about server processes."""

    # The server key

    async def key_fingerprint(self) -> str | None:
        rows = await self._query("select fingerprint from server_key")
        return str(rows[0][0]) if rows else None

    async def bind_key(self, fingerprint: str, *, replace: bool = False) -> None:
        otherwise = "update set fingerprint = excluded.fingerprint" if replace else "nothing"
        await self._execute(_BIND.format(otherwise=otherwise), fingerprint)

    # Uptime

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

    # Bot turns

    async def claim(self, match: str, number: int, owner: str, *, now: int, until: int) -> bool:
        return bool(await self._execute(_CLAIM, match, number, owner, until, now))

    async def renew_claims(self, owner: str, matches: Sequence[str], until: int) -> None:
        for first in range(0, len(matches), _RENEWED_AT_ONCE):
            query = Query("owner = $", owner)
            query.where_in("match", matches[first : first + _RENEWED_AT_ONCE])
            place = len(query.values) + 1
            await self._execute(
                f"update bot_claims set until = ${place} where {query} returning match", *query.values, until
            )

    async def drop_claims(self, owner: str) -> None:
        await self._execute("delete from bot_claims where owner = $1 returning match", owner)

    async def drop_expired_claims(self, now: int) -> None:
        await self._execute("delete from bot_claims where until <= $1 returning match", now)
