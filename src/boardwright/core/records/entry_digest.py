"""Notes: what the rules made of an entry when it was written.

They can be computed again from the log, so nothing is decided by them. The digest finds rules that were changed since
(`core/records/rules_diff.py`); whose turn it was saves computing every position when a match with clocks is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from boardwright.core.match.clock import TurnNote
from boardwright.core.match.entry import Entry
from boardwright.core.match.log import Log
from boardwright.core.records.rules_diff import digest_of


class EntryDigest(NamedTuple):
    """The digest of the position after an entry and, with clocks, whose turn it was; None where it is not known."""

    digest: str | None = None
    turn: str | None = None


def entry_digests(log: Log, entries: Sequence[Entry]) -> tuple[EntryDigest, ...]:
    """The notes of these entries of a log."""
    return tuple(EntryDigest(digest_of(log.game, log.at(entry.number)), turn_of(log, entry)) for entry in entries)


def turn_of(log: Log, entry: Entry) -> str | None:
    """Whose turn it was after an entry of a log, and whether it began a turn; None without clocks.

    >>> from boardwright.core.match.match import Match
    >>> from boardwright.core.game.registry import game, names
    >>> match = Match.new(game(names()[0]), clock="300+5")
    >>> turn_of(match, match.resign(0)[0]) == ",".join(map(str, match.position.actors))
    True
    """
    if not log.header.clock.is_running:
        return None
    begins = entry.is_step and log.tree.turn(entry.number) == entry.number
    return str(TurnNote(log.at(entry.number).actors, begins))
