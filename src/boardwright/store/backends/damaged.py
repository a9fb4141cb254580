"""Reading a SQLite file with damaged pages: every row that can still be reached.

A damaged page makes SQLite refuse each query that meets it. So rows are read along their keys in small steps; where a
step fails, the next readable key behind the damage is searched.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from boardwright.store.backends.sqlite import schema_version
from boardwright.store.port import BadDatabase, StoreError

Row: TypeAlias = tuple[Any, ...]

_STEP = 500
_LAST_ROW = 2**62
_TYPES = {"text": (str,), "bigint": (int,), "boolean": (int,), "double precision": (float, int)}


class DamagedTable(NamedTuple):
    """A table: its columns with their types, and its primary key if it is stored in the order of that."""

    name: str
    columns: Mapping[str, str]
    order: tuple[str, ...]

    def fits(self, row: Row) -> bool:
        """True if the values have the types of the columns; others come from pages with foreign content."""
        return all(
            value is None or isinstance(value, _TYPES.get(kind, (object,)))
            for kind, value in zip(self.columns.values(), row, strict=True)
        )


class DamagedFile:
    """The readable rows of a file; `damaged` names the tables of which some rows could not be read."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.damaged: set[str] = set()
        try:
            self.schema = schema_version(connection, path)
            self.tables = {table.name: table for table in _tables(connection)}
        except (sqlite3.DatabaseError, TypeError) as error:
            raise BadDatabase(
                f"The first pages of {path} are damaged ({error}), so nothing can be found in it; restore a backup."
            ) from error

    def rows(self, table: DamagedTable, keys: Mapping[str, Sequence[str]]) -> Iterator[Row]:
        """Yields the readable rows, some of them perhaps twice.

        Of a table in the order of its primary key, those whose first column is one of its `keys`.
        """
        for row in self._ordered(table, keys[table.order[0]]) if table.order else self._by_number(table):
            if table.fits(row):
                yield row
            else:
                self.damaged.add(table.name)

    def _ordered(self, table: DamagedTable, keys: Sequence[str]) -> Iterator[Row]:
        """Reads the rows of each key forward and, if that fails on the way, backward."""
        first, second = table.order[:2]
        for key in keys:
            for direction in ("asc", "desc"):
                order = f"where {first} = ? order by {second} {direction}"
                try:
                    yield from self._connection.execute(
                        f"select {', '.join(table.columns)} from {table.name} {order}", (key,)
                    )
                    break
                except sqlite3.DatabaseError:
                    self.damaged.add(table.name)

    def _by_number(self, table: DamagedTable) -> Iterator[Row]:
        """Reads the rows by their internal number."""
        start, limit = 0, _STEP
        while True:
            try:
                rows = self._from(table, start, limit)
            except sqlite3.DatabaseError:
                self.damaged.add(table.name)
                if limit > 1:
                    limit = 1
                    continue
                if (found := self._behind(table, start)) is None:
                    return
                start = found
                continue
            if not rows:
                return
            yield from (row[1:] for row in rows)
            start = rows[-1][0] + 1

    def _behind(self, table: DamagedTable, start: int) -> int | None:
        """Returns the next number from which rows can be read; None if there is none."""
        step = 1
        while not self._is_readable(table, start + step):
            step *= 2
            if step > _LAST_ROW:
                return None
        low, high = start + step // 2, start + step
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._is_readable(table, middle) else (middle, high)
        return high

    def _is_readable(self, table: DamagedTable, start: int) -> bool:
        try:
            self._from(table, start, 1)
        except sqlite3.DatabaseError:
            return False
        return True

    def _from(self, table: DamagedTable, start: int, limit: int) -> list[Row]:
        columns = ", ".join(table.columns)
        sql = f"select rowid, {columns} from {table.name} where rowid >= ? order by rowid limit ?"
        return self._connection.execute(sql, (start, limit)).fetchall()


@contextmanager
def damaged_copy(path: Path) -> Iterator[DamagedFile]:
    """Opens a copy of the file, so that the file itself stays as it is; raises StoreError."""
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    with TemporaryDirectory(prefix="boardwright-") as folder:
        for name in (path.name, f"{path.name}-wal"):
            if (source := path.with_name(name)).exists():
                shutil.copyfile(source, Path(folder) / name)
        with closing(sqlite3.connect(Path(folder) / path.name, isolation_level=None)) as connection:
            connection.execute("pragma cell_size_check = on")
            connection.text_factory = _decode
            yield DamagedFile(path, connection)


def check_pages(path: Path) -> None:
    """Reads every page of a SQLite file; raises BadDatabase if one is damaged."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            faults = [fault for (fault,) in connection.execute("pragma quick_check(1)")]
    except sqlite3.DatabaseError as error:
        faults = [str(error)]
    if faults != ["ok"]:
        raise BadDatabase(f"The database {path} has damaged pages: {' '.join(faults[0].split())}.")


def _decode(text: bytes) -> str | bytes:
    """Returns a text; bytes if it is none, which fit no column."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def _tables(connection: sqlite3.Connection) -> Iterator[DamagedTable]:
    sql = "select name, sql from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by name"
    for name, definition in connection.execute(sql).fetchall():
        columns = connection.execute(f"pragma table_info({name})").fetchall()
        keys = sorted((column[5], column[1]) for column in columns if column[5])
        order = tuple(key for _, key in keys) if definition.lower().endswith("without rowid") else ()
        yield DamagedTable(name, {column[1]: column[2].lower() for column in columns}, order)
