"""A bot that thinks for long is shown at its seat, and no bot takes the first move from a person."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.page.conftest import Server
from tests.page.driver import Driver

THINKING = "document.querySelector('.thinking[data-seat=\"0\"]').textContent"


@contextmanager
def stopped_workers(server: Server) -> Iterator[None]:
    """Stops the bot workers of the server meanwhile."""
    tasks = Path(f"/proc/{server.process.pid}/task").iterdir()
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    workers = {int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}
    assert workers, "no bot has moved yet"
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGCONT)


def test_a_bot_that_thinks_for_long_is_shown(visit: Callable[..., Any], server: Server) -> None:
    driver = Driver(visit(), 1)
    duel = driver.sit(game="mage_duel", players=["me", "random"])
    driver.sit(game="deblockle", players=["random", "me"])
    driver.page.wait_for_function("() => document.querySelectorAll('#log li').length > 0")
    opened = [entry["seat"] for entry in driver.ask("GET", f"/matches/{duel}")["log"]]
    assert 1 not in opened, "a bot leaves the first move to a person who may make it"
    with stopped_workers(server):
        driver.sit(game="deblockle", players=["level6", "me"])
        driver.page.wait_for_function(f"() => /^thinking, [1-9][0-9]* s$/.test({THINKING})")
    driver.page.wait_for_function(f"() => {THINKING} === ''")
    driver.page.wait_for_function("() => document.querySelectorAll('#log li').length > 0")
    assert driver.page.errors == []
