"""Manage the server's database.

migrate  update the tables to this version
rebuild  recompute ratings and achievements
verify   replay every match: hash chain, moves, and chance outcomes against the secret seed
admin    give an account the rights to start and cancel all matches
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from boardwright.cli.errors import print_error
from boardwright.cli.progress import progress_bar
from boardwright.cli.serve import default_db, shown_url

if TYPE_CHECKING:
    from boardwright.core.match import Match
    from boardwright.store.rows import Saved


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("migrate", "rebuild", "verify", "admin"), metavar="ACTION")
    parser.add_argument("name", nargs="?", metavar="NAME", help="account name (for admin)")
    add_db(parser)
    parser.epilog = "exit code: 0 if all logs are intact, 1 if one is damaged\nexample: boardwright db verify"


def add_db(parser: argparse.ArgumentParser) -> None:
    """`--db URL`."""
    parser.add_argument("--db", metavar="URL", help="database (default: that of `boardwright serve`)")


def run(args: argparse.Namespace) -> int:
    url = args.db or default_db()
    if args.what == "admin":
        return asyncio.run(_admin(url, args.name or ""))
    task = {"migrate": _migrate, "rebuild": _rebuild, "verify": _verify}[args.what]
    return asyncio.run(task(url))


async def _migrate(url: str) -> int:
    from boardwright.store.open import open_store

    async with await open_store(url):
        print(f"{shown_url(url)} is up to date.")
    return 0


async def _admin(url: str, name: str) -> int:
    from msgspec.structs import replace

    from boardwright.store.open import open_store

    async with await open_store(url) as store:
        account = await store.account_named(name)
        if account is None or account.password is None:
            return print_error(f"no account named {name!r} with a password; create it on the page first")
        await store.change_account(replace(account, role="admin"))
    print(f"{account.name} is now an admin.")
    return 0


async def _rebuild(url: str) -> int:
    from boardwright.store.iteration import rebuild
    from boardwright.store.open import open_store
    from boardwright.table.projections import projector

    async with await open_store(url) as store:
        with progress_bar("Ratings and achievements") as progress:
            count = await rebuild(store, projector(store), progress)
    print(f"Ratings and achievements recomputed from {count:,} ended matches.")
    return 0


async def _verify(url: str) -> int:
    good, bad = await for_each_match(
        url, "Logs", damage, lambda saved, trouble: print_error(f"match {saved.row.id}: {trouble}")
    )
    print(f"{good:,} matches are intact" + (f", {bad:,} are damaged." if bad else "."))
    return 1 if bad else 0


async def for_each_match(
    url: str, title: str, check: Callable[[Saved], str | None], report: Callable[[Saved, str], object]
) -> tuple[int, int]:
    """Runs `check` on every stored match; calls `report` for each failure and returns (passed, failed) counts."""
    from boardwright.store.iteration import iterate_matches
    from boardwright.store.open import open_store

    good = bad = 0
    async with await open_store(url) as store:
        with progress_bar(title) as progress:
            async for saved in iterate_matches(store, progress):
                found = _finding(check, saved)
                if found is None:
                    good += 1
                else:
                    bad += 1
                    report(saved, found)
    return good, bad


def _finding(check: Callable[[Saved], str | None], saved: Saved) -> str | None:
    """What `check` finds in a match; an exception in the rules of its game is a finding, too."""
    try:
        return check(saved)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def damage(saved: Saved) -> str | None:
    """The first fault of a stored match; None if its log is valid and agrees with its row."""
    from boardwright.core import replay
    from boardwright.core.refusal import BoardwrightError
    from boardwright.core.registry import game

    row = saved.row
    if row.fault:
        return row.fault
    if row.header is None:
        return "it has a log but no header"
    try:
        match = replay.load(game(row.header.game), row.header, saved.entries, saved.seed)
    except BoardwrightError as error:
        return str(error)
    if is_closed(saved, match):
        return None
    if (row.number, row.status == "over") != (match.number, match.is_over) or not has_same_outcome(saved, match):
        return "its row and its log disagree"
    return None


def is_closed(saved: Saved, match: Match) -> bool:
    """True if the match was closed by its host while it could not be read; its log stays as it was."""
    row = saved.row
    return row.status == "over" and row.outcome is None and not match.is_over and row.number == match.number


def has_same_outcome(saved: Saved, match: Match) -> bool:
    """True if the row has the outcome of the log; its sentence may have been reworded since."""
    stored, replayed = saved.row.outcome, match.outcome
    if stored is None or replayed is None:
        return stored is replayed
    return stored.content() == replayed.content()
