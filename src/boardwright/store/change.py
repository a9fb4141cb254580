"""One change of one match, and the two ordinary answers to it."""

from __future__ import annotations

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.refusal import BoardwrightError
from boardwright.store.rows import MatchRow
from boardwright.store.validation import check_storable


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """From the row one has seen to the row that shall be, with the entries in between.

    `old` is None for a new match. It is refused as a WriteConflict unless the store still has the match as
    `old` says (same number and revision) and the entries follow from those stored. Moves may be on their way
    before the last one is answered; after a change of the lobby or the header go on from the answer's row,
    because the store counts the revisions. `request` makes it repeatable: a second change of the same
    match with the same request is not written, but answered as the first was. Requests of different
    clients must differ, so put the account into it. `seed` goes with the header.
    """

    old: MatchRow | None
    new: MatchRow
    entries: tuple[Entry, ...] = ()
    request: str | None = None
    seed: bytes | None = None

    def __post_init__(self) -> None:
        check_storable(request=self.request)
        number = 0 if self.old is None else self.old.number
        for entry in self.entries:
            number += 1
            if entry.number != number:
                raise BrokenChange(f"Entry {entry.number} cannot follow entry {number - 1} of match {self.new.id}.")
            if entry.text is None:
                raise BrokenChange(f"Entry {number} of match {self.new.id} is sealed and cannot be stored.")
            check_storable(entry=entry.text)
        if self.entries and self.new.header is None:
            raise BrokenChange(f"Match {self.new.id} has entries but no header.")
        if self.new.number != number or (self.old is not None and self.old.id != self.new.id):
            raise BrokenChange(f"Row {self.new.id!r} at number {self.new.number} is not what its entries lead to.")

    @property
    def is_lobby(self) -> bool:
        """Whether more changes than how far the log has come."""
        old, new = self.old, self.new
        return old is None or (old.lobby, old.header, old.created) != (new.lobby, new.header, new.created)


class BrokenChange(BoardwrightError, ValueError):
    """A change that no store could write: a mistake of the program, not of a player."""


class Appended(msgspec.Struct, frozen=True):
    """The change is durable. `row` is the match as stored, `first` to `last` the numbers of the new entries.

    When `repeated`, the request had been answered before: `first` and `last` are that answer's, nothing was
    written now, and `row` is None: what you hold in memory is not what is stored, load it again.
    """

    row: MatchRow | None
    first: int
    last: int
    repeated: bool = False


class WriteConflict(msgspec.Struct, frozen=True):
    """Somebody else was first: the stored match is at this number and revision; both 0 if there is none."""

    number: int
    revision: int
