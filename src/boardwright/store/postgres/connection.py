"""Connections to PostgreSQL with time limits, migrations, and translation of its errors.

All tables are in the schema `boardwright`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg

from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.sql import schema
from boardwright.store.sql.base import UniqueViolation

SETTINGS = {"search_path": "boardwright", "application_name": "boardwright", "synchronous_commit": "on"}
# The locks of a process that is paused in the middle of a transaction, or waits for such a process, do not last.
STORE_SETTINGS = SETTINGS | {"idle_in_transaction_session_timeout": "4s", "lock_timeout": "6s"}
CONNECT_LIMIT = 5.0
"""Seconds to wait for a new connection."""
COMMAND_LIMIT = 8.0
"""Seconds to wait for everything that is done with one connection at a time, such as a transaction."""
_LOCK = int.from_bytes(b"boardwr", "big")
"""The advisory lock held during migrations."""
_TABLES = "select table_name from information_schema.tables where table_schema = 'boardwright'"
_GONE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InternalClientError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate asyncpg's connection errors to StoreError; errors in the values pass unchanged."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise UniqueViolation(str(error)) from None
    except asyncpg.DataError:
        raise
    except (*_GONE, asyncpg.InterfaceError) as error:
        raise StoreError(f"PostgreSQL cannot be used: {str(error) or 'no response in time'}.") from error


@contextmanager
def time_limit(connection: Any, seconds: float) -> Iterator[None]:
    """End the connection after that time, with everything that waits for it; raise StoreError then.

    asyncpg's own time limits first wait until the server has canceled the command, which a paused server never does.
    """
    is_over = False

    def end() -> None:
        nonlocal is_over
        is_over = True
        connection.terminate()

    timer = asyncio.get_running_loop().call_later(seconds, end)
    try:
        yield
    except (*_GONE, asyncpg.InterfaceError) as error:
        if is_over:
            raise StoreError(f"PostgreSQL did not respond within {seconds:g} s.") from error
        raise
    finally:
        timer.cancel()


async def connect(url: str, settings: dict[str, str] = SETTINGS) -> Any:
    """Open a connection; raise StoreError if the server cannot be reached."""
    try:
        with translate_errors():
            return await asyncpg.connect(url, timeout=CONNECT_LIMIT, server_settings=settings)
    except ValueError as error:
        raise StoreError(f"Invalid PostgreSQL URL: {error}.") from error


async def open_pool(url: str, size: int) -> Any:
    """Open a pool of up to `size` connections."""
    with translate_errors():
        return await asyncpg.create_pool(
            url, min_size=0, max_size=size, timeout=CONNECT_LIMIT, server_settings=STORE_SETTINGS
        )


async def prepare(connection: Any, to: int | None = None) -> None:
    """Create or migrate the tables, by default to the newest version.

    An advisory lock serializes processes that start together.
    """
    with translate_errors():
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1)", _LOCK)
            version, newest = await _version(connection), schema.VERSION if to is None else to
            if version == 0:
                await connection.execute("create schema if not exists boardwright")
                await connection.execute("create table schema_version (version bigint not null)")
                await connection.execute("insert into schema_version values (0)")
            for statement in schema.statements(version, to=to):
                await connection.execute(statement)
            if version < newest:
                await connection.execute("update schema_version set version = $1", newest)
            if 0 < version < newest:
                await connection.execute("analyze " + ", ".join(sorted(await _tables(connection))))


async def _tables(connection: Any) -> set[str]:
    return {row[0] for row in await connection.fetch(_TABLES)}


async def _version(connection: Any) -> int:
    """Return the schema version, 0 without tables; raise BadDatabase if they belong to another program."""
    tables = await _tables(connection)
    if not tables:
        return 0
    if "schema_version" not in tables:
        raise BadDatabase("The schema boardwright in this database belongs to another program; choose another one.")
    version = int(await connection.fetchval("select version from schema_version"))
    if reason := schema.newer(version):
        raise BadDatabase(f"This database {reason}.")
    return version
