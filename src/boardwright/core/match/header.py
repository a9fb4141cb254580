"""What is fixed before the first entry of a match."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON, digest
from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import Clock
from boardwright.core.refusal import NotARecord, UnknownVersion

FORMAT = 2
"""The number of the record format; a change of the header or of entries raises it."""


def format_fault(found: int) -> str | None:
    """Why a record of that format cannot be read."""
    return None if found == FORMAT else f"format {found} is unknown; this program reads format {FORMAT}."


def is_hex(text: str, digits: int) -> bool:
    """Whether that is a hash or salt: so many lower-case hexadecimal digits.

    >>> is_hex("0af3", 4), is_hex("0AF3", 4)
    (True, False)
    """
    return len(text) == digits and set(text) <= set("0123456789abcdef")


class Branch(msgspec.Struct, frozen=True):
    """Where a match that did not start at the beginning comes from.

    The first `inherited` entries are copies of the other match's line up to its entry number `entry`;
    `clock_starts` says after how many of them, and when, play began in the matches they come from.
    """

    match: str
    entry: int
    hash: str
    inherited: int
    clock_starts: tuple[tuple[int, int], ...] = ()


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """Draws that the match declares outside the rules; both are off unless asked for."""

    dead_position: bool = False
    max_moves: int = 0


class Migration(msgspec.Struct, frozen=True):
    """That the match was moved to another version of its rules.

    The first `entry` entries were written under `version`, on another chain that ended in `hash`; `before` is the
    move before this one.
    """

    version: int
    entry: int
    hash: str
    before: Migration | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed before the first entry."""

    boardwright: int = FORMAT
    """The record format."""
    game: str
    version: int
    seats: int
    options: dict[str, JSON]
    players: tuple[str, ...]
    created: int
    commitment: str | None
    shares: tuple[str, ...] = ()
    """What each seat contributed to the seed after the commitment was made; "" for a seat that did not."""
    salt: str
    clock: Clock = Clock()
    adjudication: Adjudication = Adjudication()
    start: JSON = None
    branch: Branch | None = None
    migrated: Migration | msgspec.UnsetType = msgspec.UNSET
    """Left out of the JSON of a match that was never moved."""

    def rules(self, game: AnyGame) -> AnyGame:
        """The game with the version of the rules that the match began with; BadRecord if it does not have them."""
        fault = format_fault(self.boardwright)
        if fault is None and self.game != game.name:
            fault = f"the record is of {self.game} version {self.version}, here is {game.name}."
        if fault is not None:
            raise NotARecord(f"Header: {fault}", 0)
        try:
            return game.with_version(self.version)
        except UnknownVersion as error:
            raise NotARecord(f"Header: {error}", 0) from None

    @property
    def clock_starts(self) -> dict[int, int]:
        """After how many entries play begins, and when: here, and in the matches this one branches from."""
        if self.branch is None:
            return {0: self.created}
        return {**dict(self.branch.clock_starts), self.branch.inherited: self.created}

    @property
    def hash(self) -> str:
        """The start of the chain; it also serves as the match's identity."""
        return digest(self)
