"""The results of ended matches in SQL: ratings, tallies and analyses."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.store.rows import MatchRow, Projection, Rating, SavedAnalysis, Tally
from boardwright.store.sql.base import Batch, Sql, Statement, UniqueViolation
from boardwright.store.sql.columns import FROM_MATCHES, MATCH, columns, read, read_match
from boardwright.store.sql.query import Query

_RATING, _TALLY, _ANALYSIS = columns(Rating), columns(Tally), columns(SavedAnalysis)
_WAITING = "h.ended is not null and h.projected is null"
_LAST = "select coalesce(max(projected), 0) from heads where projected is not null"
_RATE = f"insert into ratings ({_RATING}, latest) values ($1, $2, $3, $4, $5, $6, $7, $8)"
_OUTDATE = "update ratings set latest = false where account = $1 and game = $2 and latest"
_COUNT = f"""
    insert into tallies ({_TALLY}) values ($1, $2, $3, $4, $5, $6)
    on conflict (account, game, name) do update
    set count = excluded.count, match = excluded.match, at = excluded.at
"""

_PUT_ANALYSIS = f"""
    insert into analyses ({_ANALYSIS}) values ($1, $2, $3, $4)
    on conflict (match) do update set key = excluded.key, at = excluded.at, body = excluded.body
    returning match
"""
_OLDEST_KEPT = "select at, match from analyses order by at desc, match desc limit 1 offset $1"
_DROP_ANALYSES = """
    delete from analyses where match in (
        select match from analyses where at < $1 or (at, match) <= ($2, $3) order by at, match limit $4
    ) returning match
"""


class SqlProjections(Sql):
    """The part of the port about projections and analyses."""

    # Projections

    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        sql = f"select {MATCH} {FROM_MATCHES} where {_WAITING} order by h.ended, h.match limit $1"
        return [read_match(row) for row in await self._query(sql, limit)]

    async def count_unprojected(self) -> int:
        return int((await self._query(f"select count(*) from heads h where {_WAITING}"))[0][0])

    async def cursor(self) -> int:
        return int((await self._query(_LAST))[0][0])

    async def project(self, projections: Sequence[Projection], cursor: int) -> bool:
        ratings = {(row.account, row.game): row for one in projections for row in one.ratings}
        tallies = {(row.account, row.game, row.name): row for one in projections for row in one.tallies}
        rated = [
            (*msgspec.structs.astuple(row), row is ratings[row.account, row.game])
            for one in projections
            for row in one.ratings
        ]
        batches: list[Batch] = [
            (_OUTDATE, list(ratings)),
            (_RATE, rated),
            (_COUNT, [msgspec.structs.astuple(row) for row in tallies.values()]),
        ]
        try:
            return bool(await self._write(_mark([one.match for one in projections], cursor), batches))
        except UniqueViolation:
            return False

    async def drop_projections(self) -> None:
        await self._write(
            ("update heads set projected = null where projected is not null returning match", ()),
            [("delete from ratings", [()]), ("delete from tallies", [()])],
            is_long=True,
        )

    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        query = Query("latest")
        query.where_in("account", accounts)
        query.where("game = $", game)
        rows = await self._query(f"select {_RATING} from ratings where {query} order by account, game", *query.values)
        return [read(Rating, row) for row in rows]

    async def ratings_since(self, at: int, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        query = Query("at > $", at)
        query.where_in("account", accounts)
        query.where("game = $", game)
        order = "account, game, number"
        rows = await self._query(f"select {_RATING} from ratings where {query} order by {order}", *query.values)
        return [read(Rating, row) for row in rows]

    async def rating_history(self, account: str, game: str) -> list[Rating]:
        where = "account = $1 and game = $2"
        rows = await self._query(f"select {_RATING} from ratings where {where} order by number", account, game)
        return [read(Rating, row) for row in rows]

    async def best(self, game: str, limit: int = 20) -> list[Rating]:
        where = "game = $1 and latest order by 3 * sigma - mu, account limit $2"
        rows = await self._query(f"select {_RATING} from ratings where {where}", game, limit)
        return [read(Rating, row) for row in rows]

    async def tallies(self, accounts: Sequence[str], game: str | None = None) -> list[Tally]:
        query = Query()
        query.where_in("account", accounts)
        query.where("game = $", game)
        rows = await self._query(f"select {_TALLY} from tallies where {query} order by 1, 2, 3", *query.values)
        return [read(Tally, row) for row in rows]

    # Analyses

    async def analysis(self, match: str) -> SavedAnalysis | None:
        rows = await self._query(f"select {_ANALYSIS} from analyses where match = $1", match)
        return read(SavedAnalysis, rows[0]) if rows else None

    async def put_analysis(self, analysis: SavedAnalysis) -> None:
        await self._execute(_PUT_ANALYSIS, *msgspec.structs.astuple(analysis))

    async def drop_analyses(self, before: int, most: int, limit: int = 100) -> int:
        rows = await self._query(_OLDEST_KEPT, most)
        at, match = rows[0] if rows else (-1, "")
        return await self._execute(_DROP_ANALYSES, before, at, match, limit)


def _mark(matches: Sequence[str], cursor: int) -> Statement:
    """Return the statement that numbers these matches after `cursor`: all of them, or none if one is projected."""
    query = Query()
    query.where_in("match", matches)
    places = ", ".join(f"(${n}, {cursor + n})" for n in range(1, len(matches) + 1))
    sql = f"""
        update heads set projected = w.column2 from (values {places}) as w
        where heads.match = w.column1 and ({_LAST}) = {cursor}
        and (select count(*) from heads where {query} and projected is null) = {len(matches)} returning heads.match
    """
    return sql, matches
