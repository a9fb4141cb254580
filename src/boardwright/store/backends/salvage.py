"""Saving what can be read of a SQLite file with damaged pages into a new file.

A damaged page makes SQLite refuse each query that meets it. So rows are read along their keys in small steps; where a
step fails, the next readable key behind the damage is searched. Only matches whose row and whole log are readable and
valid are saved: nobody could tell how a log with gaps went on.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

import msgspec

from boardwright.store.backends.open import SQLITE, open_store
from boardwright.store.backends.sqlite import create_file, migrate, schema_version
from boardwright.store.iteration import iterate_matches
from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.rows import MatchSettings, Saved

Row: TypeAlias = tuple[Any, ...]

_STEP = 500
_LAST_ROW = 2**62
_TYPES = {"text": (str,), "bigint": (int,), "boolean": (int,), "double precision": (float, int)}
_BATCH = 1000
_LEFT_OUT = frozenset({"members", "ratings", "tallies", "bot_claims", "schema_version"})
"""Tables that follow from the others, or mean nothing in another file."""
_OF_MATCH = {
    "matches": "id",
    "heads": "match",
    "members": "match",
    "entries": "match",
    "requests": "match",
    "guarded": "match",
    "chat": "match",
}
_LOST = "its row or its log cannot be read"


class DamagedTable(NamedTuple):
    """A table: its columns with their types, and its primary key if it is stored in the order of that."""

    name: str
    columns: Mapping[str, str]
    order: tuple[str, ...]

    def fits(self, row: Row) -> bool:
        """Return whether the values have the types of the columns; others come from pages with foreign content."""
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
        """Yield the readable rows, some of them perhaps twice.

        Of a table in the order of its primary key, those whose first column is one of its `keys`.
        """
        for row in self._ordered(table, keys[table.order[0]]) if table.order else self._by_number(table):
            if table.fits(row):
                yield row
            else:
                self.damaged.add(table.name)

    def _ordered(self, table: DamagedTable, keys: Sequence[str]) -> Iterator[Row]:
        """Read the rows of each key forward and, if that fails on the way, backward."""
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
        """Read the rows by their internal number."""
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
        """Return the next number from which rows can be read; None if there is none."""
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
    """Open a copy of the file, so that the file itself stays as it is; raise StoreError."""
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
    """Read every page of a SQLite file; raise BadDatabase if one is damaged."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            faults = [fault for (fault,) in connection.execute("pragma quick_check(1)")]
    except sqlite3.DatabaseError as error:
        faults = [str(error)]
    if faults != ["ok"]:
        raise BadDatabase(f"The database {path} has damaged pages: {' '.join(faults[0].split())}.")


def _decode(text: bytes) -> str | bytes:
    """Return a text; bytes if it is none, which fit no column."""
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


class Salvaged(msgspec.Struct):
    """The result: saved matches and accounts, lost matches with the reason, tables with gaps."""

    matches: list[str] = msgspec.field(default_factory=list)
    accounts: int = 0
    lost: dict[str, str] = msgspec.field(default_factory=dict)
    damaged: list[str] = msgspec.field(default_factory=list)


async def salvage(source: Path, target: Path, key_file: Path, check: Callable[[Saved], str | None]) -> Salvaged:
    """Write a new SQLite file with everything that can be read and passes `check`; raise StoreError.

    `key_file` holds the server key of both files.
    """
    if target.exists():
        raise StoreError(f"The file {target} exists; choose another name for the new file.")
    salvaged = Salvaged()
    try:
        with damaged_copy(source) as file:
            known = _copy(file, target, salvaged)
            salvaged.damaged = sorted(file.damaged)
        salvaged.lost |= dict.fromkeys(sorted(known), _LOST)
        await _keep_valid(target, key_file, check, salvaged)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return salvaged


def _copy(file: DamagedFile, target: Path, salvaged: Salvaged) -> set[str]:
    """Copy all readable rows, and return the ids of all matches of which there is a trace."""
    create_file(target)
    keys: dict[str, list[str]] = {}
    known: set[str] = set()
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("begin immediate")
        migrate(connection, target, file.schema)
        # Those in the order of their keys come last, when the keys are known.
        for table in sorted(file.tables.values(), key=lambda table: bool(table.order)):
            if table.name not in _LEFT_OUT:
                _insert(connection, table, file.rows(table, keys))
            if table.name in ("matches", "accounts"):
                column = "match" if table.name == "matches" else "account"
                keys[column] = [key for (key,) in connection.execute(f"select id from {table.name}")]
            if table.name in ("matches", "heads"):
                known |= {key for (key,) in connection.execute(f"select {_OF_MATCH[table.name]} from {table.name}")}
        connection.execute("update heads set projected = null")
        migrate(connection, target)
        _add_members(connection)
        (salvaged.accounts,) = connection.execute("select count(*) from accounts").fetchone()
        connection.execute("commit")
    return known


def _insert(connection: sqlite3.Connection, table: DamagedTable, rows: Iterator[Row]) -> None:
    places = ", ".join("?" * len(table.columns))
    sql = f"insert or ignore into {table.name} ({', '.join(table.columns)}) values ({places})"
    while batch := list(islice(rows, _BATCH)):
        connection.executemany(sql, batch)


def _add_members(connection: sqlite3.Connection) -> None:
    """Fill the table of members from the lobbies."""
    add = "insert or ignore into members (account, match, game, created) values (?, ?, ?, ?)"
    connection.execute("delete from members")
    for match, game, created, text in connection.execute("select id, game, created, lobby from matches").fetchall():
        try:
            lobby = msgspec.json.decode(text, type=MatchSettings)
        except (msgspec.DecodeError, ValueError):
            continue  # the match is damaged
        connection.executemany(add, [(account, match, game, created) for account in lobby.members])


async def _keep_valid(target: Path, key_file: Path, check: Callable[[Saved], str | None], salvaged: Salvaged) -> None:
    """Remove the matches that are not valid."""
    async with await open_store(f"{SQLITE}{target}", key_file) as store:
        async for saved in iterate_matches(store):
            if (reason := check(saved)) is not None:
                salvaged.lost[saved.row.id] = reason
            else:
                salvaged.matches.append(saved.row.id)
                salvaged.lost.pop(saved.row.id, None)
    with closing(sqlite3.connect(target)) as connection, connection:
        whole = "select m.id from matches m join heads h on h.match = m.id where m.header is null"
        for (match,) in connection.execute(whole).fetchall():
            salvaged.lost.pop(match, None)  # it has not started, so there is no log
        _delete(connection, list(salvaged.lost))


def _delete(connection: sqlite3.Connection, matches: Sequence[str]) -> None:
    for table, column in _OF_MATCH.items():
        connection.executemany(f"delete from {table} where {column} = ?", [(match,) for match in matches])
