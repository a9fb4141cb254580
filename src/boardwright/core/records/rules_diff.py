"""Comparing a match under two versions of its rules, or with what it was when it was written, position by position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import pack
from zlib import crc32

import msgspec

from boardwright.core.canonical import JSON, canonical
from boardwright.core.game.game import AnyGame
from boardwright.core.match.entry import Entry
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
    """Where the log of a match, or a position in it, is different under another version; None if nowhere.

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
        name = first_different(before, after)
        if name is not None:
            text = f"{_short(after.get(name))} instead of {_short(before.get(name))}"
            return Difference(number, name, text)
    return None


def log_difference(entries: Sequence[Entry], error: BadRecord) -> Difference:
    """What a reader objected to, as a difference."""
    number = error.entry or 0
    if not number:
        return Difference(0, "header", str(error))
    kind = entries[number - 1].kind if number <= len(entries) else ""
    return Difference(number, _FIELDS.get(kind, "kind"), str(error))


def digest_of(game: AnyGame, position: AnyPosition) -> str:
    """Four hexadecimal digits for each field of the position: enough to find which one is another after a change.

    >>> from boardwright.core.game.registry import game, names
    >>> first = game(names()[0])
    >>> len(digest_of(first, first.begin())) == 4 * len(fields(first, first.begin()))
    True
    """
    sums = [crc32(canonical(value)) & 0xFFFF for value in fields(game, position).values()]
    return pack(f">{len(sums)}H", *sums).hex()


def digest_difference(match: Match, digests: Mapping[int, str]) -> Difference | None:
    """The first entry after which the position is not the one whose digest was stored; None if there is none."""
    for number, stored in digests.items():
        now = digest_of(match.game, match.at(number))
        if now != stored:
            names = list(fields(match.game, match.at(number)))
            at = next(
                (place for place in range(0, len(now), 4) if now[place : place + 4] != stored[place : place + 4]), 0
            )
            name = names[at // 4] if len(now) == len(stored) else "names"
            return Difference(number, name, "it is not what it was when the entry was written")
    return None


def fields(game: AnyGame, position: AnyPosition) -> dict[str, JSON]:
    """The position as JSON by field, without what the header has; fields of a field are named `field.part`."""
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


def first_different(before: Mapping[str, JSON], after: Mapping[str, JSON]) -> str | None:
    """The name of the first field that differs or is missing in one of them."""
    names = {**before, **after}
    return next((name for name in names if canonical(before.get(name)) != canonical(after.get(name))), None)


def _short(value: JSON) -> str:
    text = canonical(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
