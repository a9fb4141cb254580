"""Digests of positions in SQL: a column of their entries."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.store.sql.base import Sql

_PUT = "update entries set digest = $3 where match = $1 and number = $2"


class SqlDigests(Sql):
    """The part of the port about digests."""

    async def digests(self, match: str) -> dict[int, str]:
        sql = "select number, digest from entries where match = $1 and digest is not null order by number"
        return {int(number): str(digest) for number, digest in await self._query(sql, match)}

    async def put_digests(self, match: str, digests: Mapping[int, str]) -> None:
        found = ("select match from heads where match = $1", (match,))
        await self._write(found, [(_PUT, [(match, number, digest) for number, digest in digests.items()])])
