"""A change of one match, and its two possible results."""

from __future__ import annotations

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.records.rules_diff import EntryDigest
from boardwright.core.refusal import BoardwrightError
from boardwright.store.rows import MatchRow
from boardwright.store.text_checks import check_storable


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A transition from the row that the writer has seen to a new row, with the entries in between.

    `old` is None for a new match. The result is a WriteConflict unless the stored match still has the number, the
    revision and the hash of `old`. Several appends of entries may be in flight; after
    a change of the lobby or the header continue from the row of the result, because the store counts revisions.
    `request` makes the change idempotent: a second change of the same match with the same request is not
    written and gets the result of the first. It must be unique among clients, so include the account. `command` is a
    digest of what was requested, which the result of a repeated request tells. `seed`
    publishes the seed of the match, so it is given at the end. `notes` are those of the entries, or none.
    `guarded` are fingerprints that `Store.is_guarded` finds until the match is over.
    """

    old: MatchRow | None
    new: MatchRow
    entries: tuple[Entry, ...] = ()
    notes: tuple[EntryDigest, ...] = ()
    request: str | None = None
    command: str = ""
    seed: bytes | None = None
    guarded: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_storable(request=self.request, command=self.command)
        number, last = (0, "") if self.old is None else (self.old.number, self.old.hash)
        for entry in self.entries:
            number += 1
            if entry.number != number:
                raise InvalidChange(f"Entry {entry.number} cannot follow entry {number - 1}.")
            if entry.is_sealed:
                raise InvalidChange(f"Entry {number} is sealed and cannot be stored.")
            check_storable(entry=entry.text)
        if self.notes and len(self.notes) != len(self.entries):
            raise InvalidChange(f"{len(self.entries)} entries have {len(self.entries)} notes, or none.")
        if self.entries and self.new.header is None:
            raise InvalidChange("The match has entries but no header.")
        if self.new.number != number or (self.old is not None and self.old.id != self.new.id):
            raise InvalidChange(f"The row at number {self.new.number} does not follow from its entries.")
        if self.entries:
            last = self.entries[-1].hash
        elif self.new.header is not None and not last:
            last = self.new.header.hash
        if self.new.hash != last:
            raise InvalidChange(f"The row does not have the hash of entry {number}.")

    @property
    def touches_lobby(self) -> bool:
        """True if the change touches the lobby or header, not just the log."""
        old, new = self.old, self.new
        return old is None or (old.lobby, old.header, old.created) != (new.lobby, new.header, new.created)


class InvalidChange(BoardwrightError, ValueError):
    """A change that no store can write: a programming error, not a player's mistake."""


class Appended(msgspec.Struct, frozen=True):
    """The change is durable. `row` is the match as stored, `first` to `last` the numbers of the new entries.

    If `repeated`, the request was executed before: `first` and `last` are those of the first result, nothing was
    written now, and `row` is None, so load the match again. `command` is that of the first request; "" if it is not
    known.
    """

    row: MatchRow | None
    first: int
    last: int
    repeated: bool = False
    command: str = ""


class WriteConflict(msgspec.Struct, frozen=True):
    """Another writer was faster: number and revision of the stored match, both 0 if there is none."""

    number: int
    revision: int
