"""The chain of a match that was moved to another version of its rules.

The header names the version and starts the chain, so the moved match has a chain of its own. Its header says so,
with the last hash of the chain before. Contents, times and salts stay as they were, so the chain before can be
computed again from the new one: anyone with an old record or hash can check that nothing else was changed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.core.match.entry import Entry, chain
from boardwright.core.match.header import Header, Migration


def migrate(header: Header, entries: Sequence[Entry], version: int) -> tuple[Header, list[Entry]]:
    """Return the header and entries of the same match under another version of the rules, on a new chain."""
    last = entries[-1].hash if entries else header.hash
    before = None if header.migrated is msgspec.UNSET else header.migrated
    note = Migration(header.version, len(entries), last, before)
    moved = msgspec.structs.replace(header, version=version, migrated=note)
    return moved, _chained(moved, entries)


def original(header: Header, entries: Sequence[Entry]) -> tuple[Header, list[Entry]]:
    """Return the header and entries as they were before the last move; the match as it is if it was never moved."""
    note = header.migrated
    if note is msgspec.UNSET:
        return header, list(entries)
    before = msgspec.UNSET if note.before is None else note.before
    first = msgspec.structs.replace(header, version=note.version, migrated=before)
    return first, _chained(first, entries[: note.entry])


def migration_fault(header: Header, entries: Sequence[Entry]) -> str | None:
    """Return why the chains that the header says came before cannot have; None if they can."""
    while (note := header.migrated) is not msgspec.UNSET:
        header, entries = original(header, entries)
        last = entries[-1].hash if entries else header.hash
        if len(entries) != note.entry or last != note.hash:
            return f"the chain of version {note.version} does not end in the hash that it names."
    return None


def _chained(header: Header, entries: Sequence[Entry]) -> list[Entry]:
    found: list[Entry] = []
    last = header.hash
    for entry in entries:
        again = chain(last, entry.number, entry.at, entry.kind, entry.seat, entry.content, entry.salt)
        found.append(again)
        last = again.hash
    return found
