"""Which changes of a batch may be written: one rule for all backends.

The backend holds the matches of the batch still, says how they stand, and writes what the plan says. A
change that cannot be written is answered with a Conflict and does no harm to the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from boardwright.core.entry import Entry
from boardwright.store.change import Appended, Change, Conflict
from boardwright.store.rows import MatchRow

Answer: TypeAlias = Appended | Conflict
Head: TypeAlias = tuple[int, int]
"""The number and the revision a match stands at."""
Span: TypeAlias = tuple[int, int]
"""The first and last entry that a request wrote; an empty one is (n + 1, n)."""


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
        head = standing.get(match, (0, 0))
        seen = (0, 0) if change.old is None else (change.old.number, change.old.revision)
        if span is not None:
            plan.answers.append(repeated(span))
        elif head != seen:
            plan.answers.append(Conflict(*head))
        else:
            row = _write(plan, change)
            standing[match] = (row.number, row.revision)
    return plan


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
