"""Replay every stored match with the installed rules, to find matches that a rule change would break.

For each match that differs, the first differing entry and field are printed.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from boardwright.cli.db import add_db, for_each_match, has_same_outcome
from boardwright.cli.serve import default_db

if TYPE_CHECKING:
    from boardwright.store.rows import Saved

_FIELDS = {"move": "content", "chance": "content", "end": "outcome", "undo": "content", "redo": "content"}


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("check",), metavar="check")
    add_db(parser)
    parser.epilog = "exit code: 0 if all matches replay identically, 1 otherwise\nexample: boardwright rules check"


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_check(args.db or default_db()))


async def _check(url: str) -> int:
    same, other = await for_each_match(url, "Matches", difference, _print_difference)
    print(f"{same:,} matches replay identically" + (f", {other:,} do not." if other else "."))
    return 1 if other else 0


def _print_difference(saved: Saved, found: str) -> None:
    print(f"{saved.row.id} ({saved.row.lobby.game}, {saved.row.status}): {found}")


def difference(saved: Saved) -> str | None:
    """Where a stored match and the installed rules differ; None if it replays identically."""
    from boardwright.core import replay
    from boardwright.core.refusal import BadRecord, UnknownGame
    from boardwright.core.registry import game

    header = saved.row.header
    if header is None:
        return "differs at the header: it is missing"
    try:
        rules = game(header.game)
        match = replay.load(rules, header, saved.entries, saved.seed)
    except UnknownGame as error:
        return f"differs at the header in field game: {error}"
    except BadRecord as error:
        if not error.entry:
            field = "options" if header.version == rules.version else "version"
            return f"differs at the header in field {field}: {error}"
        entry = saved.entries[error.entry - 1]
        return f"differs at entry {error.entry} in field {_FIELDS.get(entry.kind, 'kind')}: {error}"
    if not has_same_outcome(saved, match):
        return f"differs at entry {match.number} in field outcome: {match.outcome} instead of {saved.row.outcome}"
    return None
