"""Background tasks of the server: a failure of one is logged, counted, and stops no other."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from boardwright.store.port import StoreError
from boardwright.store.rows import log_id
from boardwright.table.rules_watch import RulesTimeout

log = logging.getLogger("boardwright.table")

RESTART = 1.0
"""Seconds before a task that has failed is started again."""


class Background:
    """The background tasks of one process; `failures` counts the errors of each task by its name.

    >>> async def run() -> Counter[str]:
    ...     background = Background()
    ...     async def fail() -> None:
    ...         raise KeyError("rules")
    ...     background.start("ratings", fail())
    ...     await asyncio.sleep(0)
    ...     await background.close()
    ...     return background.failures
    >>> logging.disable(); asyncio.run(run()); logging.disable(logging.NOTSET)
    Counter({'ratings': 1})
    """

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        self._failed_in: set[tuple[str, str]] = set()
        """The tasks that have failed in a match."""
        self._tasks: set[asyncio.Task[None]] = set()

    def supervise(self, name: str, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a task for as long as the process, starting it again after errors such as a lost database."""
        self.failures[name] += 0  # the metric is there before the first error
        self._run(self._supervise(name, task))

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run some work once; whoever keeps the task can cancel it."""
        return self._run(self._guard(name, work))

    def failed(self, name: str, error: BaseException, what: str) -> None:
        """Count an error and log it; one of the store needs no traceback."""
        self.failures[name] += 1
        log.error("%s: %s", what, error, exc_info=None if isinstance(error, StoreError) else error)

    def failed_in(self, name: str, match: str, error: BaseException) -> None:
        """Count an error in one match, and log it once for each match."""
        if (name, match) in self._failed_in:
            self.failures[name] += 1
        else:
            self._failed_in.add((name, match))
            self.failed(name, error, f"{name} failed in match {log_id(match)}; further failures in it are not logged")

    async def close(self) -> None:
        """Stop all tasks."""
        running = tuple(self._tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _supervise(self, name: str, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await task()
                return
            except (Exception, RulesTimeout) as error:
                self.failed(name, error, f"background task {name} failed; restarting in {RESTART:g} s")
                await asyncio.sleep(RESTART)

    async def _guard(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Exception, RulesTimeout) as error:
            self.failed(name, error, f"background task {name} failed")
