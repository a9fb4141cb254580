"""Bodies and query parameters of the HTTP API, beside the commands in `messages`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.moves.gesture import Gesture
from boardwright.store.rows import Role
from boardwright.table.matches.seating import MatchId, NewMatch, Share, StartText
from boardwright.web.api.messages import ClientMessage, Number, Seat

Name = Annotated[str, Meta(max_length=100)]
NewName = Annotated[str, Meta(min_length=1, max_length=100, examples=["Ann"])]
Password = Annotated[str, Meta(max_length=1000)]
AccountId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,32}$", description="The id of an account.")]
SessionId = Annotated[str, Meta(pattern="^[0-9a-f]{1,64}$", description="The id of a session.")]
GameName = Annotated[str, Meta(max_length=64)]


class NewGuest(ClientMessage, frozen=True, kw_only=True):
    """The name of a new guest."""

    name: NewName


class NewAccount(ClientMessage, frozen=True, kw_only=True):
    """A new account; `bot` is true for a program that plays."""

    name: NewName
    password: Password
    bot: bool = False


class Login(ClientMessage, frozen=True, kw_only=True):
    """The name and password of an account, and what an earlier session of this device got as `device`."""

    name: Name
    password: Password
    device: Annotated[str, Meta(max_length=100)] = ""


class AccountChange(ClientMessage, frozen=True, kw_only=True):
    """A new name or password; an account that has a password needs it for a new one."""

    name: Name | None = None
    password: Password | None = None
    old_password: Password = ""


class Recovery(ClientMessage, frozen=True, kw_only=True):
    """A recovery code of an account, and its new password."""

    name: Name
    code: Annotated[str, Meta(max_length=100)]
    password: Password


class Confirmation(ClientMessage, frozen=True, kw_only=True):
    """The password of the account."""

    password: Password


class SessionFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which sessions to end."""

    which: Literal["this", "others", "all"] = "this"


class Join(ClientMessage, frozen=True, kw_only=True):
    """The seat to take, by default the first available one, and your share of the seed."""

    seat: Seat | None = None
    share: Share = ""


class Start(ClientMessage, frozen=True, kw_only=True):
    """The bot that takes the free seats."""

    bot: Annotated[str, Meta(max_length=64)] | None = None


class Rematch(ClientMessage, frozen=True, kw_only=True):
    """Your share of the rematch's seed."""

    share: Share = ""


class CommitmentQuery(ClientMessage, frozen=True, kw_only=True):
    """The quick match to commit to, by default a new match."""

    quick: NewMatch | None = None


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a list to return."""

    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class MatchFilter(Filter, frozen=True, kw_only=True):
    """The matches to list; with `player` the public ones that this player is in."""

    which: Literal["open", "live", "over", "mine"] = "open"
    game: GameName | None = None
    player: Name | None = None
    before: MatchId | None = None


class AccountFilter(Filter, frozen=True, kw_only=True):
    """The accounts to list; `after` is the id of the last one of the previous page."""

    search: Name = ""
    role: Role | None = None
    after: AccountId | None = None


class AnyMatchFilter(Filter, frozen=True, kw_only=True):
    """The matches to list, of all that there are."""

    which: Literal["open", "live", "over"] | None = None
    game: GameName | None = None
    player: Name | None = None
    before: MatchId | None = None


class AuditFilter(Filter, frozen=True, kw_only=True):
    """The part of the audit log to list."""

    before: Annotated[int, Meta(ge=1, le=2**53)] | None = None


class AdminAct(ClientMessage, frozen=True, kw_only=True):
    """The reason of an act, for the audit log."""

    reason: Annotated[str, Meta(max_length=500)] = ""


class Mute(AdminAct, frozen=True, kw_only=True):
    """For how long an account may not write chat messages."""

    minutes: Annotated[int, Meta(ge=0, le=10_000_000)]


class Rename(AdminAct, frozen=True, kw_only=True):
    """The new name of an account."""

    name: Name


class NewRole(AdminAct, frozen=True, kw_only=True):
    """The new role of an account."""

    role: Literal["player", "bot", "admin"]


class PageSize(msgspec.Struct, frozen=True, kw_only=True):
    """The number of rows to return."""

    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class SeatQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The seat a question is about."""

    seat: Seat | None = None


class MoveQuery(SeatQuery, frozen=True, kw_only=True):
    """A move, named by its text or by its gesture."""

    move: Annotated[str, Meta(max_length=1000)] = ""
    gesture: Annotated[str, Meta(max_length=4000, description="The gesture as JSON.")] = ""

    def __post_init__(self) -> None:
        if bool(self.move) == bool(self.gesture):
            raise ValueError("a question is about either `move`, a text that is not empty, or `gesture`")
        if self.gesture:
            _ = self.named

    @property
    def named(self) -> str | Gesture:
        """The text if there is one, else the gesture."""
        try:
            return self.move or msgspec.json.decode(self.gesture, type=Gesture)
        except msgspec.DecodeError as error:
            raise ValueError(f"`gesture`: {error}") from None


class LayerQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The entry to show, by default the last, and a layer of the game."""

    at: Number | None = None
    layer: Annotated[str, Meta(max_length=64)] = ""


class RecordQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A notation of the game in place of the record."""

    format: Annotated[str, Meta(max_length=64)] = ""


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    """The last entry the client has."""

    resume: Number | None = None


class LogQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The entry before which the page of the log ends, by default the end of the log."""

    before: Number | None = None


class HintSeat(ClientMessage, frozen=True, kw_only=True):
    """The seat that wants a hint, by default the one that is to act."""

    seat: Seat | None = None


class StepMade(ClientMessage, frozen=True, kw_only=True):
    """A move of a seat, or a chance outcome without one."""

    seat: Seat | None = None
    text: Annotated[str, Meta(max_length=4000)]


class Exploration(ClientMessage, frozen=True, kw_only=True):
    """A line of steps after an entry of a match, or of a game from its beginning or from `start`."""

    match: MatchId | None = None
    entry: Number = 0
    game: GameName = ""
    seats: Annotated[int, Meta(ge=1, le=63)] | None = None
    options: dict[str, JSON] = msgspec.field(default_factory=dict)
    start: StartText = ""
    view: Annotated[Seat | None, Meta(description="Whose view to return, by default that of the seat to act.")] = None
    steps: Annotated[list[StepMade], Meta(max_length=400)] = msgspec.field(default_factory=list)


class GestureTried(Exploration, frozen=True, kw_only=True):
    """A gesture of a seat in the position after a line of steps."""

    seat: Seat
    gesture: Gesture


class AnalysisQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The number of moves the client has; with `wait` the response waits for more while an analysis is in progress."""

    after: Number = 0
    wait: bool = False
