"""Restore a backup into an empty database, and verify every match in it.

The backup is read and checked by its hash in one transaction: after an error the database is still empty. Then
every match is replayed, as in `boardwright db verify`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from boardwright.cli.errors import print_error
from boardwright.cli.server.configuration import ServerDatabase, add_settings, database
from boardwright.cli.server.verification import verify
from boardwright.cli.wrapping import say
from boardwright.core.refusal import Unreadable
from boardwright.store.backends.open import shown_url


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="file of `boardwright backup`; - for standard input")
    add_settings(parser, "storage")
    parser.epilog = (
        "exit code: 0 if all logs are intact, 1 if one is damaged\n"
        "example: boardwright restore games.backup --db sqlite:///new.db"
    )


def run(args: argparse.Namespace) -> int:
    from boardwright.store.backup.transfer import database_at
    from boardwright.store.port import StoreError

    db = database(args)
    database_at(db.url)
    if args.file == "-":
        asyncio.run(_restore(db, sys.stdin.buffer))
    else:
        with open(args.file, "rb") as file:
            asyncio.run(_restore(db, file))
    try:
        return asyncio.run(verify(db))
    except StoreError as error:
        return print_error(f"everything is restored, but not verified: {error} Then run `boardwright db verify`.")


async def _restore(db: ServerDatabase, file: BinaryIO) -> None:
    from boardwright.store.backup.archive import BackupReader
    from boardwright.store.backup.transfer import restore

    backup = BackupReader(file)
    with _with_key(backup.head.key, db.key_path):
        counts = await restore(db.url, backup)
    at = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(backup.head.at / 1000))
    say(f"{shown_url(db.url)}: {counts['matches']:,} matches, {counts['accounts']:,} accounts as of {at}")
    if backup.head.key is not None:
        say(f"{db.key_path}: the key of the server")


@contextmanager
def _with_key(key: str | None, path: Path) -> Iterator[None]:
    """Write the key file of the backup, if there is one, and remove it again after an error."""
    if key is None or (path.exists() and path.read_text("ascii", "replace").strip() == key.strip()):
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Unreadable(f"{path} is the key of another server; move it away, or choose another --key-file.") from None
    try:
        with open(opened, "w") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        yield
    except BaseException:
        path.unlink()
        raise
