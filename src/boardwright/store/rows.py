"""The rows of the store. All rows are immutable; a change is a new row.

Times are milliseconds since 1970. A row that some backend cannot store cannot be created: see `validation`.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.match.clock import Clock
from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Adjudication, Header
from boardwright.core.rules.outcome import Outcome
from boardwright.store.text_checks import check_storable

Role: TypeAlias = Literal["guest", "player", "bot", "admin"]
Room: TypeAlias = Literal["players", "spectators"]
Status: TypeAlias = Literal["open", "running", "over"]
Spectators: TypeAlias = Literal["allowed", "delayed", "forbidden"]
SeatKind: TypeAlias = Literal["person", "bot", "open"]


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A user of the server. `password` is a password hash, None for guests."""

    id: str
    name: str
    role: Role
    created: int
    password: str | None = None
    muted: int | None = None
    """Until when the account may not write chat messages."""
    banned: int | None = None
    """Since when the account may not use the server."""

    def __post_init__(self) -> None:
        check_storable(id=self.id, name=self.name, password=self.password)


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A session of an account. The store holds only the hash of the token."""

    hash: str
    account: str
    created: int
    expires: int | None = None
    seen: int = 0
    """When the token was last used, within the precision of `Accounts`."""
    agent: str = ""
    """The program that created the session, as it describes itself."""

    def __post_init__(self) -> None:
        check_storable(hash=self.hash, account=self.account, agent=self.agent)


class AuditEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An act of an admin. `number` counts from 1 and is assigned by the store."""

    at: int
    actor: str
    """The account of the admin; "" for the command line."""
    act: str
    subject: str
    """The account or match concerned."""
    detail: str = ""
    number: int = 0

    def __post_init__(self) -> None:
        check_storable(actor=self.actor, act=self.act, subject=self.subject, detail=self.detail)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: held by an account, by a bot of the server (its name), or free.

    >>> Seat().kind, Seat(name="greedy", bot="greedy").kind
    ('open', 'bot')
    """

    name: str = ""
    account: str | None = None
    bot: str | None = None
    share: str = ""
    """The player's contribution to the seed; "" if there is none."""
    reserved_for: str | None = None
    """The only account that may take the seat while it is free; None for everybody."""
    address: str = ""
    """A tag of the player's address, which tells seats of one address from others; erased at the start."""

    def __post_init__(self) -> None:
        check_storable(name=self.name, account=self.account, bot=self.bot, share=self.share)
        check_storable(reserved_for=self.reserved_for, address=self.address)

    @property
    def is_free(self) -> bool:
        """True if nobody holds the seat."""
        return self.account is None and self.bot is None

    @property
    def kind(self) -> SeatKind:
        """Whether a person or a bot holds the seat, or whether it is open."""
        return "bot" if self.bot is not None else "open" if self.is_free else "person"


class ConsentRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An undo or redo that the other players have to agree to. It lapses when the log grows beyond `number`."""

    kind: Literal["undo", "redo"]
    seat: int
    number: int
    to: int | None = None
    agreed: tuple[int, ...] = ()


class MatchSettings(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The settings and seats of a match, agreed before its start and stored beside its log."""

    game: str
    host: str
    """The account that created the match."""
    seats: tuple[Seat, ...]
    title: str = ""
    options: dict[str, JSON] = {}
    clock: Clock = Clock()
    adjudication: Adjudication = Adjudication()
    private: bool = False
    """Listed only for its players; others need its id."""
    quick: bool = False
    """Open to players who ask for a quick match with the same settings."""
    rated: bool = False
    same_address: bool = False
    """True if it would be rated, but some of its players had one address at its start."""
    spectators: Spectators = "allowed"
    delay: int = 0
    """Number of entries that delayed spectators are behind."""
    start: str = ""
    """The position, record or notation file that the match starts from; "" for the start of the game."""
    start_move: int | None = None
    """Number of moves of `start` that have been made there; None for all."""
    consent_requests: tuple[ConsentRequest, ...] = ()
    origin: str | None = None
    """The match that this one is a branch or a rematch of."""
    origin_entry: int | None = None
    """The entry of `origin` that this one starts after; None if it starts elsewhere."""
    rematch: str | None = None
    """The rematch of this one."""
    failed: str = ""
    """Why the match is set aside: a sentence about the move at which the rules of its game failed; "" if it is not."""

    def __post_init__(self) -> None:
        check_storable(game=self.game, host=self.host, title=self.title, start=self.start)
        check_storable(origin=self.origin, rematch=self.rematch)

    @property
    def members(self) -> set[str]:
        """The accounts that have the match on their own list: the host and the players."""
        return {self.host, *(seat.account for seat in self.seats if seat.account is not None)}

    @cached_property
    def seats_by_account(self) -> dict[str, tuple[int, ...]]:
        """The seats that each account holds; several if one person plays for several seats."""
        found: dict[str, tuple[int, ...]] = {}
        for number, seat in enumerate(self.seats):
            if seat.account is not None:
                found[seat.account] = (*found.get(seat.account, ()), number)
        return found

    @cached_property
    def length(self) -> int:
        """The length of the texts of its host: of its start, and of options such as custom cards."""
        return sum(len(text) for text in (self.start, *self.options.values()) if isinstance(text, str))

    @cached_property
    def has_bots(self) -> bool:
        """True if bots hold some of the seats."""
        return any(seat.bot is not None for seat in self.seats)

    def is_watched_by(self, account: str | None) -> bool:
        """Return whether bots hold all seats and the account is the host, who can only watch them."""
        return account == self.host and all(seat.bot is not None for seat in self.seats)


