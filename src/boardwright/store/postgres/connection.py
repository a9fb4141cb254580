"""Connections to PostgreSQL, the tables they find, and what their errors mean here.

All tables lie in the schema `boardwright`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg

from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.sql import schema
from boardwright.store.sql.base import Taken

SETTINGS = {"search_path": "boardwright", "application_name": "boardwright", "synchronous_commit": "on"}
_LOCK = int.from_bytes(b"boardwr", "big")
"""The number of the advisory lock under which tables are made."""
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
def translated() -> Iterator[None]:
    """Turns what asyncpg raises into what the port promises; mistakes in the values stay what they are."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise Taken(str(error)) from None
    except asyncpg.DataError:
        raise
    except (*_GONE, asyncpg.InterfaceError) as error:
        raise StoreError(f"PostgreSQL does not answer: {error}.") from error


async def connect(url: str) -> Any:
    """One connection of its own; StoreError if there is nobody."""
    try:
        with translated():
            return await asyncpg.connect(url, server_settings=SETTINGS)
    except ValueError as error:
        raise StoreError(f"That is no address of a PostgreSQL database: {error}.") from error


async def open_pool(url: str, size: int) -> Any:
    """Up to `size` connections for short work."""
    with translated():
        return await asyncpg.create_pool(url, min_size=1, max_size=size, server_settings=SETTINGS)


async def prepare(connection: Any) -> None:
    """Makes the tables or brings them up to date; processes that start together wait for each other here."""
    with translated():
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
    """The version of the tables, 0 without any; BadDatabase if they are not ours."""
    tables = {row[0] for row in await connection.fetch(_TABLES)}
    if not tables:
        return 0
    if "schema_version" not in tables:
        raise BadDatabase("The schema boardwright in this database belongs to another program; choose another one.")
    version = int(await connection.fetchval("select version from schema_version"))
    if reason := schema.newer(version):
        raise BadDatabase(f"This database {reason}.")
    return version
