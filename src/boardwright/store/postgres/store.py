"""The store in a PostgreSQL database.

Every process has one connection that writes batches, a pool for everything else, and one connection for
each subscriber.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from boardwright.store.change import Change
from boardwright.store.conflicts import Answer, settle
from boardwright.store.postgres.connection import connect, open_pool, prepare, translated
from boardwright.store.postgres.notices import CHANNEL, heard, messages
from boardwright.store.rows import Notice
from boardwright.store.sql.base import Statement, Taken
from boardwright.store.sql.columns import Values, writes
from boardwright.store.sql.store import SqlStore

_CONNECTIONS = 8
_TRIES = 3

_HEADS = "select match, number, revision, hash from heads where match = any($1) order by match for update"
_REQUESTS = """
    select match, request, first, last from requests
    join unnest($1::text[], $2::text[]) as asked (match, request) using (match, request)
"""


class PostgresStore(SqlStore):
    """Open it with `await PostgresStore.open(url)`."""

    is_shared = True

    def __init__(self, url: str, pool: Any) -> None:
        super().__init__()
        self._url = url
        self._pool = pool
        self._writer: Any = None
        self._name = secrets.token_hex(8)
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """The store in that database, its tables made or brought up to date."""
        connection = await connect(url)
        try:
            await prepare(connection)
        finally:
            await connection.close()
        return cls(url, await open_pool(url, _CONNECTIONS))

    async def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        await self._group.close()
        with translated():
            if self._writer is not None:
                await self._writer.close()
            await self._pool.close()

    def listen(self) -> AsyncIterator[Notice]:
        return heard(self._url, self._name, self._closed)

    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        with translated():
            rows: list[Values] = await self._pool.fetch(sql, *values)
            return rows

    async def _write(self, statements: Sequence[Statement], notice: Notice | None = None) -> list[Values]:
        first, *others = statements
        with translated():
            async with self._pool.acquire() as connection, connection.transaction(isolation="read_committed"):
                rows: list[Values] = await connection.fetch(first[0], *first[1])
                for sql, values in others if rows else ():
                    await connection.execute(sql, *values)
                if notice is not None and rows:
                    await self._notify(connection, [notice])
                return rows

    async def _commit(self, batch: Sequence[Change]) -> Sequence[Answer]:
        for _ in range(_TRIES - 1):
            # Processes that create the same match at once do not see each other until one has committed.
            with suppress(Taken, asyncpg.DeadlockDetectedError):
                return await self._settle(batch)
        return await self._settle(batch)

    async def _settle(self, batch: Sequence[Change]) -> Sequence[Answer]:
        if self._writer is None or self._writer.is_closed():
            self._writer = await connect(self._url)
        connection = self._writer
        with translated():
            async with connection.transaction(isolation="read_committed"):
                # Locked in one order everywhere, so that two batches never wait for each other.
                matches = sorted({change.new.id for change in batch})
                heads = {row[0]: (row[1], row[2], row[3]) for row in await connection.fetch(_HEADS, matches)}
                asked = [(change.new.id, change.request) for change in batch if change.request is not None]
                found = await connection.fetch(_REQUESTS, *map(list, zip(*asked, strict=True))) if asked else ()
                plan = settle(batch, heads, {(row[0], row[1]): (row[2], row[3]) for row in found})
                for sql, rows in writes(plan):
                    await connection.executemany(sql, rows)
                await self._notify(connection, [Notice("match", row.id, row.number) for row in plan.rows.values()])
        return plan.answers

    async def _notify(self, connection: Any, notices: Iterable[Notice]) -> None:
        for message in messages(self._name, notices):
            await connection.execute("select pg_notify($1, $2)", CHANNEL, message)
