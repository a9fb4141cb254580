"""Group commit: while one batch is being synced to disk the next one gathers.

Nobody waits for a timer. One change alone is written at once; under load a batch grows by itself to what
arrives during one sync.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from boardwright.store.change import Change
from boardwright.store.conflicts import Answer
from boardwright.store.port import StoreError

Waiting: TypeAlias = tuple[Change, "asyncio.Future[Answer]"]


class GroupCommit:
    """Gathers changes and hands them in batches to `write`, which answers when they are durable."""

    largest = 1000
    """How many changes one batch may have."""

    def __init__(self, write: Callable[[Sequence[Change]], Awaitable[Sequence[Answer]]]) -> None:
        self._write = write
        self._waiting: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, change: Change) -> Answer:
        """Returns when the change is durable or refused. A caller who is canceled does not stop the write."""
        if self._closed:
            raise StoreError("The store is closed; nothing was written.")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await future

    async def close(self) -> None:
        """Takes nothing more and returns when all that waits is written."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(self.largest, len(self._waiting)))]
                await self._commit(batch)
        finally:
            self._task = None

    async def _commit(self, batch: list[Waiting]) -> None:
        try:
            answers = await self._write([change for change, _ in batch])
        except StoreError as error:
            _fail(batch, error)
        except Exception as error:
            # One of them cannot be written. Alone it fails alone.
            if len(batch) == 1:
                _fail(batch, error)
            for waiting in batch if len(batch) > 1 else ():
                await self._commit([waiting])
        else:
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():
                    future.set_result(answer)


def _fail(batch: list[Waiting], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
