"""The embedded stores: SQLite in a file, with one writer thread and several reader threads, and in memory.

WAL lets readers continue while the writer writes; `synchronous = full` syncs every commit to disk. Other
processes may open the same file safely, but they do not notify each other.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from boardwright.store.change import Change
from boardwright.store.conflicts import WriteResult, resolve
from boardwright.store.key import ServerKey
from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.rows import Notice
from boardwright.store.sql import schema
from boardwright.store.sql.base import Batch, Statement, UniqueViolation
from boardwright.store.sql.columns import Values, writes
from boardwright.store.sql.store import SqlStore

T = TypeVar("T")

_APPLICATION_ID = int.from_bytes(b"BWdb", "big")
_READERS = 4
_MEMORY = Path(":memory:")
"""The path of a database without a file."""
_BUSY_TIMEOUT = 30.0
"""Seconds to wait for another process that is writing."""
_PAUSE = 0.01
_CHECKPOINT = 4000
"""Pages of the write-ahead log, 16 MB, after which they are copied to the file, which takes two syncs more: a hundred
matches at once fill SQLite's usual 1000 pages with every third commit."""
_ANALYZE_AFTER, _ANALYZE_AT_CLOSE = 50_000, 1_000
"""Changes that make the planner's statistics worth collecting again, while the store is open and at its end."""
_ANALYZED_ROWS = 400
"""Rows of each index that are read for the statistics; SQLite's documentation recommends 100 to 1000."""

_HEAD_AND_DONE = """
    select h.number, h.revision, h.hash, r.first, r.last, r.command
    from heads h left join requests r on r.match = h.match and r.request = ?2 where h.match = ?1
"""
"""The head of a match, and what a request has written to it."""


class SqliteStore(SqlStore):
    """A store in one file; `await SqliteStore.open(path)` creates it if it does not exist."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._writer = ThreadPoolExecutor(1, "boardwright-writer")
        self._readers = ThreadPoolExecutor(_READERS, "boardwright-reader")
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._unanalyzed = 0
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """Open the store in that file; raise BadDatabase if it is damaged or belongs to another program."""
        store = cls(path)
        try:
            await store._run(store._writer, store._prepare)
            await store.fill_skeletons()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        await self._group.close()
        if self._unanalyzed >= _ANALYZE_AT_CLOSE:
            await self._run(self._writer, self._analyze)
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

    async def _write(
        self,
        statement: Statement,
        batches: Sequence[Batch] = (),
        notice: Notice | None = None,
        *,
        is_long: bool = False,
    ) -> list[Values]:
        def write() -> list[Values]:
            with self._transaction() as connection:
                rows: list[Values] = connection.execute(_translate(statement[0]), statement[1]).fetchall()
                for sql, values in batches if rows else ():
                    connection.executemany(_translate(sql), values)
            return rows

        return await self._run(self._writer, write)

    async def _commit(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        return await self._run(self._writer, lambda: self._resolve_and_write(batch))

    def _resolve_and_write(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        with self._transaction() as connection:
            heads, requests, cursor = {}, {}, connection.cursor()
            for change in batch:
                match, request = change.new.id, change.request
                for *head, first, last, command in cursor.execute(_HEAD_AND_DONE, (match, request)):
                    heads[match] = (head[0], head[1], head[2])
                    if first is not None and request is not None:
                        requests[match, request] = (first, last, command)
            plan = resolve(batch, heads, requests)
            for sql, rows in writes(plan):
                connection.executemany(_translate(sql), rows)
        self._unanalyzed += len(batch)
        if self._unanalyzed >= _ANALYZE_AFTER:
            self._analyze()
        return plan.results

    def _analyze(self) -> None:
        self._unanalyzed = 0
        with suppress(sqlite3.OperationalError):  # another process is writing, and may do the same
            analyze(self._connection())

    # Connections and threads

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Return the result of the work, done in a thread of the pool."""
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except sqlite3.DatabaseError as error:
            raise self._translated(error) from error
        except RuntimeError as error:
            if not self._closed.is_set():
                raise
            raise self._closed_error() from error

    def _translated(self, error: sqlite3.DatabaseError) -> Exception:
        """Return the error of the store for one of SQLite."""
        if isinstance(error, sqlite3.IntegrityError):
            return UniqueViolation(str(error))
        if isinstance(error, sqlite3.OperationalError):
            return StoreError(f"The database {self.path} cannot be used: {error}.")
        if isinstance(error, sqlite3.ProgrammingError) and self._closed.is_set():
            return self._closed_error()
        return BadDatabase(f"The database {self.path} is damaged or not a SQLite file: {error}.")

    def _closed_error(self) -> StoreError:
        return StoreError(f"The store {self.path} is closed.")

    def _connection(self) -> sqlite3.Connection:
        """Return the connection of this thread."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            # Unavailable by `close` in another thread, after this one has ended.
            connection = sqlite3.connect(self.path, _BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
            self._connections.append(connection)
            connection.execute("pragma synchronous = full")
            connection.execute(f"pragma wal_autocheckpoint = {_CHECKPOINT}")
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
        create_file(self.path)
        with self._transaction() as connection:
            version = migrate(connection, self.path)
        write_ahead(connection)
        if 0 < version < schema.VERSION:
            self._analyze()


class MemoryStore(SqliteStore):
    """A store without a file, for tests, benchmarks and experiments; the data is lost when the process ends."""

    def __init__(self) -> None:
        super().__init__(_MEMORY)
        self.key = ServerKey.random()
        self._only = sqlite3.connect(_MEMORY, isolation_level=None, check_same_thread=False)
        self._connections.append(self._only)
        _empty_database().backup(self._only)

    async def _run(self, _: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Return the result of the work, done at once: nothing waits for a disk."""
        try:
            return work()
        except sqlite3.DatabaseError as error:
            raise self._translated(error) from error

    def _connection(self) -> sqlite3.Connection:
        return self._only


