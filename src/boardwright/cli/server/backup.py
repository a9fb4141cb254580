"""Back up the server's database into one file, while the server runs.

The file holds everything at one moment: matches, accounts, chat and ratings. `boardwright restore` reads it into
SQLite and PostgreSQL alike. Keep it safe: it contains password hashes and the secrets of running matches.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from boardwright.cli.server.configuration import add_settings, database
from boardwright.cli.wrapping import say
from boardwright.core.refusal import Unreadable


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="new file to write; - for standard output")
    parser.add_argument("--with-key", action="store_true", help="include the key file of the server")
    add_settings(parser, "storage")
    parser.epilog = "example: boardwright backup games-$(date +%F).backup"


def run(args: argparse.Namespace) -> int:
    from boardwright import __version__
    from boardwright.store.backup.transfer import back_up
    from boardwright.store.key_file import read_key
    from boardwright.table.server.cleaning import milliseconds

    db = database(args)
    if args.with_key and not db.key_path.exists():
        raise Unreadable(
            f"There is no server key {db.key_path}; name its place with --key-file, or leave out --with-key."
        )
    key = read_key(db.key_path) if args.with_key else None
    with _created(args.file) as file:
        counts = asyncio.run(back_up(db.url, file, at=milliseconds(), software=__version__, key=key))
    said = f"{counts['matches']:,} matches with {counts['entries']:,} entries, {counts['accounts']:,} accounts"
    say(f"{args.file}: {said}", sys.stderr)
    if key is None and db.key_path.exists():
        say(
            f"WARNING: the server key {db.key_path} is not in this backup. Keep a copy of it elsewhere, or use "
            "--with-key: without it, running matches cannot go on after a restore.",
            sys.stderr,
        )
    return 0


@contextmanager
def _created(name: str) -> Iterator[BinaryIO]:
    """Open a new file that only its owner can read, and that exists only once it is complete and on disk."""
    if name == "-":
        yield sys.stdout.buffer
        return
    path = Path(name)
    if path.exists():
        raise Unreadable(f"{path} exists; choose a new name.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
