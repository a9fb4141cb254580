"""Writing a backup of a database, and restoring one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO

from boardwright.store.backup.archive import FORMAT, BackupReader, BackupWriter, BadBackup, Head
from boardwright.store.backup.database import Snapshot
from boardwright.store.backup.database_of import database_at
from boardwright.store.key import ServerKey
from boardwright.store.port import StoreError
from boardwright.store.sql import schema


async def back_up(
    url: str, file: BinaryIO, *, at: int, software: str, key: ServerKey | None = None
) -> Mapping[str, int]:
    """Writes all tables as they are at one moment; returns the number of rows of each.

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
    """Fills an empty database from a backup and migrates it to the newest version; returns the rows of each table.

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