@cache
def _empty_database() -> sqlite3.Connection:
    """Return a database in memory with empty tables: copying it is much faster than all migrations."""
    connection = sqlite3.connect(_MEMORY, isolation_level=None, check_same_thread=False)
    migrate(connection, _MEMORY)
    return connection


def create_file(path: Path) -> None:
    """Create an empty file that only its owner can read, unless it exists: SQLite would let everybody read it."""
    with suppress(OSError):  # SQLite reports what is wrong with the path
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def migrate(connection: sqlite3.Connection, path: Path, to: int | None = None) -> int:
    """Create or migrate the tables in the current transaction, by default to the newest version.

    Returns the version that they had before, 0 for an empty file.
    """
    version, newest = schema_version(connection, path), schema.VERSION if to is None else to
    for statement in schema.statements(version, clustered="without rowid", to=to):
        connection.execute(statement)
    if version < newest:
        connection.execute(f"pragma application_id = {_APPLICATION_ID}")
        connection.execute("create table if not exists schema_version (version bigint not null)")
        connection.execute("delete from schema_version")
        connection.execute("insert into schema_version values (?)", (newest,))
    return version


def analyze(connection: sqlite3.Connection) -> None:
    """Collect statistics for the query planner, from a sample; new connections use them."""
    connection.execute(f"pragma analysis_limit = {_ANALYZED_ROWS}")
    connection.execute("analyze")


def schema_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version, 0 for an empty file; raise BadDatabase for a file of another program."""
    (owner,) = connection.execute("pragma application_id").fetchone()
    (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if owner == 0 and tables == 0:
        return 0
    if owner != _APPLICATION_ID:
        raise BadDatabase(f"The SQLite file {path} belongs to another program; choose another path.")
    (version,) = connection.execute("select version from schema_version").fetchone()
    if reason := schema.newer(version):
        raise BadDatabase(f"The database {path} {reason}.")
    return int(version)


def write_ahead(connection: sqlite3.Connection) -> None:
    """Enable WAL, retrying while other processes use the file: SQLite's busy timeout does not cover this step."""
    deadline = monotonic() + _BUSY_TIMEOUT
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError:
            if monotonic() >= deadline:
                raise
            sleep(_PAUSE)


def _translate(sql: str) -> str:
    """Return the statement with SQLite's parameter syntax, ?1."""
    return sql.replace("$", "?")
