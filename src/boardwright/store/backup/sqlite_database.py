"""Backups of SQLite files. A read transaction in WAL mode is a snapshot, and delays no writer."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote

from boardwright.store.backends.sqlite import analyze, create_file, migrate
from boardwright.store.backup.archive import BATCH, BadBackup, Row, TableHead
from boardwright.store.backup.database import Database, Restoring, Snapshot, portable, select, table_heads
from boardwright.store.port import StoreError

# SQLite keeps the planner's statistics in tables of its own; their names begin with sqlite_.
_TABLES = "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by name"


class SqliteDatabase(Database):
    """The database in one file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        if not self._path.exists():
            raise StoreError(f"There is no database {self._path}; name it with --db.")
        with self._connected() as connection:
            connection.execute("pragma query_only = on")
            connection.execute("begin")
            if ("schema_version",) not in connection.execute(_TABLES).fetchall():
                raise StoreError(f"{self._path} is not a database of Boardwright; name one with --db.")

            async def rows(table: TableHead) -> AsyncIterator[list[Row]]:
                found = connection.execute(select(table))
                while batch := found.fetchmany(BATCH):
                    yield [portable(table, row) for row in batch]

            (version,) = connection.execute("select version from schema_version").fetchone()
            yield Snapshot(version, _tables(connection), rows)

    @asynccontextmanager
    async def restoring(self, schema_version: int) -> AsyncIterator[Restoring]:
        is_new = not self._path.exists()
        try:
            create_file(self._path)
            with self._connected() as connection:
                connection.execute("begin immediate")
                if connection.execute(_TABLES).fetchall():
                    raise StoreError(f"The database {self._path} is not empty; restore into a new one.")
                migrate(connection, self._path, schema_version)
                yield Restoring(_tables(connection), partial(_add, connection))
                migrate(connection, self._path)
                analyze(connection)
                connection.execute("commit")
        except BaseException:
            if is_new:
                self._path.unlink(missing_ok=True)
            raise

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            uri = f"file:{quote(str(self._path))}?mode=rw"
            with closing(sqlite3.connect(uri, timeout=30, isolation_level=None, uri=True)) as connection:
                connection.execute("pragma synchronous = full")
                yield connection
        except sqlite3.Error as error:
            raise StoreError(f"The database {self._path} cannot be used: {error}.") from error


async def _add(connection: sqlite3.Connection, table: TableHead, rows: Sequence[Row]) -> None:
    places = ", ".join("?" * len(table.columns))
    sql = f"insert into {table.name} ({', '.join(table.columns)}) values ({places})"
    try:
        connection.executemany(sql, rows)
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError) as error:
        raise BadBackup(f"The backup is damaged: {error}.") from None


def _tables(connection: sqlite3.Connection) -> list[TableHead]:
    names = [name for (name,) in connection.execute(_TABLES)]
    return table_heads(
        [(name, row[1], row[2]) for name in names for row in connection.execute(f"pragma table_info({name})")]
    )
