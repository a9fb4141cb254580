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
from pathlib import Path

from boardwright.cli.errors import print_error
from boardwright.cli.progress import progress_bar
from boardwright.cli.server.configuration import add_settings
from boardwright.cli.server.database import ServerDatabase, database
from boardwright.cli.server.verification import damage, for_each_match
from boardwright.cli.wrapping import say


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
        from boardwright.cli.server.salvage import salvage_file

        return asyncio.run(salvage_file(Path(words[0]), Path(words[1]), db.key_file))
    return asyncio.run(_TASKS[args.what](db))


async def _migrate(db: ServerDatabase) -> int:
    async with await db.open():
        say(f"{db.shown_url} is up to date.")
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
    from boardwright.store.backends.open import replace_key

    say(f"The key of {db.shown_url} is now in {await replace_key(db.url, db.key_file)}.")
    return 0


async def verify(db: ServerDatabase) -> int:
    """Replays every match and prints the damaged ones; returns the exit code.

    If pages of a SQLite file are damaged, it prints the intact ones, too: they can be saved.
    """
    from boardwright.cli.server.salvage import verify_damaged
    from boardwright.store.backends.damaged import check_pages
    from boardwright.store.backends.open import SQLITE
    from boardwright.store.port import BadDatabase

    try:
        good, bad = await for_each_match(
            db, "Logs", damage, lambda saved, trouble: print_error(f"match {saved.row.id}: {trouble}")
        )
        if db.url.startswith(SQLITE):
            await asyncio.to_thread(check_pages, Path(db.url.removeprefix(SQLITE)))
    except BadDatabase as error:
        if not db.url.startswith(SQLITE):
            raise
        return await verify_damaged(Path(db.url.removeprefix(SQLITE)), db.key_path, error)
    say(f"{good:,} matches are intact" + (f", {bad:,} are damaged." if bad else "."))
    return 1 if bad else 0


_TASKS = {"migrate": _migrate, "rebuild": _rebuild, "verify": verify, "new-key": _new_key}
_WORDS = {"find": 1, "salvage": 2}
"""The actions that take more words, and how many."""
