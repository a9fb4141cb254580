"""Claims of bot turns in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.store.sql.base import Sql
from boardwright.store.sql.query import Query

_CLAIM = """
    insert into bot_claims (match, number, owner, until) values ($1, $2, $3, $4)
    on conflict (match) do update set number = excluded.number, owner = excluded.owner, until = excluded.until
    where bot_claims.owner = excluded.owner or bot_claims.number < excluded.number or bot_claims.until <= $5
    returning match
"""
_RENEWED_AT_ONCE = 500
"""How many matches one statement may name; databases limit the number of parameters."""


class SqlClaims(Sql):
    """The part of the port about bot turns."""

    async def claim(self, match: str, number: int, owner: str, *, now: int, until: int) -> bool:
        return await self._execute(_CLAIM, match, number, owner, until, now)

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
