"""The store in a PostgreSQL database.

Every process has one connection that writes batches, a pool for everything else, and one connection for
each iterator of notices.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from boardwright.store.change import Change
from boardwright.store.conflicts import WriteResult, resolve
from boardwright.store.postgres.connection import connect, open_pool, prepare, translate_errors
from boardwright.store.postgres.notices import CHANNEL, follow_notices, messages
from boardwright.store.rows import Notice
from boardwright.store.sql.base import Statement, UniqueViolation
from boardwright.store.sql.columns import Values, writes
from boardwright.store.sql.store import SqlStore

_CONNECTIONS = 8
_TRIES = 3

_HEADS = "select match, number, revision, hash from heads where match = any($1) order by match for update"
_REQUESTS = """
    select match, request, first, last from requests
    join unnest($1::text[], $2::text[]) as wanted (match, request) using (match, request)
"""


class PostgresStore(SqlStore):
    """Open it with `await PostgresStore.open(url)`."""

    def __init__(self, url: str, pool: Any) -> None:
        super().__init__()
        self._url = url
        self._pool = pool
        self._writer: Any = None
        self._name = secrets.token_hex(8)
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """Opens the store in that database, creating or migrating its tables."""
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
        with translate_errors():
            if self._writer is not None:
                await self._writer.close()
            await self._pool.close()

    def listen(self) -> AsyncIterator[Notice]:
        return follow_notices(self._url, self._name, self._closed)

    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        with translate_errors():
            rows: list[Values] = await self._pool.fetch(sql, *values)
            return rows

    async def _write(self, statements: Sequence[Statement], notice: Notice | None = None) -> list[Values]:
        first, *others = statements
        with translate_errors():
            async with self._pool.acquire() as connection, connection.transaction(isolation="read_committed"):
                rows: list[Values] = await connection.fetch(first[0], *first[1])
                for sql, values in others if rows else ():
                    await connection.execute(sql, *values)
                if notice is not None and rows:
                    await self._notify(connection, [notice])
                return rows

    async def _commit(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        for _ in range(_TRIES - 1):
            # Processes that create the same match concurrently do not see each other until one has committed.
            with suppress(UniqueViolation, asyncpg.DeadlockDetectedError):
                return await self._resolve_and_write(batch)
        return await self._resolve_and_write(batch)

    async def _resolve_and_write(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        if self._writer is None or self._writer.is_closed():
            self._writer = await connect(self._url)
        connection = self._writer
        with translate_errors():
            async with connection.transaction(isolation="read_committed"):
                # Locked in the same order everywhere, so that two batches never deadlock.
                matches = sorted({change.new.id for change in batch})
                heads = {row[0]: (row[1], row[2], row[3]) for row in await connection.fetch(_HEADS, matches)}
                repeatable = [(change.new.id, change.request) for change in batch if change.request is not None]
                found = (
                    await connection.fetch(_REQUESTS, *map(list, zip(*repeatable, strict=True))) if repeatable else ()
                )
                plan = resolve(batch, heads, {(row[0], row[1]): (row[2], row[3]) for row in found})
                for sql, rows in writes(plan):
                    await connection.executemany(sql, rows)
                await self._notify(connection, [Notice("match", row.id, row.number) for row in plan.rows.values()])
        return plan.results

    async def _notify(self, connection: Any, notices: Iterable[Notice]) -> None:
        for message in messages(self._name, notices):
            await connection.execute("select pg_notify($1, $2)", CHANNEL, message)
