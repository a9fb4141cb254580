"""Conflict resolution: which changes of a batch may be written, by one rule for all backends.

The backend locks the matches of the batch, passes their heads, and writes the plan. A change that cannot be
written results in a WriteConflict and does not affect the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.records.rules_diff import EntryDigest
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.rows import MatchRow

WriteResult: TypeAlias = Appended | WriteConflict
Head: TypeAlias = tuple[int, int, str]
"""The head of a match: its number, its revision, and the hash that the next entry continues."""
Done: TypeAlias = tuple[int, int, str]
"""The first and last entry that a request wrote, none being (n + 1, n), and the digest of its command or ""."""
_NOTHING: Head = (0, 0, "")


@dataclass(slots=True)
class WritePlan:
    """The writes and results of a batch."""

    results: list[WriteResult] = field(default_factory=list)
    rows: dict[str, MatchRow] = field(default_factory=dict)
    """Every changed match, as it is after the batch."""
    created: set[str] = field(default_factory=set)
    lobbies: set[str] = field(default_factory=set)
    """Those of `rows`, not created, of which more changes than how far the log has come."""
    statuses: set[str] = field(default_factory=set)
    """Those of `rows` whose status changes."""
    seeds: dict[str, bytes] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    """The heads of `rows` after the batch."""
    entries: list[tuple[str, Entry, EntryDigest]] = field(default_factory=list)
    """Each with its match and its note."""
    requests: dict[tuple[str, str], Done] = field(default_factory=dict)
    guarded: dict[tuple[str, str], None] = field(default_factory=dict)
    """Matches, each with a fingerprint that it guards."""

    @property
    def ended(self) -> list[str]:
        """The matches that are over after the batch and were not before."""
        return [match for match in self.statuses if self.rows[match].status == "over"]


def resolve(batch: Sequence[Change], heads: Mapping[str, Head], requests: Mapping[tuple[str, str], Done]) -> WritePlan:
    """Return the plan for the changes, in order. `heads` has the existing matches, `requests` the known requests."""
    plan = WritePlan()
    current = dict(heads)
    for change in batch:
        match = change.new.id
        done = None
        if change.request is not None:
            key = (match, change.request)
            done = plan.requests.get(key) or requests.get(key)
        head = current.get(match, _NOTHING)
        if done is not None:
            plan.results.append(repeated(done))
        elif _seen(change) != head:
            plan.results.append(WriteConflict(head[0], head[1]))
        else:
            row = _write(plan, change)
            current[match] = plan.heads[match] = (row.number, row.revision, row.hash)
    return plan


def _seen(change: Change) -> Head:
    """Return the head that the change is based on.

    The number alone is not enough: a change in flight, based on entries that met a conflict themselves, may find
    its number free, but not its hash.
    """
    old = change.old
    return _NOTHING if old is None else (old.number, old.revision, old.hash)


def repeated(done: Done) -> Appended:
    """Return the result of a request that was executed before."""
    first, last, command = done
    return Appended(None, first, last, repeated=True, command=command)


def _write(plan: WritePlan, change: Change) -> MatchRow:
    row, old = change.new, change.old
    match = row.id
    if old is None:
        plan.created.add(match)
        row = msgspec.structs.replace(row, revision=1)
    elif change.touches_lobby:
        row = msgspec.structs.replace(row, revision=old.revision + 1)
        if match not in plan.created:
            plan.lobbies.add(match)
    elif row.revision != old.revision:
        row = msgspec.structs.replace(row, revision=old.revision)
    if old is not None and row.status != old.status:
        plan.statuses.add(match)
    if change.seed is not None:
        plan.seeds[match] = change.seed
    plan.rows[match] = row
    notes = change.notes or (EntryDigest(),) * len(change.entries)
    plan.entries.extend((match, entry, note) for entry, note in zip(change.entries, notes, strict=True))
    span = (row.number - len(change.entries) + 1, row.number)
    if change.request is not None:
        plan.requests[match, change.request] = (*span, change.command)
    plan.guarded.update(dict.fromkeys((match, fingerprint) for fingerprint in change.guarded))
    plan.results.append(Appended(row, *span))
    return row
