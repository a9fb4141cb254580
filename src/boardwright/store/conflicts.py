"""Which changes of a batch may be written: one rule for all backends.

The backend holds the matches of the batch still, says how they stand, and writes what the plan says. A
change that cannot be written is answered with a WriteConflict and does no harm to the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from boardwright.core.entry import Entry, chain
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.rows import MatchRow

Answer: TypeAlias = Appended | WriteConflict
Head: TypeAlias = tuple[int, int, str]
"""Where a match stands: its number, its revision, and the hash that the next entry must follow from."""
Span: TypeAlias = tuple[int, int]
"""The first and last entry that a request wrote; an empty one is (n + 1, n)."""
_NOTHING: Head = (0, 0, "")


@dataclass(slots=True)
class Plan:
    """What a batch comes to."""

    answers: list[Answer] = field(default_factory=list)
    rows: dict[str, MatchRow] = field(default_factory=dict)
    """Every match that changes, as it stands after the batch."""
    created: set[str] = field(default_factory=set)
    lobbies: set[str] = field(default_factory=set)
    """Those of `rows`, not created, of which more changes than how far the log has come."""
    seeds: dict[str, bytes] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    """Where those of `rows` stand."""
    entries: list[tuple[str, Entry]] = field(default_factory=list)
    requests: dict[tuple[str, str], Span] = field(default_factory=dict)


def settle(batch: Sequence[Change], heads: Mapping[str, Head], requests: Mapping[tuple[str, str], Span]) -> Plan:
    """Takes the changes in order. `heads` lacks a match that does not exist, `requests` one never answered."""
    plan = Plan()
    standing = dict(heads)
    for change in batch:
        match = change.new.id
        span = None
        if change.request is not None:
            key = (match, change.request)
            span = plan.requests.get(key) or requests.get(key)
        head = standing.get(match, _NOTHING)
        if span is not None:
            plan.answers.append(repeated(span))
        elif not _follows(change, head):
            plan.answers.append(WriteConflict(head[0], head[1]))
        else:
            row = _write(plan, change)
            standing[match] = plan.heads[match] = (row.number, row.revision, _hash_after(change, head[2]))
    return plan


def _follows(change: Change, head: Head) -> bool:
    """Whether the match stands where the change has seen it.

    The number alone would not tell: a change made in advance, on entries that met a conflict themselves, may
    find its number free after all. So its first entry must also follow from the last hash.
    """
    number, revision, last = head
    seen = (0, 0) if change.old is None else (change.old.number, change.old.revision)
    if (number, revision) != seen:
        return False
    if not change.entries:
        return True
    first = change.entries[0]
    before = last or _hash_after_start(change)
    again = chain(before, first.number, first.at, first.kind, first.seat, first.text, first.salt)
    return again.hash == first.hash


def _hash_after(change: Change, last: str) -> str:
    return change.entries[-1].hash if change.entries else last or _hash_after_start(change)


def _hash_after_start(change: Change) -> str:
    return "" if change.new.header is None else change.new.header.hash


def repeated(span: Span) -> Appended:
    """The answer to a request that was answered before."""
    return Appended(None, *span, repeated=True)


def _write(plan: Plan, change: Change) -> MatchRow:
    row, old = change.new, change.old
    match = row.id
    if old is None:
        plan.created.add(match)
        row = msgspec.structs.replace(row, revision=1)
    elif change.is_lobby:
        row = msgspec.structs.replace(row, revision=old.revision + 1)
        if match not in plan.created:
            plan.lobbies.add(match)
    elif row.revision != old.revision:
        row = msgspec.structs.replace(row, revision=old.revision)
    if change.seed is not None:
        plan.seeds[match] = change.seed
    plan.rows[match] = row
    plan.entries.extend((match, entry) for entry in change.entries)
    span = (row.number - len(change.entries) + 1, row.number)
    if change.request is not None:
        plan.requests[match, change.request] = span
    plan.answers.append(Appended(row, *span))
    return row
