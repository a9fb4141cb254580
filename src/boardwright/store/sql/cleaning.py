"""Deletion of what nobody needs any more, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.store.sql.base import Batch, Sql
from boardwright.store.sql.query import Query

_GONE = """
    a.role = 'guest' and a.created < $ and not exists (select 1 from tokens t where t.account = a.id and t.seen >= $)
    and not exists (
        select 1 from members p join matches m on m.id = p.match where p.account = a.id and m.status <> 'over'
    )
"""
_UNSTARTED = "m.header is null and h.changed < $"
REQUESTS = 5000
"""Request ids that are looked at in one call, apart from the rest of the last match."""
_FROM = "from matches m join heads h on h.match = m.id"


class SqlCleaning(Sql):
    """The part of the port about cleaning.

    A batch is chosen by a query and deleted in a transaction that checks the conditions again, because a guest may
    have come back and a match may have started meanwhile. Request ids are looked at in pages by their primary key:
    an index by age would cost more with every move than it saves once a minute.
    """

    _requests_after = ""
    """The match up to which the last page of request ids went."""

    async def drop_expired(self, now: int, limit: int = 1000) -> int:
        drop = """
            delete from tokens where hash in (select hash from tokens where expires <= $1 order by expires limit $2)
            returning hash
        """
        return await self._execute(drop, now, limit)

    async def drop_guests(self, unused_since: int, limit: int = 100, account: str | None = None) -> int:
        wanted = Query(_GONE, unused_since, unused_since)
        wanted.where("a.id = $", account)
        guests = await self._chosen(f"select a.id from accounts a where {wanted} order by a.id", wanted, limit)
        still = Query(_GONE, unused_since, unused_since)
        still.where_in("a.id", guests)
        drop = f"delete from accounts where id in (select a.id from accounts a where {still}) returning id"
        orphans = [_orphans(table, "account", "accounts", "id", guests) for table in ("tokens", "recovery", "tallies")]
        return len(await self._write((drop, still.values), orphans)) if guests else 0

    async def drop_unstarted(self, unchanged_since: int, limit: int = 100) -> int:
        wanted = Query(_UNSTARTED, unchanged_since)
        matches = await self._chosen(f"select m.id {_FROM} where {wanted} order by m.created, m.id", wanted, limit)
        still = Query(_UNSTARTED, unchanged_since)
        still.where_in("m.id", matches)
        drop = f"delete from heads where match in (select m.id {_FROM} where {still}) returning match"
        orphans = [_orphans(table, "match", "heads", "match", matches) for table in ("members", "chat", "requests")]
        orphans.append(_orphans("matches", "id", "heads", "match", matches))
        return len(await self._write((drop, still.values), orphans)) if matches else 0

    async def drop_requests(self, unchanged_since: int) -> int:
        page = Query("match > $", self._requests_after)
        ends = f"select match from requests where {page} order by match limit 1 offset {REQUESTS}"
        end = await self._query(ends, *page.values)
        page.where("match <= $", end[0][0] if end else None)
        page.where("exists (select 1 from heads h where h.match = requests.match and h.changed < $)", unchanged_since)
        dropped = await self._write((f"delete from requests where {page} returning match", page.values))
        self._requests_after = end[0][0] if end else ""
        return len(dropped)

    async def _chosen(self, sql: str, query: Query, limit: int) -> list[str]:
        rows = await self._query(f"{sql} limit ${len(query.values) + 1}", *query.values, limit)
        return [row[0] for row in rows]


def _orphans(table: str, column: str, owners: str, key: str, deleted: Sequence[str]) -> Batch:
    """Return the statement that deletes the rows of those owners that exist no longer."""
    query = Query(f"not exists (select 1 from {owners} o where o.{key} = {table}.{column})")
    query.where_in(column, deleted)
    return f"delete from {table} where {query}", [query.values]
