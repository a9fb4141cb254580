"""The header of a match: all that is fixed before the first entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import msgspec

from boardwright.core.canonical import JSON, digest, is_portable, json_values
from boardwright.core.chance import distribution as chance
from boardwright.core.game.game import AnyGame
from boardwright.core.game.position_text import read_position
from boardwright.core.match.clock import Clock
from boardwright.core.refusal import BadOptions, NotARecord, UnknownVersion
from boardwright.core.rules.options import GivenOptions, Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import usual_seats
from boardwright.core.seed import Fresh, Seed

NOT_PORTABLE = "Options and start may have fractions from 0.0001 to 1e16 only: others are written in several ways."
FORMAT = 2
"""The number of the record format; a change of the header or of entries raises it."""


def format_fault(found: int) -> str | None:
    """Return why a record of that format cannot be read."""
    return None if found == FORMAT else f"format {found} is unknown; this program reads format {FORMAT}."


def is_hex(text: str, digits: int) -> bool:
    """Return whether that is a hash or salt: so many lower-case hexadecimal digits.

    >>> is_hex("0af3", 4), is_hex("0AF3", 4)
    (True, False)
    """
    return len(text) == digits and set(text) <= set("0123456789abcdef")


class Branch(msgspec.Struct, frozen=True):
    """The origin of a match that did not start at the beginning.

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
    """A note that the match was moved to another version of its rules.

    The first `entry` entries were written under `version`, on another chain that ended in `hash`; `before` is the
    move before this one.
    """

    version: int
    entry: int
    hash: str
    before: Migration | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """All that is fixed before the first entry."""

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
    """The share of each seat in the seed, given after the commitment was made; "" for a seat that did not."""
    salt: str
    clock: Clock = Clock()
    adjudication: Adjudication = Adjudication()
    start: JSON = None
    branch: Branch | None = None
    migrated: Migration | msgspec.UnsetType = msgspec.UNSET
    """Left out of the JSON of a match that was never moved."""

    def rules(self, game: AnyGame) -> AnyGame:
        """Return the game with the rules that the match began with; BadRecord if it does not have that version."""
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


class Setup(TypedDict, total=False):
    """The keyword arguments of `Match.new`."""

    seats: int | None
    options: GivenOptions
    players: Sequence[str]
    seed: Seed | Fresh | None
    shares: Sequence[str]
    at: int
    clock: Clock | str
    adjudication: Adjudication
    start: AnyPosition | str | None


def new_header(game: AnyGame, seed: bytes | None, setup: Setup) -> Header:
    """Return the header of a new match; BadOptions if the parts do not fit."""
    given, seats = setup.get("start"), setup.get("seats")
    start = read_position(game, given) if isinstance(given, str) else given
    if seats is None:
        seats = usual_seats(game.seats) if start is None else start.seats
    names = tuple(setup.get("players", ())) or tuple(f"Player {seat + 1}" for seat in range(seats))
    if len(names) != seats:
        raise BadOptions(f"{seats} seats need {seats} names, not {len(names)}.")
    options = setup.get("options")
    header = Header(
        game=game.name,
        version=game.version,
        seats=seats,
        options=json_values(options if isinstance(options, Options) else game.read_options(options)),
        players=names,
        created=setup.get("at", 0),
        commitment=None if seed is None else chance.commitment(seed),
        shares=tuple(setup.get("shares", ())),
        salt="" if seed is None else chance.Salts(seed).salt(0),
        clock=_clock(setup.get("clock", "none")),
        adjudication=setup.get("adjudication", Adjudication()),
        start=None if start is None else json_values(game.encode(start)),
    )
    if not is_portable(header):
        raise BadOptions(NOT_PORTABLE)
    return header


def _clock(given: Clock | str) -> Clock:
    if isinstance(given, Clock):
        return given
    try:
        return Clock.read(given)
    except ValueError as error:
        raise BadOptions(f"{error}.") from None
