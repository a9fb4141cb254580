"""Several workers of one server: what one has granted, the others know."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.postgres import new_database

BURST = 12


@contextmanager
def workers(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """Runs a server of two workers; yields its address and the processes of the workers."""
    flags = ["--port", "0", "--workers", "2", "--bot-workers", "1", "--rate", "0.001", "--burst", str(BURST)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "boardwright", "serve", *flags],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "BOARDWRIGHT_DB": asyncio.run(new_database()), "XDG_STATE_HOME": str(folder)},
        )
    assert process.stdout is not None
    try:
        page = ""
        while not page.startswith("page"):
            page = process.stdout.readline()
            assert page, (folder / "log").read_text()
        yield page.split()[1], _workers_of(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def _workers_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in children if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text()]


def _granted(page: str) -> int:
    """Asks until it is refused; returns how often it was not."""
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
        deadline = time.monotonic() + 60
        while "a server process ended with code -9; starting another one" not in (tmp_path / "log").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert _granted(page) == 0, "the limits survive it"
