"""Analyses of ended matches in SQL."""

from __future__ import annotations

from boardwright.store.analyses import SavedAnalysis
from boardwright.store.sql.base import Sql

_PUT = """
    insert into analyses (match, key, at, body) values ($1, $2, $3, $4)
    on conflict (match) do update set key = excluded.key, at = excluded.at, body = excluded.body
    returning match
"""
_OLDEST_KEPT = "select at, match from analyses order by at desc, match desc limit 1 offset $1"
_DROP = """
    delete from analyses where match in (
        select match from analyses where at < $1 or (at, match) <= ($2, $3) order by at, match limit $4
    ) returning match
"""


class SqlAnalyses(Sql):
    """The part of the port about analyses."""

    async def analysis(self, match: str) -> SavedAnalysis | None:
        rows = await self._query("select match, key, at, body from analyses where match = $1", match)
        return None if not rows else SavedAnalysis(match=rows[0][0], key=rows[0][1], at=rows[0][2], body=rows[0][3])

    async def put_analysis(self, analysis: SavedAnalysis) -> None:
        await self._execute(_PUT, analysis.match, analysis.key, analysis.at, analysis.body)

    async def drop_analyses(self, before: int, most: int, limit: int = 100) -> int:
        rows = await self._query(_OLDEST_KEPT, most)
        at, match = rows[0] if rows else (-1, "")
        return len(await self._write((_DROP, (before, at, match, limit))))