class Outage(msgspec.Struct, frozen=True):
    """A span of time in which no server process could write to the store."""

    since: int
    until: int


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One match: its lobby, its header and the head of its log.

    `number`, `revision` and `hash` together identify a state of the match. The header exists from the start of play;
    the seed is not part of the row, so that no list or log line can reveal it.
    """

    id: str
    created: int
    lobby: MatchSettings
    status: Status = "open"
    header: Header | None = None
    number: int = 0
    """The number of the last entry."""
    hash: str = ""
    """The hash of the last entry, the header's before the first one; "" before the start."""
    revision: int = 1
    """The number of writes of the lobby; counted by the store."""
    changed: int = 0
    """When the last entry was written or the lobby changed."""
    deadline: int | None = None
    """When a server process has to look after the match: a clock runs out, or a bot is to act."""
    outcome: Outcome | None = None
    fault: str = ""
    """Why the store could not decode a part of the match; "" if it could. Never stored."""

    def __post_init__(self) -> None:
        check_storable(id=self.id)


class Saved(msgspec.Struct, frozen=True):
    """Everything that is needed to continue a match."""

    row: MatchRow
    entries: list[Entry]
    seed: bytes | None
    origin: Saved | None = None
    """The match that this one will start from; only before its start, and only where a table loads it."""
    turns: tuple[str | None, ...] = ()
    """The noted turns of the entries (`core/records/rules_diff.py`), or none."""

    def __repr__(self) -> str:
        return f"Saved({self.row.id!r}, {len(self.entries)} entries)"


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message. `number` counts from 1 in each match, over both rooms, and is assigned by the store."""

    match: str
    at: int
    account: str
    name: str
    text: str
    room: Room = "players"
    number: int = 0

    def __post_init__(self) -> None:
        check_storable(match=self.match, account=self.account, name=self.name, text=self.text)


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """An account's rating in a game after its `number`-th rated match (from 1); all rows are its history."""

    account: str
    game: str
    number: int
    match: str
    at: int
    mu: float
    sigma: float


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """An account's achievement counter in a game; `match` is where it changed last."""

    account: str
    game: str
    name: str
    count: int
    match: str
    at: int


class Projection(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one ended match: new ratings, and tallies that replace the old ones."""

    match: str
    ratings: tuple[Rating, ...] = ()
    tallies: tuple[Tally, ...] = ()


class SavedAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a match: `key` names the log and the program that it belongs to, `body` is its JSON text."""

    match: str
    key: str
    at: int
    body: str

    def __post_init__(self) -> None:
        check_storable(match=self.match, key=self.key, body=self.body)


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A write of another process, by id; the reader fetches what it needs.

    `account` means that the account or its tokens have changed, `missed` that notices may have been lost: reload
    everything you hold; `lost` that none will come until the next `missed`.
    """

    kind: Literal["match", "chat", "account", "missed", "lost"]
    match: str = ""
    number: int = 0
    account: str = ""


def log_id(match: str) -> str:
    """Return the tag of a match: it identifies the match, but unlike its id it does not grant access to it.

    `boardwright db find TAG` returns the id.

    >>> log_id("k3J9xq_ZAb1d0PfT")
    '#8db60b2d97'
    """
    return "#" + hashlib.sha256(match.encode()).hexdigest()[:10]
