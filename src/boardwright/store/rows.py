"""The rows of the store. All rows are immutable; a change is a new row.

Times are milliseconds since 1970. A row that some backend cannot store cannot be created: see `validation`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.clock import Clock
from boardwright.core.entry import Entry
from boardwright.core.header import Adjudication, Header
from boardwright.core.outcome import Outcome
from boardwright.store.validation import check_storable

Role: TypeAlias = Literal["guest", "player", "bot", "admin"]
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

    def __post_init__(self) -> None:
        check_storable(id=self.id, name=self.name, password=self.password)


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A session of an account. The store holds only the hash of the token."""

    hash: str
    account: str
    created: int
    expires: int | None = None

    def __post_init__(self) -> None:
        check_storable(hash=self.hash, account=self.account)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: held by an account, by a bot of the server (its name), or free.

    >>> Seat().kind, Seat(name="greedy", bot="greedy").kind
    ('open', 'bot')
    """

    name: str = ""
    account: str | None = None
    bot: str | None = None

    def __post_init__(self) -> None:
        check_storable(name=self.name, account=self.account, bot=self.bot)

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


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
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
    spectators: Spectators = "allowed"
    delay: int = 0
    """How many entries delayed spectators are behind."""
    start: str = ""
    """The position, record or notation file that the match starts from; "" for the start of the game."""
    asks: tuple[ConsentRequest, ...] = ()
    origin: str | None = None
    """The match that this one is a branch or a rematch of."""
    rematch: str | None = None
    """The rematch of this one."""

    def __post_init__(self) -> None:
        check_storable(game=self.game, host=self.host, title=self.title, start=self.start)
        check_storable(origin=self.origin, rematch=self.rematch)


class Outage(msgspec.Struct, frozen=True):
    """A span of time in which no server process could write to the store."""

    since: int
    until: int


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One match: its lobby, its header and the head of its log.

    `number` and `revision` together identify a state of the match. The header exists from the start of play;
    the seed is not part of the row, so that no list or log line can reveal it.
    """

    id: str
    created: int
    lobby: Lobby
    status: Status = "open"
    header: Header | None = None
    number: int = 0
    """The number of the last entry."""
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

    def __repr__(self) -> str:
        return f"Saved({self.row.id!r}, {len(self.entries)} entries)"


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message. `number` counts from 1 in each match and is assigned by the store."""

    match: str
    at: int
    account: str
    name: str
    text: str
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


class Notice(msgspec.Struct, frozen=True):
    """A write of another process, by id; the reader fetches what it needs.

    `missed` means that notices may have been lost: reload everything you hold.
    """

    kind: Literal["match", "chat", "missed"]
    match: str = ""
    number: int = 0
