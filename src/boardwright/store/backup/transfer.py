"""Writing a backup of the database at a URL, and restoring one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from boardwright.store.backends.open import POSTGRES, SQLITE, shown_url
from boardwright.store.backup.archive import FORMAT, BackupReader, BackupWriter, BadBackup, Head
from boardwright.store.backup.database import Database, Snapshot
from boardwright.store.key import ServerKey
from boardwright.store.port import StoreError
from boardwright.store.sql import schema


def database_at(url: str) -> Database:
    """Return the database at a URL; raise StoreError if it cannot be backed up."""
    if url.startswith(SQLITE):
        from boardwright.store.backup.sqlite_database import SqliteDatabase

        return SqliteDatabase(Path(url.removeprefix(SQLITE)).absolute())
    if url.startswith(POSTGRES):
        try:
            from boardwright.store.backup.postgres import PostgresDatabase
        except ModuleNotFoundError as error:
            raise StoreError("PostgreSQL needs asyncpg: pip install 'boardwright[postgres]'.") from error
        return PostgresDatabase(url)
    raise StoreError(
        f"Unknown store URL {shown_url(url)!r}; a backup needs sqlite:///FILE or postgresql://USER@HOST/NAME."
    )


async def back_up(
    url: str, file: BinaryIO, *, at: int, software: str, key: ServerKey | None = None
) -> Mapping[str, int]:
    """Write all tables as they are at one moment; return the number of rows of each.

    Servers go on playing meanwhile. `key` is the key of the server, if it is to be in the backup; raises StoreError if
    the database has another one.
    """
    async with database_at(url).snapshot() as snapshot:
        if key is not None:
            await _check_key(snapshot, key)
        text = None if key is None else key.text
        head = Head(format=FORMAT, schema=snapshot.schema, at=at, software=software, key=text)
        writer = BackupWriter(file, head)
        for table in snapshot.tables:
            writer.table(table)
            async for rows in snapshot.rows(table):
                writer.rows(rows)
        writer.finish()
    return writer.counts


async def _check_key(snapshot: Snapshot, key: ServerKey) -> None:
    for table in snapshot.tables:
        if table.name == "server_key":
            async for rows in snapshot.rows(table):
                if any(key.fingerprint not in row for row in rows):
                    raise StoreError(
                        "The key in the key file is not the key of this database; choose another --key-file."
                    )


async def restore(url: str, backup: BackupReader) -> Mapping[str, int]:
    """Fill an empty database from a backup and migrate it to the newest version; return the rows of each table.

    After an error the database is empty.
    """
    if reason := schema.newer(backup.head.schema):
        raise BadBackup(f"The backup {reason}.")
    async with database_at(url).restoring(backup.head.schema) as restoring:
        for table, rows in backup.batches():
            if table not in restoring.tables:
                raise BadBackup(f"The backup is damaged: its table {table.name} has other columns than it should have.")
            await restoring.add(table, rows)
    return backup.counts
