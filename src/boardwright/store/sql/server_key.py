"""The fingerprint of the server key in SQL."""

from __future__ import annotations

from boardwright.store.sql.base import Sql

_BIND = "insert into server_key (id, fingerprint) values (1, $1) on conflict (id) do {otherwise} returning id"


class SqlServerKey(Sql):
    """The part of the port about the server key."""

    async def key_fingerprint(self) -> str | None:
        rows = await self._query("select fingerprint from server_key")
        return str(rows[0][0]) if rows else None

    async def bind_key(self, fingerprint: str, *, replace: bool = False) -> None:
        otherwise = "update set fingerprint = excluded.fingerprint" if replace else "nothing"
        await self._execute(_BIND.format(otherwise=otherwise), fingerprint)
