"""The operations that SQLite and PostgreSQL implement differently.

Statements use parameters $1, $2, ... and SQL that both support.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeAlias

from boardwright.store.change import Change
from boardwright.store.conflicts import WriteResult
from boardwright.store.group_commit import GroupCommit
from boardwright.store.port import Store
from boardwright.store.rows import Notice
from boardwright.store.sql.columns import Values
from boardwright.store.text_checks import is_storable

Statement: TypeAlias = tuple[str, Values]
Batch: TypeAlias = tuple[str, Sequence[Values]]
"""A statement with the values of each of its executions."""


class UniqueViolation(Exception):
    """A unique value exists already; nothing was written."""


class Sql(Store):
    """A store with an SQL database."""

    def __init__(self) -> None:
        self._group = GroupCommit(self._commit)

    @abstractmethod
    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        """Returns the rows of a query."""

    @abstractmethod
    async def _write(
        self,
        statement: Statement,
        batches: Sequence[Batch] = (),
        notice: Notice | None = None,
        *,
        is_long: bool = False,
    ) -> list[Values]:
        """Executes a statement, then the batches, in one durable transaction; returns the rows of the statement.

        The statement has a `returning` clause; if it returns no row, nothing is written. A transaction that is not
        long has a time limit where the database may stop to respond. Raises UniqueViolation.
        """

    @abstractmethod
    async def _commit(self, batch: Sequence[Change]) -> Sequence[WriteResult]:
        """Resolves a batch and makes it durable, in one transaction."""

    async def _query(self, sql: str, *values: object) -> list[Values]:
        """Returns the rows of a query; none if a value cannot be stored at all."""
        return await self._fetch(sql, values) if _are_storable(values) else []

    async def _execute(self, sql: str, *values: object) -> bool:
        """Executes a statement with `returning`; returns whether it wrote a row."""
        try:
            return _are_storable(values) and bool(await self._write((sql, values)))
        except UniqueViolation:
            return False


def _are_storable(values: Values) -> bool:
    return all(is_storable(value) for value in values if isinstance(value, str))
