"""The operations that SQLite and PostgreSQL implement differently, and group commit.

Statements use parameters $1, $2, ... and SQL that both support.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from boardwright.store.change import Change
from boardwright.store.conflicts import WriteResult
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Notice
from boardwright.store.sql.columns import Values
from boardwright.store.text_checks import is_storable

Statement: TypeAlias = tuple[str, Values]
Batch: TypeAlias = tuple[str, Sequence[Values]]
"""A statement with the values of each of its executions."""
Pending: TypeAlias = tuple[Change, "asyncio.Future[WriteResult]"]


class UniqueViolation(Exception):
    """A unique value exists already; nothing was written."""


class GroupCommit:
    """Pass changes in batches to `write`, which returns when they are durable.

    While one batch is synced to disk, the next one accumulates. There is no timer: a single change is written at
    once; under load a batch grows to what arrives during one sync.
    """

    largest = 1000
    """The maximum number of changes in one batch."""

    def __init__(self, write: Callable[[Sequence[Change]], Awaitable[Sequence[WriteResult]]]) -> None:
        self._write = write
        self._pending: deque[Pending] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, change: Change) -> WriteResult:
        """Return when the change is durable or rejected. Canceling the caller does not cancel the write."""
        if self._closed:
            raise StoreError("The store is closed; nothing was written.")
        future: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        self._pending.append((change, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await future

    async def close(self) -> None:
        """Reject new changes and return when the pending ones are written."""
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


class Sql(Store):
    """A store with an SQL database."""

    def __init__(self) -> None:
        self._group = GroupCommit(self._commit)

    @abstractmethod
    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        """Return the rows of a query."""

    @abstractmethod
    async def _write(
        self,
        statement: Statement,
        batches: Sequence[Batch] = (),
        notice: Notice | None = None,
        *,
        is_long: bool = False,
    ) -> list[Values]:
        """Execute a statement, then the batches, in one durable transaction; return the rows of the statement.

        The statement has a `returning` clause; if it returns no row, nothing is written. A transaction that is not
        long has a time limit where the database may stop to respond. Raises UniqueViolation.
        """

    @abstractmethod
    async def _commit(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        """Resolve a batch and make it durable, in one transaction."""

    async def _query(self, sql: str, *values: object) -> list[Values]:
        """Return the rows of a query; none if a value cannot be stored at all."""
        return await self._fetch(sql, values) if _are_storable(values) else []

    async def _execute(self, sql: str, *values: object, notice: Notice | None = None) -> int:
        """Execute a statement with `returning`; return how many rows it wrote."""
        try:
            return len(await self._write((sql, values), notice=notice)) if _are_storable(values) else 0
        except UniqueViolation:
            return 0


def _are_storable(values: Values) -> bool:
    return all(is_storable(value) for value in values if isinstance(value, str))
