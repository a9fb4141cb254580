"""Connections to PostgreSQL, migrations, and translation of its errors.

All tables are in the schema `boardwright`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg

from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.sql import schema
from boardwright.store.sql.base import UniqueViolation

SETTINGS = {"search_path": "boardwright", "application_name": "boardwright", "synchronous_commit": "on"}
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
)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translates asyncpg's connection errors to StoreError; errors in the values pass unchanged."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise UniqueViolation(str(error)) from None
    except asyncpg.DataError:
        raise
    except (*_GONE, asyncpg.InterfaceError) as error:
        raise StoreError(f"PostgreSQL does not respond: {error}.") from error


async def connect(url: str) -> Any:
    """Opens a connection; raises StoreError if the server cannot be reached."""
    try:
        with translate_errors():
            return await asyncpg.connect(url, server_settings=SETTINGS)
    except ValueError as error:
        raise StoreError(f"Invalid PostgreSQL URL: {error}.") from error


async def open_pool(url: str, size: int) -> Any:
    """Opens a pool of up to `size` connections."""
    with translate_errors():
        return await asyncpg.create_pool(url, min_size=1, max_size=size, server_settings=SETTINGS)


async def prepare(connection: Any) -> None:
    """Creates or migrates the tables; an advisory lock serializes processes that start together."""
    with translate_errors():
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1)", _LOCK)
            version = await _version(connection)
            if version == 0:
                await connection.execute("create schema if not exists boardwright")
                await connection.execute("create table schema_version (version bigint not null)")
                await connection.execute("insert into schema_version values (0)")
            for statement in schema.statements(version):
                await connection.execute(statement)
            if version < schema.VERSION:
                await connection.execute("update schema_version set version = $1", schema.VERSION)


async def _version(connection: Any) -> int:
    """Returns the schema version, 0 without tables; raises BadDatabase if they belong to another program."""
    tables = {row[0] for row in await connection.fetch(_TABLES)}
    if not tables:
        return 0
    if "schema_version" not in tables:
        raise BadDatabase("The schema boardwright in this database belongs to another program; choose another one.")
    version = int(await connection.fetchval("select version from schema_version"))
    if reason := schema.newer(version):
        raise BadDatabase(f"This database {reason}.")
    return version
