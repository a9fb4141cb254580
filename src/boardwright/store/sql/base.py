"""How SQL reaches a database: the few things that SQLite and PostgreSQL do each in its own way.

Parameters are written $1, $2, ... in SQL that both understand.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeAlias

from boardwright.store.change import Change
from boardwright.store.conflicts import Answer
from boardwright.store.group_commit import GroupCommit
from boardwright.store.port import Store
from boardwright.store.rows import Notice
from boardwright.store.sql.columns import Values
from boardwright.store.validation import is_storable

Statement: TypeAlias = tuple[str, Values]


class Taken(Exception):
    """A value that must be unique is there already; nothing was written."""


class Sql(Store):
    """A store that speaks SQL."""

    def __init__(self) -> None:
        self._group = GroupCommit(self._commit)

    @abstractmethod
    async def _fetch(self, sql: str, values: Values) -> list[Values]:
        """The rows of a query."""

    @abstractmethod
    async def _write(self, statements: Sequence[Statement], notice: Notice | None = None) -> list[Values]:
        """Runs statements in one durable transaction and returns the rows of the first.

        The first has a `returning` clause; when it returns nothing, nothing is written. Raises Taken.
        """

    @abstractmethod
    async def _commit(self, batch: Sequence[Change]) -> Sequence[Answer]:
        """Settles a batch and makes it durable, in one transaction."""

    async def _ask(self, sql: str, *values: object) -> list[Values]:
        """A query; a text that no row can hold finds none."""
        return await self._fetch(sql, values) if _are_storable(values) else []

    async def _did(self, sql: str, *values: object) -> bool:
        """Whether a single statement wrote something."""
        try:
            return _are_storable(values) and bool(await self._write([(sql, values)]))
        except Taken:
            return False

    async def check(self) -> None:
        await self._fetch("select 1", ())


def _are_storable(values: Values) -> bool:
    return all(is_storable(value) for value in values if isinstance(value, str))
