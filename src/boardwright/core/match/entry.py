"""One entry of a log, chained to the one before.

An entry's hash is SHA-256 over the previous hash (the header's for the first) and the canonical JSON of
`[number, at, kind, seat, seal]`, where `seal` is the SHA-256 of the canonical JSON of `[content, salt]`. Altering
one entry breaks every later one. Where the content is hidden the seal is shown instead, so the chain of a
sealed log can be checked to the last byte too. The parts of a deal are sealed one by one
(`core/chance/sealed_deal.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeAlias, TypeVar

import msgspec

from boardwright.core.canonical import JSON, canonical, digest
from boardwright.core.chance.sealed_deal import SealedDeal, read_dealt, seal_parts

Kind: TypeAlias = Literal["move", "chance", "undo", "redo", "timeout", "resign", "draw", "pause", "cancel", "end"]
Content: TypeAlias = str | dict[str, JSON]
"""The text of a move, of a chance outcome from outside or of a draw answer, or one of the structs below as JSON."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of a few outcomes, drawn from the seed; `of` commits to the distribution without showing it."""

    of: str
    outcome: str


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Goes back to the step of entry `to`. `forced` ones make room for the fallback move of an absent player."""

    to: int
    agreed: tuple[int, ...] = ()
    forced: bool = False


class Redo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Brings back the step of entry `to`, which the last undo left."""

    to: int
    agreed: tuple[int, ...] = ()


class Pause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No server served the match from `since` until the entry's own time: no clock ran meanwhile."""

    since: int


Struct: TypeAlias = Drawn | SealedDeal | Undo | Redo | Pause
C = TypeVar("C")


def content_of(struct: Struct) -> dict[str, JSON]:
    """Return the struct as an entry holds it, the way it reads back from JSON.

    >>> content_of(Undo(2, (0, 1)))
    {'agreed': [0, 1], 'to': 2}
    """
    return msgspec.json.decode(canonical(struct), type=dict[str, JSON])


class Entry(msgspec.Struct, frozen=True):
    """One line of the log. A sealed one, hidden from the reader, has no content and its seal in place of the salt.

    Of a deal only the parts are sealed that are hidden from the reader.

    >>> from boardwright.core.match.match import Match
    >>> entry = Match.new("deblockle").play("c7-b7")[0]
    >>> entry.number, entry.kind, entry.seat, entry.text, len(entry.hash)
    (1, 'move', 0, 'c7-b7', 64)
    """

    number: int
    at: int
    kind: Kind
    seat: int | None
    content: Content | None
    salt: str
    hash: str

    def seal(self) -> Entry:
        """Return the same entry with its content hidden; its hash stays, so the chain still holds."""
        if self.content is None:
            return self
        return msgspec.structs.replace(self, content=None, salt=_seal(self.kind, self.content, self.salt))

    def seal_for(self, seat: int | None) -> Entry:
        """Return the same entry with those parts of a deal hidden that the seat (None: a spectator) may not see."""
        if self.dealt is None or not isinstance(self.content, dict):
            return self
        content = seal_parts(self.content, lambda part: part.seen is None or seat in part.seen)
        return msgspec.structs.replace(self, content=content)

    @property
    def dealt(self) -> SealedDeal | None:
        """The deal, if the entry is one."""
        return read_dealt(self.content) if self.kind == "chance" else None

    @property
    def is_sealed(self) -> bool:
        """Whether something is hidden from the reader."""
        return self.content is None or ((dealt := self.dealt) is not None and dealt.is_sealed)

    @property
    def is_step(self) -> bool:
        """Whether the entry itself leads to a new position."""
        return self.kind == "move" or self.kind == "chance"

    @property
    def text(self) -> str:
        """The text of a move, a chance outcome or a draw answer; "" for everything else and where it is sealed."""
        content = self.content
        if isinstance(content, str):
            return content
        if self.kind != "chance" or not content:
            return ""
        dealt = self.dealt
        return str(content.get("outcome", "")) if dealt is None else dealt.outcome

    @property
    def detail(self) -> str | None:
        """The words of a log beside the kind: its text, the goal of an undo or redo, the length of a pause.

        Of a deal it is how many cards go where; None if the content is sealed.

        >>> chain("", 4, 0, "undo", 0, {"to": 2}, "").detail
        'to entry 2'
        """
        if self.content is None:
            return None
        match self.kind:
            case "undo":
                return f"to entry {self.read(Undo).to}"
            case "redo":
                return f"to entry {self.read(Redo).to}"
            case "pause":
                return _duration(self.at - self.read(Pause).since)
            case _:
                return self.text if (dealt := self.dealt) is None else dealt.summary

    def read(self, kind: type[C]) -> C:
        """Return the content as that struct; ValueError if it is something else."""
        return msgspec.convert(self.content, kind)


def _duration(milliseconds: int) -> str:
    """Return some time as people say it: in seconds, from two minutes on in minutes, from two hours on in hours.

    >>> _duration(300), _duration(10_492), _duration(125_000), _duration(7_300_000)
    ('a moment', '10 s', '2 min', '2 h')
    """
    seconds = round(milliseconds / 1000)
    if seconds < 1:
        return "a moment"
    return (
        f"{seconds} s" if seconds < 120 else f"{round(seconds / 60)} min" if seconds < 7200 else f"{seconds // 3600} h"
    )


def chain(
    previous: str, number: int, at: int, kind: Kind, seat: int | None, content: Content | None, salt: str
) -> Entry:
    """Return the entry that follows the one whose hash is `previous`; without content, `salt` is the seal."""
    body = canonical((number, at, kind, seat, salt if content is None else _seal(kind, content, salt)))
    hashed = hashlib.sha256(previous.encode() + body).hexdigest()
    return Entry(number, at, kind, seat, content, salt, hashed)


def _seal(kind: Kind, content: Content, salt: str) -> str:
    """Return the seal of an entry's content; a deal is hashed with all its parts sealed."""
    if kind == "chance" and isinstance(content, dict) and read_dealt(content) is not None:
        content = seal_parts(content, lambda part: False)
    return digest([content, salt])


def broken_link(start: str, entries: Iterable[Entry]) -> tuple[int, str] | None:
    """Return the first entry that does not follow from the one before, and why; None if the chain holds.

    >>> first = chain("", 1, 0, "move", 0, "pass", "")
    >>> broken_link("", [first])
    >>> broken_link("", [msgspec.structs.replace(first, content="d7-c7")])
    (1, 'its content does not agree with its hash')
    """
    previous, last = start, 0
    for expected, entry in enumerate(entries, 1):
        if entry.number != expected:
            return expected, f"it is numbered {entry.number}"
        if entry.at < last:
            return expected, "it is earlier than the entry before"
        again = chain(previous, entry.number, entry.at, entry.kind, entry.seat, entry.content, entry.salt)
        if again.hash != entry.hash:
            return expected, "its content does not agree with its hash"
        previous, last = entry.hash, entry.at
    return None
