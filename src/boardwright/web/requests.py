"""Bodies and query parameters of the HTTP API, beside the commands in `messages`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from boardwright.table.seating import PlayerNames
from boardwright.web.messages import ClientMessage, MatchId, Number, Seat

Name = Annotated[str, Meta(max_length=100)]
NewName = Annotated[str, Meta(min_length=1, max_length=100, examples=["Ann"])]
Password = Annotated[str, Meta(max_length=1000)]
GameName = Annotated[str, Meta(max_length=64)]
GestureName = Annotated[str, Meta(max_length=100)]


class NewGuest(ClientMessage, frozen=True, kw_only=True):
    """The name of a new guest."""

    name: NewName


class NewAccount(ClientMessage, frozen=True, kw_only=True):
    """A new account; `bot` is true for a program that plays."""

    name: NewName
    password: Password
    bot: bool = False


class Login(ClientMessage, frozen=True, kw_only=True):
    """The name and password of an account."""

    name: Name
    password: Password


class AccountChange(ClientMessage, frozen=True, kw_only=True):
    """A new name or password."""

    name: Name | None = None
    password: Password | None = None


class Join(ClientMessage, frozen=True, kw_only=True):
    """The seat to take, by default the first available one."""

    seat: Seat | None = None


class Start(ClientMessage, frozen=True, kw_only=True):
    """The bot that takes the free seats."""

    bot: Annotated[str, Meta(max_length=64)] | None = None


class Branch(ClientMessage, frozen=True, kw_only=True):
    """The entry to branch from, and the players, by default "me" for every seat."""

    number: Number
    players: PlayerNames = ()


class MatchFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which matches to list."""

    which: Literal["open", "live", "over", "mine"] = "open"
    game: GameName | None = None
    before: MatchId | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class PageSize(msgspec.Struct, frozen=True, kw_only=True):
    """How many rows to return."""

    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class SeatQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The seat a question is about."""

    seat: Seat | None = None


class MoveQuery(SeatQuery, frozen=True, kw_only=True):
    """A move, named by its text or by its gesture."""

    move: Annotated[str, Meta(max_length=1000)] = ""
    subject: GestureName = ""
    variant: GestureName = ""
    target: GestureName = ""


class PictureQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The entry to show, by default the last, and a layer of the game's picture."""

    at: Number | None = None
    layer: Annotated[str, Meta(max_length=64)] = ""


class RecordQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A notation of the game in place of the record."""

    format: Annotated[str, Meta(max_length=64)] = ""


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    """The last entry the client has."""

    resume: Number = 0
