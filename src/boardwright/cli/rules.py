"""Compare stored matches with the installed rules, before and after a change of rules.

check    replay every match under the newest version and compare the position after every entry
migrate  move the matches that replay the same to the newest version of their rules
save     write what every position is now to a file, for `check --against FILE` after a change of the code
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.cli.db import add_db, for_each_match, has_same_outcome, is_closed
from boardwright.cli.errors import print_error
from boardwright.cli.serve import default_db

if TYPE_CHECKING:
    from boardwright.cli.baseline import Baseline
    from boardwright.core.match import Match
    from boardwright.store.rows import Saved


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("check", "migrate", "save"), metavar="ACTION")
    parser.add_argument("file", nargs="?", metavar="FILE", help="file to write (for save)")
    parser.add_argument("--against", metavar="FILE", help="a file that `rules save` wrote (for check)")
    add_db(parser)
    parser.epilog = "exit code: 0 if all matches replay identically, 1 otherwise\nexample: boardwright rules check"


def run(args: argparse.Namespace) -> int:
    url = args.db or default_db()
    if (args.what == "save") != (args.file is not None):
        return print_error("`rules save` takes the name of a file, the other actions do not")
    if args.against is not None and args.what != "check":
        return print_error("--against goes with `rules check` only")
    if args.what == "migrate":
        return asyncio.run(_migrate(url))
    if args.what == "save":
        return asyncio.run(_save(url, Path(args.file)))
    return asyncio.run(_check(url, args.against))


async def _check(url: str, against: str | None) -> int:
    from boardwright.cli.baseline import Baseline

    baseline = Baseline() if against is None else Baseline.load(Path(against))

    def check(saved: Saved) -> str | None:
        found = difference(saved, baseline)
        if found is None:
            _print_finding(saved, "same")
        return found

    same, other = await for_each_match(url, "Matches", check, _print_finding)
    print(f"{same:,} matches replay identically" + (f", {other:,} do not." if other else "."))
    return 1 if other else 0


async def _save(url: str, path: Path) -> int:
    from boardwright.cli.baseline import Baseline

    baseline = Baseline()

    def add(saved: Saved) -> str | None:
        match = _read(saved)
        if isinstance(match, str):
            return match
        baseline.add(saved.row.id, match)
        return None

    good, bad = await for_each_match(url, "Matches", add, _print_finding)
    baseline.save(path)
    print(f"The positions of {good:,} matches are in {path}" + (f"; {bad:,} cannot be replayed." if bad else "."))
    return 1 if bad else 0


async def _migrate(url: str) -> int:
    from boardwright.core.migration import migrate
    from boardwright.store.iteration import iterate_matches
    from boardwright.store.open import open_store

    moved = stayed = 0
    async with await open_store(url) as store:
        async for saved in iterate_matches(store):
            match = _read(saved)
            if not isinstance(match, str) and match.header.version == match.game.versions[-1]:
                continue
            found = difference(saved)
            if found is None and not isinstance(match, str):
                newest = match.game.versions[-1]
                if await store.rewrite(saved.row, *migrate(match.header, match.entries, newest)):
                    _print_finding(saved, f"moved from version {match.header.version} to version {newest}")
                    moved += 1
                    continue
                found = "changed in the meantime; migrate again"
            _print_finding(saved, f"stays as it is: {found}")
            stayed += 1
    print(f"{moved:,} matches moved" + (f", {stayed:,} stay as they are." if stayed else "."))
    return 1 if stayed else 0


def _print_finding(saved: Saved, found: str) -> None:
    print(f"{saved.row.id} ({saved.row.lobby.game}, {saved.row.status}): {found}")


def _read(saved: Saved) -> Match | str:
    """The stored match under its own version of the rules, or where it and the rules differ."""
    from boardwright.core import replay
    from boardwright.core.comparison import log_difference
    from boardwright.core.refusal import BadRecord, UnknownGame, UnknownVersion
    from boardwright.core.registry import game

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


def difference(saved: Saved, baseline: Baseline | None = None) -> str | None:
    """Where a stored match differs under the newest rules, or from a baseline; None if it replays identically."""
    from boardwright.core import comparison

    match = _read(saved)
    if isinstance(match, str):
        return match
    if not has_same_outcome(saved, match) and not is_closed(saved, match):
        return f"differs at entry {match.number} in field outcome: {match.outcome} instead of {saved.row.outcome}"
    found = None if baseline is None else baseline.difference(saved.row.id, match)
    if found is None:
        found = comparison.difference(match, match.game.versions[-1])
    return None if found is None else str(found)
