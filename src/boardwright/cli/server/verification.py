"""Replaying the stored matches of a database to check them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from boardwright.cli.progress import progress_bar
from boardwright.cli.server.database import ServerDatabase

if TYPE_CHECKING:
    from boardwright.core.match.match import Match
    from boardwright.store.rows import Saved


async def for_each_match(
    db: ServerDatabase, title: str, check: Callable[[Saved], str | None], report: Callable[[Saved, str], object]
) -> tuple[int, int]:
    """Runs `check` on every stored match; calls `report` for each failure and returns (passed, failed) counts."""
    from boardwright.store.iteration import iterate_matches

    good = bad = 0
    async with await db.open() as store:
        with progress_bar(title) as progress:
            async for saved in iterate_matches(store, progress):
                found = finding(saved, check)
                if found is None:
                    good += 1
                else:
                    bad += 1
                    report(saved, found)
    return good, bad


def damage(saved: Saved) -> str | None:
    """The first fault of a stored match; None if its log is valid and agrees with its row."""
    from boardwright.core.game.registry import game
    from boardwright.core.records import replay
    from boardwright.core.records.entry_digest import turn_of
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
    """Returns what `check` finds in a match; an exception in the rules of its game is a finding, too."""
    try:
        return check(saved)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


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
