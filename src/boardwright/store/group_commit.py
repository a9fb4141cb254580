"""Group commit: while one batch is synced to disk, the next one accumulates.

There is no timer. A single change is written at once; under load a batch grows to what arrives during one sync.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from boardwright.store.change import Change
from boardwright.store.conflicts import WriteResult
from boardwright.store.port import StoreError

Pending: TypeAlias = tuple[Change, "asyncio.Future[WriteResult]"]


class GroupCommit:
    """Collects changes and passes them in batches to `write`, which returns when they are durable."""

    largest = 1000
    """The maximum number of changes in one batch."""

    def __init__(self, write: Callable[[Sequence[Change]], Awaitable[Sequence[WriteResult]]]) -> None:
        self._write = write
        self._pending: deque[Pending] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, change: Change) -> WriteResult:
        """Returns when the change is durable or rejected. Canceling the caller does not cancel the write."""
        if self._closed:
            raise StoreError("The store is closed; nothing was written.")
        future: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        self._pending.append((change, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await future

    async def close(self) -> None:
        """Rejects new changes and returns when the pending ones are written."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            while self._pending:
                batch = [self._pending.popleft() for _ in range(min(self.largest, len(self._pending)))]
                await self._commit(batch)
        finally:
            self._task = None

    async def _commit(self, batch: list[Pending]) -> None:
        try:
            results = await self._write([change for change, _ in batch])
        except StoreError as error:
            _fail(batch, error)
        except Exception as error:
            # One change cannot be written. Written one by one, only that one fails.
            if len(batch) == 1:
                _fail(batch, error)
            for pending in batch if len(batch) > 1 else ():
                await self._commit([pending])
        else:
            for (_, future), result in zip(batch, results, strict=True):
                if not future.done():
                    future.set_result(result)


def _fail(batch: list[Pending], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
