"""Looks after a database: brings its tables up to date, computes ratings anew, checks every log, names admins.

`verify` replays every match: chain, moves, and every outcome of chance against the secret seed. For ended
matches that is the fairness that players can check themselves with `boardwright verify`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from boardwright.cli import complain
from boardwright.cli.serve import default_db, shown_url

if TYPE_CHECKING:
    from boardwright.store.iteration import Progress
    from boardwright.store.rows import Saved


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("migrate", "rebuild", "verify", "admin"))
    parser.add_argument("name", nargs="?", help="admin: the account that may start and cancel everybody's matches")
    add_db(parser)
    parser.epilog = "exit code: 0 when all is well, 1 when a log is damaged\nexample: boardwright db verify"


def add_db(parser: argparse.ArgumentParser) -> None:
    """`--db URL`."""
    parser.add_argument("--db", metavar="URL", help="the database; the one `boardwright serve` uses unless given")


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
            return complain(f"no account with a password is called {name!r}; make one on the page first")
        await store.change_account(replace(account, role="admin"))
    print(f"{account.name} is an admin now.")
    return 0


async def _rebuild(url: str) -> int:
    from boardwright.store.iteration import rebuild
    from boardwright.store.open import open_store
    from boardwright.table.projections import projector

    async with await open_store(url) as store:
        with progress_bar("Ratings and achievements") as progress:
            count = await rebuild(store, projector(store), progress)
    print(f"Ratings and achievements follow from {count:,} ended matches again.")
    return 0


async def _verify(url: str) -> int:
    good, bad = await survey(url, "Logs", damage, lambda saved, trouble: complain(f"match {saved.row.id}: {trouble}"))
    print(f"{good:,} matches are intact" + (f", {bad:,} are damaged." if bad else "."))
    return 1 if bad else 0


async def survey(
    url: str, title: str, look: Callable[[Saved], str | None], tell: Callable[[Saved, str], object]
) -> tuple[int, int]:
    """Looks at every stored match and tells what it finds; how many were well, and how many were not."""
    from boardwright.store.iteration import iterate_matches
    from boardwright.store.open import open_store

    good = bad = 0
    async with await open_store(url) as store:
        with progress_bar(title) as progress:
            async for saved in iterate_matches(store, progress):
                found = look(saved)
                if found is None:
                    good += 1
                else:
                    bad += 1
                    tell(saved, found)
    return good, bad


def damage(saved: Saved) -> str | None:
    """What is wrong with a stored match; None when its log says everything that its row says, and fairly."""
    from boardwright.core.entry import broken_link
    from boardwright.core.match import Match
    from boardwright.core.refusal import BoardwrightError
    from boardwright.core.registry import game

    row = saved.row
    if row.header is None:
        return "it has a log but no header"
    link = broken_link(row.header.hash, saved.entries)
    if link is not None:
        return f"entry {link[0]}: {link[1]}"
    try:
        match = Match.load(game(row.header.game), row.header, saved.entries, saved.seed)
    except BoardwrightError as error:
        return str(error)
    if (row.number, row.outcome, row.status == "over") != (match.number, match.outcome, match.is_over):
        return "its row does not agree with its log"
    return None


@contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """A bar on standard error while something goes through all matches."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
