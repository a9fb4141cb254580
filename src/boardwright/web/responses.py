"""Responses of the HTTP API other than the state of a match."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from boardwright.core.canonical import JSON
from boardwright.core.refusal import Refusal
from boardwright.store.rows import Account, Role, SeatKind, Status
from boardwright.table.render_cache import Offer
from boardwright.table.standings import Standing
from boardwright.table.state import LogLine, encode


def json_response(value: object, status: int = 200) -> Response:
    """Returns a response with a struct as its JSON body."""
    return Response(encode(value), status, media_type="application/json")


class AccountView(msgspec.Struct, frozen=True):
    """The public part of an account."""

    id: str
    name: str
    role: Role

    @classmethod
    def of(cls, account: Account) -> AccountView:
        """Returns the public part of an account."""
        return cls(account.id, account.name, account.role)


class Session(msgspec.Struct, frozen=True):
    """A new token and its account."""

    token: str
    account: AccountView


class GameCard(msgspec.Struct, frozen=True):
    """An installed game."""

    name: str
    title: str
    summary: str
    seats: list[int]
    version: int
    has_secrets: bool
    layers: tuple[str, ...]
    options: dict[str, JSON]
    options_between_people: dict[str, JSON]
    """What the options are between people who choose nothing else."""
    bots: tuple[str, ...]
    formats: tuple[str, ...]
    """The notations in which matches can be downloaded and started from."""
    usual_seats: int
    usual_bot: str
    """The bot that plays where the player names none."""


class SeatCard(msgspec.Struct, frozen=True):
    """A seat of a match in a list."""

    seat: int
    name: str
    kind: SeatKind


class MatchCard(msgspec.Struct, frozen=True):
    """A match in a list."""

    match: str
    game: str
    title: str
    status: Status
    seats: int
    players: list[SeatCard]
    clock: str
    created: int
    changed: int
    number: int
    you: tuple[int, ...]
    private: bool
    winners: tuple[int, ...] | None
    unreadable: str | None
    """Why the match cannot be read; null if it can."""


class LegalMoves(msgspec.Struct, frozen=True):
    """The legal moves of a seat."""

    number: int
    seat: int
    moves: list[Offer]


class MoveRefusal(msgspec.Struct, frozen=True):
    """Why a move is illegal; null if it is legal."""

    refusal: Refusal | None


class PositionView(msgspec.Struct, frozen=True):
    """A match after one of its entries."""

    number: int
    view_seat: int | None
    view: msgspec.Raw
    svg: msgspec.Raw
    text: msgspec.Raw
    last: msgspec.Raw
    log: LogLine | None


class Profile(msgspec.Struct, frozen=True):
    """The public profile of an account."""

    name: str
    role: Role
    since: int
    games: list[Standing]


class Health(msgspec.Struct, frozen=True):
    """The status of the server process; `live` is the number of open tables."""

    ok: bool
    version: str
    live: int
