"""Mapping of rows to columns, the same for both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Header
from boardwright.core.records.rules_diff import EntryDigest
from boardwright.core.refusal import BadRecord
from boardwright.core.rules.outcome import Outcome
from boardwright.store.conflicts import WritePlan
from boardwright.store.rows import MatchRow, MatchSettings

Values: TypeAlias = Sequence[Any]
T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)

_read_lobby = msgspec.json.Decoder(MatchSettings).decode
_read_header = msgspec.json.Decoder(Header).decode
_read_outcome = msgspec.json.Decoder(Outcome).decode
_encode = msgspec.json.Encoder().encode

MATCH = (
    "m.id, m.created, m.lobby, m.status, m.header, h.number, h.revision, h.changed, h.deadline, h.outcome, "
    "m.game, m.host, h.hash"
)
FROM_MATCHES = "from matches m join heads h on h.match = m.id"
ENTRY = "number, at, kind, seat, content, salt, hash, turn"

_PUT_MATCH = """
    insert into matches (id, created, game, host, private, quick, status, lobby, header)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do update set created = excluded.created, game = excluded.game, host = excluded.host,
        private = excluded.private, quick = excluded.quick, status = excluded.status, lobby = excluded.lobby,
        header = excluded.header
"""
_PUT_SEED = "update matches set seed = $2 where id = $1"
_SET_STATUS = "update matches set status = $2 where id = $1"
_CLEAR_MEMBERS = "delete from members where match = $1"
_ADD_MEMBER = "insert into members (account, match, game, created) values ($1, $2, $3, $4)"
_ADD_HEAD = """
    insert into heads (match, number, revision, hash, changed, deadline, outcome, ended)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
"""
_MOVE_HEAD = """
    update heads set number = $2, revision = $3, hash = $4, changed = $5, deadline = $6, outcome = $7,
        ended = $8 where match = $1
"""
_ADD_ENTRY = f"insert into entries (match, {ENTRY}, digest) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
_ADD_REQUEST = "insert into requests (match, request, first, last, command) values ($1, $2, $3, $4, $5)"

_GUARD = "insert into guarded (match, fingerprint) values ($1, $2) on conflict (match, fingerprint) do nothing"
_UNGUARD = "delete from guarded where match = $1"


def columns(kind: type[msgspec.Struct], table: str = "") -> str:
    """Return the columns of a table whose rows are structs of that kind; `table` is its name in the query.

    >>> from boardwright.store.rows import Outage
    >>> columns(Outage, "o"), read(Outage, (3, 5))
    ('o.since, o.until', Outage(since=3, until=5))
    """
    return ", ".join(f"{table}.{name}" if table else name for name in kind.__struct_fields__)


def read(kind: type[R], values: Values) -> R:
    """Return the struct in the `columns` of its kind."""
    return kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


def read_match(values: Values) -> MatchRow:
    """Return the row in the columns `MATCH`; its `fault` names columns that cannot be decoded."""
    match, created, lobby, status, header, number, revision, changed, deadline, outcome, game, host, last = values[:13]
    faults: list[str] = []
    return MatchRow(
        id=match,
        created=created,
        lobby=_decoded("lobby", _read_lobby, lobby, faults) or MatchSettings(game=game, host=host, seats=()),
        status=status,
        header=_decoded("header", _read_header, header, faults),
        number=number,
        hash=last,
        revision=revision,
        changed=changed,
        deadline=deadline,
        outcome=_decoded("outcome", _read_outcome, outcome, faults),
        fault=" ".join(faults),
    )


def _decoded(name: str, decode: Callable[[str], T], text: str | None, faults: list[str]) -> T | None:
    """Return the decoded column; None if it is empty or, with a line in `faults`, if it cannot be decoded."""
    try:
        return None if text is None else decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        faults.append(f"The {name} cannot be decoded: {error}.")
        return None


def read_entry(values: Values) -> Entry:
    """Return the entry in the columns `ENTRY`; raise BadRecord if its content is not JSON."""
    number, at, kind, seat, content, salt, hashed, _ = values
    try:
        return Entry(number, at, kind, seat, msgspec.json.decode(content), salt, hashed)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(f"Entry {number} cannot be decoded: {error}.", number) from None


def writes(plan: WritePlan) -> Iterator[tuple[str, list[Values]]]:
    """Yield the statements that write a plan, each with the values of all its rows."""
    lobbies = [plan.rows[match] for match in (*plan.created, *plan.lobbies)]
    steps: list[tuple[str, list[Values]]] = [
        (_PUT_MATCH, [_match_values(row) for row in lobbies]),
        (_PUT_SEED, [(match, seed.hex()) for match, seed in plan.seeds.items()]),
        (_SET_STATUS, [(match, plan.rows[match].status) for match in plan.statuses - plan.created - plan.lobbies]),
        (_CLEAR_MEMBERS, [(match,) for match in plan.lobbies]),
        (_ADD_MEMBER, [values for row in lobbies for values in _member_values(row)]),
        (_ADD_HEAD, [_head_values(plan, match) for match in plan.created]),
        (_MOVE_HEAD, [_head_values(plan, match) for match in plan.rows if match not in plan.created]),
        (_ADD_ENTRY, [_entry_values(*written) for written in plan.entries]),
        (_GUARD, list(plan.guarded)),
        (_UNGUARD, [(match,) for match in plan.ended]),
        (_ADD_REQUEST, [(*key, *done) for key, done in plan.requests.items()]),
    ]
    return ((sql, values) for sql, values in steps if values)


def _match_values(row: MatchRow) -> Values:
    lobby = row.lobby
    header = None if row.header is None else _encode(row.header).decode()
    facts = (lobby.game, lobby.host, lobby.private, lobby.quick, row.status)
    return (row.id, row.created, *facts, _encode(lobby).decode(), header)


def _member_values(row: MatchRow) -> Iterator[Values]:
    for account in row.lobby.members:
        yield account, row.id, row.lobby.game, row.created


def _head_values(plan: WritePlan, match: str) -> Values:
    row = plan.rows[match]
    outcome = None if row.outcome is None else _encode(row.outcome).decode()
    ended = row.changed if row.status == "over" and row.header is not None else None
    return match, *plan.heads[match], row.changed, row.deadline, outcome, ended


def _entry_values(match: str, entry: Entry, note: EntryDigest) -> Values:
    content, (digest, turn) = _encode(entry.content).decode(), note
    return match, entry.number, entry.at, entry.kind, entry.seat, content, entry.salt, entry.hash, turn, digest
