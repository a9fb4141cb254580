"""The store in a PostgreSQL database.

Every process has one connection that writes batches, a pool for everything else, and one connection for
each iterator of notices.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

from boardwright.store.change import Change
from boardwright.store.conflicts import WriteResult, resolve
from boardwright.store.port import StoreError
from boardwright.store.postgres.connection import (
    COMMAND_LIMIT,
    CONNECT_LIMIT,
    STORE_SETTINGS,
    connect,
    open_pool,
    prepare,
    time_limit,
    translate_errors,
)
from boardwright.store.postgres.notices import CHANNEL, LISTENER, follow_notices, messages
from boardwright.store.rows import Notice
from boardwright.store.sql.base import Batch, Statement, UniqueViolation
from boardwright.store.sql.columns import Values, writes
from boardwright.store.sql.store import SqlStore

_CONNECTIONS = 8
_TRIES = 3
_LONG_LIMIT = 3600.0
"""Seconds to wait for a transaction that changes all matches."""

_HEADS = "select match, number, revision, hash from heads where match = any($1) order by match for update"
_REQUESTS = """
    select match, request, first, last, command from requests
    join unnest($1::text[], $2::text[]) as wanted (match, request) using (match, request)
"""
_LISTENERS = "select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1"


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
        """Open the store in that database, creating or migrating its tables."""
        connection = await connect(url)
        try:
            await prepare(connection)
        finally:
            await connection.close()
        store = cls(url, await open_pool(url, _CONNECTIONS))
        await store.fill_skeletons()
        return store

    async def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        await self._group.close()
        try:
            with translate_errors():
                async with asyncio.timeout(CONNECT_LIMIT):
                    if self._writer is not None:
                        await self._writer.close()
                    await self._pool.close()
        except StoreError:
            self._pool.terminate()

    def listen(self) -> AsyncIterator[Notice]:
        return follow_notices(self._url, lambda sender: sender == self._name, self._closed)

    async def has_listeners(self) -> bool:
        return bool(await self._query(_LISTENERS, LISTENER))

    @asynccontextmanager
    async def _acquired(self, limit: float) -> AsyncIterator[Any]:
        """Lend a connection of the pool."""
        with translate_errors():
            async with self._pool.acquire(timeout=CONNECT_LIMIT) as connection:
                try:
                    with time_limit(connection, limit):
                        yield connection
                except StoreError:
                    await self._pool.expire_connections()  # the others are hardly better
                    raise

    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        async with self._acquired(COMMAND_LIMIT) as connection:
            rows: list[Values] = await connection.fetch(sql, *values)
            return rows

    async def _write(
        self,
        statement: Statement,
        batches: Sequence[Batch] = (),
        notice: Notice | None = None,
        *,
        is_long: bool = False,
    ) -> list[Values]:
        limit = _LONG_LIMIT if is_long else COMMAND_LIMIT
        async with self._acquired(limit) as connection, connection.transaction(isolation="read_committed"):
            rows: list[Values] = await connection.fetch(statement[0], *statement[1])
            for sql, values in batches if rows else ():
                await connection.executemany(sql, values)
            if notice is not None and rows:
                await self._notify(connection, [notice])
            return rows

    async def _commit(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        try:
            for _ in range(_TRIES - 1):
                # Processes that create the same match concurrently do not see each other until one has committed.
                with suppress(UniqueViolation, asyncpg.DeadlockDetectedError):
                    return await self._resolve_and_write(batch)
            return await self._resolve_and_write(batch)
        except StoreError:
            # PostgreSQL may still commit the transaction: its notice must not look like one of this process.
            self._name = secrets.token_hex(8)
            raise

    async def _resolve_and_write(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        if self._writer is None or self._writer.is_closed():
            self._writer = await connect(self._url, STORE_SETTINGS)
        connection = self._writer
        with translate_errors(), time_limit(connection, COMMAND_LIMIT):
            async with connection.transaction(isolation="read_committed"):
                # Locked in the same order everywhere, so that two batches never deadlock.
                matches = sorted({change.new.id for change in batch})
                heads = {row[0]: (row[1], row[2], row[3]) for row in await connection.fetch(_HEADS, matches)}
                repeatable = [(change.new.id, change.request) for change in batch if change.request is not None]
                found = (
                    await connection.fetch(_REQUESTS, *map(list, zip(*repeatable, strict=True))) if repeatable else ()
                )
                plan = resolve(batch, heads, {(row[0], row[1]): (row[2], row[3], row[4]) for row in found})
                for sql, rows in writes(plan):
                    await connection.executemany(sql, rows)
                await self._notify(connection, [Notice("match", row.id, row.number) for row in plan.rows.values()])
        return plan.results

    async def _notify(self, connection: Any, notices: Iterable[Notice]) -> None:
        for message in messages(self._name, notices):
            await connection.execute("select pg_notify($1, $2)", CHANNEL, message)
