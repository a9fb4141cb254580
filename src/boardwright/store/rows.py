"""What the store keeps, row by row. All rows are frozen; a change is a new row.

Times are milliseconds since 1970. A row that some backend could not keep cannot be made: see `text`.
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


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who may sit down. `password` is a password hash, None for guests and bots without one."""

    id: str
    name: str
    role: Role
    created: int
    password: str | None = None

    def __post_init__(self) -> None:
        check_storable(id=self.id, name=self.name, password=self.password)


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A session of an account. The store never sees the token itself, only its hash."""

    hash: str
    account: str
    created: int
    expires: int | None = None

    def __post_init__(self) -> None:
        check_storable(hash=self.hash, account=self.account)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits on a seat: an account, a bot of the server (its spec, such as "mcts:200"), or nobody yet."""

    name: str = ""
    account: str | None = None
    bot: str | None = None

    def __post_init__(self) -> None:
        check_storable(name=self.name, account=self.account, bot=self.bot)

    @property
    def is_free(self) -> bool:
        return self.account is None and self.bot is None


class ConsentRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request that the others have to agree to. It lapses when the log goes on beyond `number`."""

    kind: Literal["undo", "redo"]
    seat: int
    number: int
    to: int | None = None
    agreed: tuple[int, ...] = ()


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed at the table, before the match and beside its log."""

    game: str
    host: str
    """The account that opened the match."""
    seats: tuple[Seat, ...]
    title: str = ""
    options: dict[str, JSON] = {}
    clock: Clock = Clock()
    adjudication: Adjudication = Adjudication()
    private: bool = False
    """Listed for those at the table only; others come by its id."""
    """The secret part of the address that lets one in."""
    quick: bool = False
    """Starts by itself when all seats are taken."""
    rated: bool = False
    spectators: Spectators = "allowed"
    delay: int = 0
    """How many entries delayed spectators are behind."""
    asks: tuple[ConsentRequest, ...] = ()
    origin: str | None = None
    """The match that this one is a branch or a rematch of."""
    rematch: str | None = None
    """The match that those at the table went on to."""

    def __post_init__(self) -> None:
        check_storable(game=self.game, host=self.host, title=self.title)
        check_storable(origin=self.origin, rematch=self.rematch)


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One match: what was agreed, how it began and how far its log has come.

    `number` and `revision` together say which state of the match one has seen. The header is there from
    the start of play on; the seed is not part of the row, so that no list or log line ever shows it.
    """

    id: str
    created: int
    lobby: Lobby
    status: Status = "open"
    header: Header | None = None
    number: int = 0
    """The number of the last entry."""
    revision: int = 1
    """How often the lobby was written; counted by the store."""
    changed: int = 0
    """When the last entry was written or the lobby changed."""
    deadline: int | None = None
    """When the next clock runs out."""
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        check_storable(id=self.id)


class Saved(msgspec.Struct, frozen=True):
    """All that is needed to go on with a match."""

    row: MatchRow
    entries: list[Entry]
    seed: bytes | None

    def __repr__(self) -> str:
        return f"Saved({self.row.id!r}, {len(self.entries)} entries)"


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line said at a table. `number` counts from 1 in each match and is given by the store."""

    match: str
    at: int
    account: str
    name: str
    text: str
    number: int = 0

    def __post_init__(self) -> None:
        check_storable(match=self.match, account=self.account, name=self.name, text=self.text)


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """An account's rating in a game after its `number`-th rated match (from 1); all of them are the history."""

    account: str
    game: str
    number: int
    match: str
    at: int
    mu: float
    sigma: float


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How often an account earned an achievement, or how far a streak goes; `match` is where it changed last."""

    account: str
    game: str
    name: str
    count: int
    match: str
    at: int


class Projection(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from one ended match: new ratings, and tallies in place of the old ones."""

    match: str
    ratings: tuple[Rating, ...] = ()
    tallies: tuple[Tally, ...] = ()


class Notice(msgspec.Struct, frozen=True):
    """Something another process wrote: ids only, the reader fetches what it needs.

    `missed` means that notices may have been lost: look again at everything you hold.
    """

    kind: Literal["match", "chat", "missed"]
    match: str = ""
    number: int = 0
