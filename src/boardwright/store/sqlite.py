"""The embedded store: one SQLite file, one writing thread, readers beside it.

WAL lets readers go on while the writer writes; `synchronous = full` makes every commit reach the disk. Other
processes may open the same file safely, but they do not hear of each other.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from boardwright.store.change import Change
from boardwright.store.conflicts import Answer, settle
from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.rows import Notice
from boardwright.store.sql import schema
from boardwright.store.sql.base import Statement, Taken
from boardwright.store.sql.columns import Values, writes
from boardwright.store.sql.store import SqlStore

T = TypeVar("T")

_OURS = int.from_bytes(b"BWdb", "big")
_READERS = 4
_PATIENCE = 30.0
"""How many seconds to wait for another process that is writing."""
_PAUSE = 0.01

_HEAD = "select number, revision, hash from heads where match = ?"
_SPAN = "select first, last from requests where match = ? and request = ?"


class SqliteStore(SqlStore):
    """A store in one file; `await SqliteStore.open(path)` makes it if it is not there."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._writer = ThreadPoolExecutor(1, "boardwright-writer")
        self._readers = ThreadPoolExecutor(_READERS, "boardwright-reader")
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """The store in that file; BadDatabase if the file is damaged or not ours."""
        store = cls(path)
        try:
            await store._run(store._writer, store._prepare)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        await self._group.close()
        for pool in (self._readers, self._writer):
            await asyncio.to_thread(pool.shutdown)
        for connection in self._connections:
            connection.close()

    async def listen(self) -> AsyncIterator[Notice]:
        yield Notice("missed")
        await self._closed.wait()

    # Statements

    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        def fetch() -> list[Values]:
            return self._connection().execute(_translate(sql), values).fetchall()

        return await self._run(self._readers, fetch)

    async def _write(self, statements: Sequence[Statement], notice: Notice | None = None) -> list[Values]:
        def write() -> list[Values]:
            with self._transaction() as connection:
                first, *others = statements
                rows: list[Values] = connection.execute(_translate(first[0]), first[1]).fetchall()
                for sql, values in others if rows else ():
                    connection.execute(_translate(sql), values)
            return rows

        return await self._run(self._writer, write)

    async def _commit(self, batch: Sequence[Change]) -> Sequence[Answer]:
        return await self._run(self._writer, lambda: self._settle(batch))

    def _settle(self, batch: Sequence[Change]) -> Sequence[Answer]:
        with self._transaction() as connection:
            heads, requests = {}, {}
            for change in batch:
                match, request = change.new.id, change.request
                if match not in heads:
                    for head in connection.execute(_HEAD, (match,)):
                        heads[match] = head
                if request is not None:
                    for span in connection.execute(_SPAN, (match, request)):
                        requests[match, request] = span
            plan = settle(batch, heads, requests)
            for sql, rows in writes(plan):
                connection.executemany(_translate(sql), rows)
        return plan.answers

    # Connections and threads

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except sqlite3.IntegrityError as error:
            raise Taken(str(error)) from None
        except sqlite3.OperationalError as error:
            raise StoreError(f"The database {self.path} does not answer: {error}.") from error
        except sqlite3.DatabaseError as error:
            raise BadDatabase(f"The database {self.path} is damaged or no SQLite file: {error}.") from error
        except RuntimeError as error:
            if not self._closed.is_set():
                raise
            raise StoreError(f"The store {self.path} is closed.") from error

    def _connection(self) -> sqlite3.Connection:
        """This thread's own connection."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            # Unavailable by `close` in another thread, after this one has ended.
            connection = sqlite3.connect(self.path, _PATIENCE, isolation_level=None, check_same_thread=False)
            self._connections.append(connection)
            connection.execute("pragma synchronous = full")
            self._own.connection = connection
        return connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection()
        connection.execute("begin immediate")
        try:
            yield connection
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise

    def _prepare(self) -> None:
        with self._transaction() as connection:
            version = self._version(connection)
            for statement in schema.statements(version, clustered="without rowid"):
                connection.execute(statement)
            if version < schema.VERSION:
                connection.execute(f"pragma application_id = {_OURS}")
                connection.execute("create table if not exists schema_version (version bigint not null)")
                connection.execute("delete from schema_version")
                connection.execute("insert into schema_version values (?)", (schema.VERSION,))
        write_ahead(connection)

    def _version(self, connection: sqlite3.Connection) -> int:
        """The version of the tables, 0 in an empty file; BadDatabase for a file of another program."""
        (owner,) = connection.execute("pragma application_id").fetchone()
        (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
        if owner == 0 and tables == 0:
            return 0
        if owner != _OURS:
            raise BadDatabase(f"The SQLite file {self.path} belongs to another program; choose another path.")
        (version,) = connection.execute("select version from schema_version").fetchone()
        if reason := schema.newer(version):
            raise BadDatabase(f"The database {self.path} {reason}.")
        return int(version)


def write_ahead(connection: sqlite3.Connection) -> None:
    """Asks for WAL until it is granted: for this one step SQLite itself does not wait until others leave the file."""
    until = monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError:
            if monotonic() >= until:
                raise
            sleep(_PAUSE)


def _translate(sql: str) -> str:
    """SQLite writes numbered parameters ?1."""
    return sql.replace("$", "?")
