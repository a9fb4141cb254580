"""Backups of PostgreSQL databases. A repeatable-read transaction is a snapshot, and delays no writer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import asyncpg

from boardwright.store.backup.archive import BATCH, BadBackup, Row, TableHead
from boardwright.store.backup.database import Database, Restoring, Snapshot, portable, select, table_heads
from boardwright.store.port import StoreError
from boardwright.store.postgres.connection import connect, prepare, translate_errors

_COLUMNS = """
    select table_name, column_name, data_type from information_schema.columns where table_schema = 'boardwright'
    order by table_name, ordinal_position
"""


class PostgresDatabase(Database):
    """The schema `boardwright` of a database."""

    def __init__(self, url: str) -> None:
        self._url = url

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        async with self._connected() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            if not (tables := await _tables(connection)):
                raise StoreError("There are no tables of Boardwright in this database; name another one with --db.")

            async def rows(table: TableHead) -> AsyncIterator[list[Row]]:
                cursor = await connection.cursor(select(table))
                while batch := await cursor.fetch(BATCH):
                    yield [portable(table, row) for row in batch]

            yield Snapshot(await connection.fetchval("select version from schema_version"), tables, rows)

    @asynccontextmanager
    async def restoring(self, schema_version: int) -> AsyncIterator[Restoring]:
        async with self._connected() as connection, connection.transaction():
            if await _tables(connection):
                raise StoreError("The database is not empty: it has tables of Boardwright; restore into a new one.")
            await prepare(connection, schema_version)
            yield Restoring(await _tables(connection), partial(_add, connection))
            await prepare(connection)
            await connection.execute("analyze " + ", ".join(table.name for table in await _tables(connection)))

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        connection = await connect(self._url)
        try:
            with translate_errors():
                yield connection
        except asyncpg.PostgresError as error:
            raise StoreError(f"PostgreSQL refused: {error}.") from error
        finally:
            await connection.close()


async def _add(connection: Any, table: TableHead, rows: Sequence[Row]) -> None:
    try:
        await connection.copy_records_to_table(table.name, records=rows, columns=list(table.columns))
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, TypeError, ValueError) as error:
        raise BadBackup(f"The backup is damaged: {error}.") from None


async def _tables(connection: Any) -> list[TableHead]:
    return table_heads([tuple(row) for row in await connection.fetch(_COLUMNS)])
