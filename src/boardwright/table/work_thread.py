"""A thread for work that would hold up the event loop: replaying records and long logs, compiling custom cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from boardwright.table.rules_watch import interruptible

P = ParamSpec("P")
R = TypeVar("R")


class WorkThread:
    """A thread for one function after the other, so that however many are asked for take half of the interpreter.

    The functions must be pure: they share caches with the event loop, and nothing else. Rules that take too long are
    interrupted there, too (`rules_watch`).

    >>> async def work():
    ...     thread = WorkThread()
    ...     return await thread.run(sum, (1, 2))
    >>> asyncio.run(work())
    3
    """

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "boardwright-work")

    async def run(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the result of the function, or raise its error."""
        work = partial(interruptible, partial(function, *args, **kwargs))
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    def close(self) -> None:
        """End the thread after the function that is running."""
        self._executor.shutdown(wait=False, cancel_futures=True)
