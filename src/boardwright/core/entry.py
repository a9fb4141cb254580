"""One entry of a log, chained to the one before.

An entry's hash is SHA-256 over the previous hash (the header's for the first) and the canonical JSON of
`[number, at, kind, seat, seal]`, where `seal` is the SHA-256 of the canonical JSON of `[text, salt]`. Altering
one entry breaks every later one. Where the text is hidden the seal is shown instead, so the chain of a
sealed log can be checked to the last byte too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from boardwright.core.canonical import canonical, digest

Kind: TypeAlias = Literal["move", "chance", "undo", "redo", "timeout", "resign", "draw", "cancel", "end"]


class Entry(msgspec.Struct, frozen=True):
    """One line of the log. In a sealed one, that is hidden from the reader, `text` is None and `salt` is the seal."""

    number: int
    at: int
    kind: Kind
    seat: int | None
    text: str | None
    salt: str
    hash: str

    def seal(self) -> Entry:
        """The same entry with its content hidden; its hash stays, so the chain still holds."""
        return (
            self if self.text is None else msgspec.structs.replace(self, text=None, salt=digest([self.text, self.salt]))
        )

    @property
    def is_sealed(self) -> bool:
        return self.text is None

    @property
    def is_step(self) -> bool:
        """Whether the entry itself leads to a new position."""
        return self.kind == "move" or self.kind == "chance"


def chain(previous: str, number: int, at: int, kind: Kind, seat: int | None, text: str | None, salt: str) -> Entry:
    """The entry that follows the one whose hash is `previous`; without a text, `salt` is the seal."""
    body = canonical((number, at, kind, seat, salt if text is None else digest([text, salt])))
    hashed = hashlib.sha256(previous.encode() + body).hexdigest()
    return Entry(number, at, kind, seat, text, salt, hashed)


def broken_link(start: str, entries: Iterable[Entry]) -> tuple[int, str] | None:
    """The first entry that does not follow from the one before, and why; None if the chain holds.

    >>> first = chain("", 1, 0, "move", 0, "pass", "")
    >>> broken_link("", [first])
    >>> broken_link("", [msgspec.structs.replace(first, text="d7-c7")])
    (1, 'its content does not agree with its hash')
    """
    previous, last = start, 0
    for expected, entry in enumerate(entries, 1):
        if entry.number != expected:
            return expected, f"it is numbered {entry.number}"
        if entry.at < last:
            return expected, "it is earlier than the entry before"
        again = chain(previous, entry.number, entry.at, entry.kind, entry.seat, entry.text, entry.salt)
        if again.hash != entry.hash:
            return expected, "its content does not agree with its hash"
        previous, last = entry.hash, entry.at
    return None
