"""Replaying the stored matches of a database to check them, also those in files with damaged pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from boardwright.cli.errors import FAILED, print_error
from boardwright.cli.server.configuration import ServerDatabase
from boardwright.cli.show import progress_bar
from boardwright.cli.wrapping import say
from boardwright.store.backends.open import SQLITE

if TYPE_CHECKING:
    from boardwright.core.match.match import Match
    from boardwright.store.backends.salvage import Salvaged
    from boardwright.store.port import StoreError
    from boardwright.store.rows import Saved


async def verify(db: ServerDatabase) -> int:
    """Replay every match and print the damaged ones; return the exit code.

    If pages of a SQLite file are damaged, it prints the intact ones, too: they can be saved.
    """
    from boardwright.store.backends.salvage import check_pages
    from boardwright.store.iteration import iterate_matches
    from boardwright.store.port import BadDatabase

    good = bad = 0
    try:
        async with await db.open() as store:
            with progress_bar("Logs") as progress:
                async for saved in iterate_matches(store, progress):
                    found = finding(saved)
                    good, bad = good + (found is None), bad + (found is not None)
                    if found is not None:
                        print_error(f"match {saved.row.id}: {found}")
        if db.url.startswith(SQLITE):
            await asyncio.to_thread(check_pages, Path(db.url.removeprefix(SQLITE)))
    except BadDatabase as error:
        if not db.url.startswith(SQLITE):
            raise
        return await _verify_damaged(Path(db.url.removeprefix(SQLITE)), db.key_path, error)
    say(f"{good:,} matches are intact" + (f", {bad:,} are damaged." if bad else "."))
    return 1 if bad else 0


async def _verify_damaged(path: Path, key: Path, error: StoreError) -> int:
    """Print which matches of a damaged file are intact and which are not; return the exit code."""
    from boardwright.store.backends.salvage import salvage

    with TemporaryDirectory(prefix="boardwright-") as folder:
        salvaged = await salvage(path, Path(folder) / "saved.db", key, finding)
    print_error(str(error))
    for match in salvaged.matches:
        print(f"match {match}: intact")
    print_lost(salvaged)
    say(
        f"{len(salvaged.matches):,} matches are intact, {len(salvaged.lost):,} are damaged. Stop the server and save"
        f" the intact ones with `boardwright db salvage {path} NEW`, or restore a backup."
    )
    return FAILED


def print_lost(salvaged: Salvaged) -> None:
    """Print the matches and rows that are lost."""
    for match, reason in salvaged.lost.items():
        print_error(f"match {match}: {reason}")
    if salvaged.damaged:
        print_error(f"some rows cannot be read: {', '.join(salvaged.damaged)}")


def damage(saved: Saved) -> str | None:
    """Return the first fault of a stored match; None if its log is valid and agrees with its row."""
    from boardwright.core.game.registry import game
    from boardwright.core.records import replay
    from boardwright.core.records.rules_diff import turn_of
    from boardwright.core.refusal import BoardwrightError

    row = saved.row
    if row.fault:
        return row.fault
    if row.header is None:
        return "it has a log but no header"
    try:
        match = replay.load(game(row.header.game), row.header, saved.entries, saved.seed)
    except BoardwrightError as error:
        return str(error)
    turns = zip(saved.turns, match.entries, strict=False)
    wrong = next((entry for turn, entry in turns if turn is not None and turn != turn_of(match, entry)), None)
    if wrong is not None:
        return f"entry {wrong.number} is stored with another turn than the rules give"
    if is_closed(saved, match):
        return None
    if (row.number, row.status == "over") != (match.number, match.is_over) or not has_same_outcome(saved, match):
        return "its row and its log disagree"
    return None


def finding(saved: Saved, check: Callable[[Saved], str | None] = damage) -> str | None:
    """Return what `check` finds in a match; an exception in the rules of its game is a finding, too."""
    try:
        return check(saved)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def is_closed(saved: Saved, match: Match) -> bool:
    """Return whether the match was closed by its host while it could not be read; its log stays as it was."""
    row = saved.row
    return row.status == "over" and row.outcome is None and not match.is_over and row.number == match.number


def has_same_outcome(saved: Saved, match: Match) -> bool:
    """Return whether the row has the outcome of the log; its sentence may have been reworded since."""
    stored, replayed = saved.row.outcome, match.outcome
    if stored is None or replayed is None:
        return stored is replayed
    return stored.content() == replayed.content()
