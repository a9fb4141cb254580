"""Manage the server's database.

migrate  update the tables to this version
rebuild  recompute ratings and achievements
verify   replay every match: hash chain, moves, and chance outcomes against the secret seed
salvage  save the intact matches and all else that is readable of a damaged SQLite file IN to a new file OUT
new-key  use the key in the key file from now on, or a new one; matches in progress under another key end
find     print the id of the match that the logs call by a tag, such as #0123456789
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
from pathlib import Path

from boardwright.cli.errors import FAILED, UNAVAILABLE, print_error
from boardwright.cli.server.configuration import ServerDatabase, add_settings, database
from boardwright.cli.server.server_lock import server_lock
from boardwright.cli.server.verification import finding, print_lost, verify
from boardwright.cli.show import progress_bar
from boardwright.cli.wrapping import say
from boardwright.store.backends.open import SQLITE, default_key_file, open_store, replace_key, shown_url


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=(*_TASKS, *_WORDS), metavar="ACTION")
    parser.add_argument("words", nargs="*", metavar="WORD", help="find: the TAG of a match; salvage: the files IN OUT")
    add_settings(parser, "storage")
    parser.epilog = (
        "exit code: 0 if all logs are intact, 1 if one is damaged\n"
        "example: boardwright db verify\nexample: boardwright db salvage damaged.db saved.db"
    )


def run(args: argparse.Namespace) -> int:
    db, words = database(args), args.words
    if len(words) != _WORDS.get(args.what, 0):
        return print_error(f"db {args.what} takes {_WORDS.get(args.what, 'no')} more words, not {len(words)}")
    if args.what == "find":
        return asyncio.run(_find(db, words[0]))
    if args.what == "salvage":
        return asyncio.run(_salvage(Path(words[0]), Path(words[1]), db.key_file))
    return asyncio.run(_TASKS[args.what](db))


async def _migrate(db: ServerDatabase) -> int:
    async with await db.open():
        say(f"{shown_url(db.url)} is up to date.")
    return 0


async def _find(db: ServerDatabase, tag: str) -> int:
    from boardwright.store.iteration import started_pages
    from boardwright.store.rows import log_id

    wanted = f"#{tag.removeprefix('#')}"
    async with await db.open() as store:
        async for rows in started_pages(store):
            for row in rows:
                if log_id(row.id) == wanted:
                    print(row.id)
                    return 0
    return print_error(f"no started match has the tag {tag!r}; tags are in the log, such as #0123456789")


async def _rebuild(db: ServerDatabase) -> int:
    from boardwright.store.iteration import rebuild
    from boardwright.table.server.projections import projector

    async with await db.open() as store:
        with progress_bar("Ratings and achievements") as progress:
            count = await rebuild(store, projector(store), progress)
    say(f"Ratings and achievements recomputed from {count:,} ended matches.")
    return 0


async def _new_key(db: ServerDatabase) -> int:
    say(f"The key of {shown_url(db.url)} is now in {await replace_key(db.url, db.key_file)}.")
    return 0


async def _salvage(source: Path, target: Path, key_file: Path | None) -> int:
    """Save what is readable of a file to a new one; return the exit code."""
    from boardwright.store.backends.salvage import salvage
    from boardwright.store.iteration import rebuild
    from boardwright.table.server.projections import projector

    old, new = f"{SQLITE}{source}", f"{SQLITE}{target}"
    key, new_key = key_file or default_key_file(old), key_file or default_key_file(new)
    if not key.exists():
        return print_error(f"the key file {key} is missing; name another with --key-file", UNAVAILABLE)
    with server_lock(old):  # a file that is being written looks damaged
        salvaged = await salvage(source, target, key, finding)
    if key != new_key:
        shutil.copy2(key, new_key)
    print_lost(salvaged)
    async with await open_store(new, new_key) as store:
        await rebuild(store, projector(store))
    say(f"Saved to {target}: {len(salvaged.matches):,} of the started matches; accounts: {salvaged.accounts:,}.")
    return FAILED if salvaged.lost or salvaged.damaged else 0


_TASKS = {"migrate": _migrate, "rebuild": _rebuild, "verify": verify, "new-key": _new_key}
_WORDS = {"find": 1, "salvage": 2}
"""The actions that take more words, and how many."""
