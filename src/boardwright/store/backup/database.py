"""The operations of a database that a backup needs: a snapshot to read from, and a transaction to restore into."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

import msgspec

from boardwright.store.backup.archive import Row, TableHead
from boardwright.store.port import StoreError


class Snapshot(NamedTuple):
    """All tables as they were at one moment, while others go on writing; `rows` yields those of a table in batches."""

    schema: int
    tables: Sequence[TableHead]
    rows: Callable[[TableHead], AsyncIterator[list[Row]]]


class Restoring(NamedTuple):
    """The transaction of a restore: the tables to fill, and `add`, which raises BadBackup if rows do not fit."""

    tables: Sequence[TableHead]
    add: Callable[[TableHead, Sequence[Row]], Awaitable[None]]


class Database(ABC):
    """A database that can be backed up and restored."""

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        """Open a consistent snapshot; raise StoreError if there is no Boardwright database."""

    @abstractmethod
    def restoring(self, schema: int) -> AbstractAsyncContextManager[Restoring]:
        """Create the tables of that version for a restore and migrate them to the newest version at its end.

        Everything is one transaction: after an error the database is as empty as before. Raises StoreError if it
        is not empty.
        """


def table_heads(columns: Sequence[tuple[str, str, str]]) -> list[TableHead]:
    """Return the tables of which these are the (table, column, type); raise StoreError for an unknown type.

    >>> table_heads([("seats", "match", "TEXT"), ("seats", "seat", "bigint")])
    [TableHead(name='seats', columns={'match': 'text', 'seat': 'bigint'})]
    """
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in columns:
        if table != "schema_version":
            found.setdefault(table, {})[column] = kind.lower()
    try:
        return [msgspec.convert({"type": "table", "name": name, "columns": found[name]}, TableHead) for name in found]
    except msgspec.ValidationError as error:
        raise StoreError(f"The database has tables that no backup can hold: {error}.") from None


def select(table: TableHead) -> str:
    """Return the query for all rows of a table."""
    return f"select {', '.join(table.columns)} from {table.name}"


def portable(table: TableHead, row: Sequence[Any]) -> Row:
    """Return a row with the same values on every database: SQLite has numbers for truth values.

    >>> portable(TableHead("m", {"private": "boolean", "created": "bigint"}), (1, 1))
    [True, 1]
    """
    kinds = table.columns.values()
    return [bool(value) if kind == "boolean" else value for kind, value in zip(kinds, row, strict=True)]
