"""Several workers of one server: what one has granted, the others know."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.deploy.serving import serving, until
from tests.postgres import new_database

BURST = 12


@contextmanager
def workers(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """Run a server of two workers; yield its address and the processes of the workers."""
    flags = ["--port", "0", "--workers", "2", "--bot-workers", "1", "--rate", "0.001", "--burst", str(BURST)]
    command = [sys.executable, "-m", "boardwright", "serve", *flags]
    env = {**os.environ, "BOARDWRIGHT_DB": asyncio.run(new_database()), "XDG_STATE_HOME": str(folder)}
    with serving(command, env, folder / "log") as page:
        (server,) = _children(os.getpid(), "--workers")
        yield page, _children(server, "spawn_main")


def _children(pid: int, word: str) -> list[int]:
    """Return the processes that a process has started with that word in their command lines."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in children if word in Path(f"/proc/{each}/cmdline").read_text()]


def _granted(page: str) -> int:
    """Ask until it is refused; return how often it was not."""
    for times in range(3 * BURST):
        if httpx2.get(f"{page}api/games", timeout=60).status_code == 429:
            return times
    raise AssertionError("never refused")


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
def test_a_limit_holds_for_all_workers_together(tmp_path: Path) -> None:
    with workers(tmp_path) as (page, (one, other)):
        os.kill(other, signal.SIGSTOP)
        try:
            assert _granted(page) == BURST
        finally:
            os.kill(other, signal.SIGCONT)
        os.kill(one, signal.SIGSTOP)
        try:
            assert _granted(page) == 0, "the first one has granted everything already"
        finally:
            os.kill(one, signal.SIGCONT)
        os.kill(one, signal.SIGKILL)
        ended = "a server process ended with code -9; starting another one"
        until(lambda: ended in (tmp_path / "log").read_text())
        assert _granted(page) == 0, "the limits survive it"
