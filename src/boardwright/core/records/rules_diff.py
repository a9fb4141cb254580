"""Comparing a match under two versions of its rules, or with what it was when it was written, position by position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import pack
from typing import NamedTuple
from zlib import crc32

import msgspec

from boardwright.core.canonical import JSON, canonical
from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import TurnNote
from boardwright.core.match.entry import Entry
from boardwright.core.match.log import Log
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.records.migration import migrate
from boardwright.core.refusal import BadRecord
from boardwright.core.rules.position import AnyPosition

_IN_HEADER = ("options", "version")
_FIELDS = {"move": "content", "chance": "content", "end": "outcome", "undo": "content", "redo": "content"}


class Difference(msgspec.Struct, frozen=True):
    """The first entry after which two versions differ (0: the start), in which field, and how."""

    entry: int
    field: str
    text: str

    def __str__(self) -> str:
        where = f"entry {self.entry}" if self.entry else "the start"
        return f"differs at {where} in field {self.field}: {self.text}"


def difference(match: Match, version: int) -> Difference | None:
    """Return where the log of a match, or a position in it, is different under another version; None if nowhere.

    Raises UnknownVersion if the game does not play that version.

    >>> from boardwright.core.game.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> difference(match, match.header.version)
    """
    match.game.with_version(version)
    if version == match.header.version:
        return None
    try:
        other = replay.load(match.game, *migrate(match.header, match.entries, version), match.seed)
    except BadRecord as error:
        return log_difference(match.entries, error)
    for number in range(match.number + 1):
        before, after = fields(match.game, match.at(number)), fields(other.game, other.at(number))
        for name in {**before, **after}:
            old, new = canonical(before.get(name)), canonical(after.get(name))
            if old != new:
                return Difference(number, name, f"{_short(new)} instead of {_short(old)}")
    return None


def log_difference(entries: Sequence[Entry], error: BadRecord) -> Difference:
    """Return what a reader objected to, as a difference."""
    number = error.entry or 0
    if not number:
        return Difference(0, "header", str(error))
    kind = entries[number - 1].kind if number <= len(entries) else ""
    return Difference(number, _FIELDS.get(kind, "kind"), str(error))


def digest_of(game: AnyGame, position: AnyPosition) -> str:
    """Return four hexadecimal digits for each field of the position: enough to find which one has changed.

    >>> from boardwright.core.game.registry import game, names
    >>> first = game(names()[0])
    >>> len(digest_of(first, first.begin())) == 4 * len(fields(first, first.begin()))
    True
    """
    sums = [crc32(canonical(value)) & 0xFFFF for value in fields(game, position).values()]
    return pack(f">{len(sums)}H", *sums).hex()


def digest_difference(match: Match, digests: Mapping[int, str]) -> Difference | None:
    """Return the first entry after which the position is not the one whose digest was stored; None if there is none."""
    for number, stored in digests.items():
        now = digest_of(match.game, match.at(number))
        if now != stored:
            names = fields(match.game, match.at(number))
            changed = (name for at, name in enumerate(names) if now[4 * at : 4 * at + 4] != stored[4 * at : 4 * at + 4])
            name = next(changed) if len(now) == len(stored) else "names"
            return Difference(number, name, "it is not what it was when the entry was written")
    return None


def fields(game: AnyGame, position: AnyPosition) -> dict[str, JSON]:
    """Return the position as JSON by field, without what the header has; fields of a field are named `field.part`."""
    encoded = game.encode(position)
    if not isinstance(encoded, Mapping):
        return {"position": encoded}
    found: dict[str, JSON] = {}
    for name, value in encoded.items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{part}": value[part] for part in value if name not in _IN_HEADER}
        elif name not in _IN_HEADER:
            found[name] = value
    return found


def _short(value: bytes) -> str:
    text = value.decode()
    return text if len(text) <= 80 else f"{text[:77]}..."


class EntryDigest(NamedTuple):
    """The digest of the position after an entry and, with clocks, whose turn it was; None where it is not known."""

    digest: str | None = None
    turn: str | None = None


def entry_digests(log: Log, entries: Sequence[Entry]) -> tuple[EntryDigest, ...]:
    """Return the notes of these entries of a log."""
    return tuple(EntryDigest(digest_of(log.game, log.at(entry.number)), turn_of(log, entry)) for entry in entries)


def turn_of(log: Log, entry: Entry) -> str | None:
    """Return the note of whose turn it was after an entry, and whether it began one; None without clocks.

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
