"""Compare stored matches with the installed rules, before and after a change of rules.

check    replay every match, and compare the position after every entry with what it was when the entry was written
         and with what it is under the newest version
migrate  move the matches that replay the same to the newest version of their rules
retry    take up matches again that were set aside because their rules failed, once the rules are repaired
save     store what every position is now, for later checks: after an intended change that needs no new version, or for
         matches that were written before positions were compared
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from boardwright.cli.server.configuration import ServerDatabase, add_settings, database
from boardwright.cli.server.verification import finding, has_same_outcome, is_closed
from boardwright.cli.show import progress_bar
from boardwright.cli.wrapping import say

if TYPE_CHECKING:
    from boardwright.core.match.match import Match
    from boardwright.store.port import Store
    from boardwright.store.rows import Saved


class Done(NamedTuple):
    """The result of an action on one match: a text to print, and whether it went well."""

    text: str
    is_good: bool
    is_bare: bool = False
    """Whether nothing is stored that it could be compared with."""


class Action(NamedTuple):
    """An action of the command, and its report: the counts of the matches that went well and of the others."""

    act: Callable[[Store, Saved], Awaitable[Done | None]]
    good: str
    bad: str


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=_ACTIONS, metavar="ACTION")
    add_settings(parser, "storage")
    parser.epilog = "exit code: 0 if all matches replay identically, 1 otherwise\nexample: boardwright rules check"


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(database(args), _ACTIONS[args.what]))


async def _run(db: ServerDatabase, action: Action) -> int:
    """Act on every stored match, and count the matches that went well and those that did not."""
    from boardwright.store.iteration import iterate_matches

    good = bad = bare = 0
    async with await db.open() as store:
        with progress_bar("Matches") as progress:
            async for saved in iterate_matches(store, progress):
                done = await action.act(store, saved)
                if done is None:
                    continue
                if done.text:
                    say(f"{saved.row.id} ({saved.row.lobby.game}, {saved.row.status}): {done.text}")
                good, bad, bare = good + done.is_good, bad + (not done.is_good), bare + done.is_bare
    say(action.good.format(good) + (action.bad.format(bad) if bad else "."))
    if bare:
        say(f"{bare:,} of them have no stored positions to compare with; `boardwright rules save` stores them.")
    return 1 if bad else 0


async def _check(store: Store, saved: Saved) -> Done:
    digests = await store.digests(saved.row.id)
    found = finding(saved, partial(difference, digests=digests))
    is_same = found is None
    return Done(found or "same", is_same, is_bare=is_same and bool(saved.entries) and not digests)


async def _save(store: Store, saved: Saved) -> Done:
    from boardwright.core.records.rules_diff import digest_of

    match = _read(saved)
    if isinstance(match, str):
        return Done(match, False)
    numbers = range(1, match.number + 1)
    await store.put_digests(saved.row.id, {number: digest_of(match.game, match.at(number)) for number in numbers})
    return Done("", True)


async def _migrate(store: Store, saved: Saved) -> Done | None:
    from boardwright.core.records.migration import migrate

    match = _read(saved)
    if not isinstance(match, str) and match.header.version == match.game.versions[-1]:
        return None
    found = difference(saved, await store.digests(saved.row.id))
    if found is None and not isinstance(match, str):
        newest = match.game.versions[-1]
        if await store.rewrite(saved.row, *migrate(match.header, match.entries, newest)):
            return Done(f"moved from version {match.header.version} to version {newest}", True)
        found = "changed in the meantime; migrate again"
    return Done(f"stays as it is: {found}", False)


async def _retry(store: Store, saved: Saved) -> Done | None:
    if not saved.row.lobby.failed or saved.row.status == "over":
        return None
    found = await _take_up(store, saved)
    return Done(f"stays set aside: {found}" if found else "goes on", not found)


async def _take_up(store: Store, saved: Saved) -> str:
    """Let a match that was set aside go on; return why that is not possible, or ""."""
    from boardwright.core.refusal import BoardwrightError
    from boardwright.store.change import Appended, Change
    from boardwright.table.matches.match_row import check_consequences, row_after

    row = saved.row
    lobby = msgspec.structs.replace(row.lobby, failed="")
    new = msgspec.structs.replace(row, lobby=lobby)
    try:
        match = None if row.header is None else _read(saved)
        if isinstance(match, str):
            return match
        if match is not None:
            check_consequences(match, match.now)
            new = row_after(row, match, row.changed, lobby)
    except BoardwrightError as error:
        return str(error)
    except Exception as error:  # the rules fail still
        return f"{type(error).__name__}: {error}"
    done = isinstance(await store.append(Change(old=row, new=new)), Appended)
    return "" if done else "changed in the meantime; try again"


def _read(saved: Saved) -> Match | str:
    """Return the stored match under its own version of the rules, or where it and the rules differ."""
    from boardwright.core.game.registry import game
    from boardwright.core.records import replay
    from boardwright.core.records.rules_diff import log_difference
    from boardwright.core.refusal import BadRecord, UnknownGame, UnknownVersion

    header = saved.row.header
    if saved.row.fault or header is None:
        return f"damaged: {saved.row.fault or 'it has a log but no header'}"
    try:
        return replay.load(game(header.game, header.version), header, saved.entries, saved.seed)
    except UnknownVersion as error:
        return f"no such version installed: {error}"
    except UnknownGame as error:
        return f"no such game installed: {error}"
    except BadRecord as error:
        return str(log_difference(saved.entries, error))


def difference(saved: Saved, digests: Mapping[int, str]) -> str | None:
    """Return where a stored match differs from when it was written, or under the newest rules; None if nowhere.

    A server may have written more entries, with their digests, since the match was read.
    """
    from boardwright.core.records import rules_diff as comparison

    match = _read(saved)
    if isinstance(match, str):
        return match
    if match.number != saved.row.number:
        return "damaged: its row and its log disagree"
    if not has_same_outcome(saved, match) and not is_closed(saved, match):
        return f"differs at entry {match.number} in field outcome: {match.outcome} instead of {saved.row.outcome}"
    read = {number: digest for number, digest in digests.items() if number <= match.number}
    found = comparison.digest_difference(match, read) or comparison.difference(match, match.game.versions[-1])
    return None if found is None else str(found)


_ACTIONS = {
    "check": Action(_check, "{:,} matches replay identically", ", {:,} do not."),
    "migrate": Action(_migrate, "{:,} matches moved", ", {:,} stay as they are."),
    "retry": Action(_retry, "{:,} matches go on", ", {:,} stay set aside."),
    "save": Action(_save, "The positions of {:,} matches are stored", "; {:,} cannot be replayed."),
}
