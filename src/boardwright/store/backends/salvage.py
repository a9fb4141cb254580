"""Saving what can be read of a SQLite file with damaged pages into a new file.

Only matches whose row and whole log are readable and valid are saved: nobody could tell how a log with gaps went on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec

from boardwright.store.backends.damaged import DamagedFile, DamagedTable, Row, damaged_copy
from boardwright.store.backends.open import SQLITE, open_store
from boardwright.store.backends.sqlite import create_file, migrate
from boardwright.store.iteration import iterate_matches
from boardwright.store.port import StoreError
from boardwright.store.rows import MatchSettings, Saved

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


class Salvaged(msgspec.Struct):
    """What was saved, and what was not: matches with the reason, tables with gaps."""

    matches: list[str] = msgspec.field(default_factory=list)
    accounts: int = 0
    lost: dict[str, str] = msgspec.field(default_factory=dict)
    damaged: list[str] = msgspec.field(default_factory=list)


async def salvage(source: Path, target: Path, key_file: Path, check: Callable[[Saved], str | None]) -> Salvaged:
    """Writes a new SQLite file with everything that can be read and passes `check`; raises StoreError.

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
    """Copies all readable rows, and returns the ids of all matches of which there is a trace."""
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
    """Fills the table of members from the lobbies."""
    add = "insert or ignore into members (account, match, game, created) values (?, ?, ?, ?)"
    connection.execute("delete from members")
    for match, game, created, text in connection.execute("select id, game, created, lobby from matches").fetchall():
        try:
            lobby = msgspec.json.decode(text, type=MatchSettings)
        except (msgspec.DecodeError, ValueError):
            continue  # the match is damaged
        connection.executemany(add, [(account, match, game, created) for account in lobby.members])


async def _keep_valid(target: Path, key_file: Path, check: Callable[[Saved], str | None], salvaged: Salvaged) -> None:
    """Removes the matches that are not valid."""
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
