"""Ratings and tallies in SQL: the projections of ended matches."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.store.rows import MatchRow, Projection, Rating, Tally
from boardwright.store.sql.base import Sql, Statement, UniqueViolation
from boardwright.store.sql.columns import FROM_MATCHES, MATCH, Values, read_match
from boardwright.store.sql.query import Query

_RATING = "account, game, number, match, at, mu, sigma"
_TALLY = "account, game, name, count, match, at"
_WAITING = "h.ended is not null and h.projected is null"
_NEWEST = "number = (select max(number) from ratings o where o.account = r.account and o.game = r.game)"


class SqlProjections(Sql):
    """The part of the port about projections."""

    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        sql = f"select {MATCH} {FROM_MATCHES} where {_WAITING} order by h.ended, h.match limit $1"
        return [read_match(row) for row in await self._query(sql, limit)]

    async def count_unprojected(self) -> int:
        return int((await self._query(f"select count(*) from heads h where {_WAITING}"))[0][0])

    async def cursor(self) -> int:
        return int((await self._query("select coalesce(max(projected), 0) from heads"))[0][0])

    async def project(self, projection: Projection, cursor: int) -> bool:
        mark = """
            update heads set projected = $2 where match = $1 and projected is null
            and (select coalesce(max(projected), 0) from heads) = $3 returning match
        """
        rate = f"insert into ratings ({_RATING}) values ($1, $2, $3, $4, $5, $6, $7)"
        tally = f"""
            insert into tallies ({_TALLY}) values ($1, $2, $3, $4, $5, $6)
            on conflict (account, game, name) do update
            set count = excluded.count, match = excluded.match, at = excluded.at
        """
        statements: list[Statement] = [(mark, (projection.match, cursor + 1, cursor))]
        statements += [(rate, msgspec.structs.astuple(rating)) for rating in projection.ratings]
        statements += [(tally, msgspec.structs.astuple(row)) for row in projection.tallies]
        try:
            return bool(await self._write(statements))
        except UniqueViolation:
            return False

    async def drop_projections(self) -> None:
        await self._write(
            [
                ("update heads set projected = null where projected is not null returning match", ()),
                ("delete from ratings", ()),
                ("delete from tallies", ()),
            ]
        )

    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        query = Query(_NEWEST)
        query.where_in("r.account", accounts)
        query.where("r.game = $", game)
        rows = await self._query(f"select {_RATING} from ratings r where {query} order by account, game", *query.values)
        return [_read_rating(row) for row in rows]

    async def rating_history(self, account: str, game: str) -> list[Rating]:
        where = "account = $1 and game = $2"
        rows = await self._query(f"select {_RATING} from ratings where {where} order by number", account, game)
        return [_read_rating(row) for row in rows]

    async def best(self, game: str, limit: int = 20) -> list[Rating]:
        where = f"game = $1 and {_NEWEST} order by 3 * sigma - mu, account limit $2"
        rows = await self._query(f"select {_RATING} from ratings r where {where}", game, limit)
        return [_read_rating(row) for row in rows]

    async def tallies(self, accounts: Sequence[str], game: str | None = None) -> list[Tally]:
        query = Query()
        query.where_in("account", accounts)
        query.where("game = $", game)
        rows = await self._query(f"select {_TALLY} from tallies where {query} order by 1, 2, 3", *query.values)
        return [
            Tally(account=account, game=played, name=name, count=count, match=match, at=at)
            for account, played, name, count, match, at in rows
        ]


def _read_rating(values: Values) -> Rating:
    account, game, number, match, at, mu, sigma = values
    return Rating(account=account, game=game, number=number, match=match, at=at, mu=mu, sigma=sigma)
