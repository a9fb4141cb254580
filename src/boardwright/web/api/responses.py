"""Responses of the HTTP API other than the state of a match."""

from __future__ import annotations

from typing import Literal

import msgspec
from starlette.responses import Response

from boardwright.bots.levels import Strength
from boardwright.core.canonical import JSON
from boardwright.core.refusal import Refusal
from boardwright.store.installed import Installed
from boardwright.store.rows import Account, Role, SeatKind, Status, Token
from boardwright.table.accounts.accounts import session_id
from boardwright.table.live.offers import Offer
from boardwright.table.live.state import LogLine, encode
from boardwright.table.matches.render_cache import StepView
from boardwright.table.results.standings import Standing


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
    """A new token and its account. `recovery_codes` are not empty for a new account with a password.

    `device` proves at the next sign-in that this device has signed in before; it is empty for guests.
    """

    token: str
    account: AccountView
    recovery_codes: tuple[str, ...] = ()
    device: str = ""


class ChangedAccount(msgspec.Struct, frozen=True):
    """An account after a change, with its recovery codes if it has just got a password."""

    id: str
    name: str
    role: Role
    recovery_codes: tuple[str, ...] = ()
    device: str = ""


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that set a new password once each; the server stores only their hashes."""

    recovery_codes: tuple[str, ...]


class SessionView(msgspec.Struct, frozen=True):
    """A session of the account: `agent` is how its program describes itself, `seen` is exact to an hour."""

    id: str
    created: int
    seen: int
    expires: int | None
    agent: str
    this: bool

    @classmethod
    def of(cls, token: Token, *, is_this: bool) -> SessionView:
        """Returns the public part of a token."""
        return cls(session_id(token.hash), token.created, token.seen, token.expires, token.agent, is_this)


class AdminAccount(msgspec.Struct, frozen=True):
    """An account as admins see it."""

    id: str
    name: str
    role: Role
    created: int
    muted: int | None
    banned: int | None

    @classmethod
    def of(cls, account: Account) -> AdminAccount:
        """Returns everything but the password."""
        return cls(account.id, account.name, account.role, account.created, account.muted, account.banned)


class PasswordReset(msgspec.Struct, frozen=True):
    """An account whose password was reset, and the code by which its owner sets a new one."""

    account: AdminAccount
    recovery_code: str


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
    minutes: int
    """How long a match usually takes; 0 if that is not known."""
    strengths: tuple[Strength, ...]
    """The bots to choose from by strength, weakest first."""
    installed: Installed
    """The package it comes from, and whether its laws were checked on the server's machine."""


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
    rated: bool
    your_turn: bool
    """Whether one of your seats is to act; only in the list of your own matches."""
    winners: tuple[int, ...] | None
    unreadable: str | None
    """Why the match cannot be read; null if it can."""


Reach = Literal["anyone", "network", "machine"]


class Invitation(msgspec.Struct, frozen=True):
    """A link to a match for somebody else, and a QR code of it as SVG.

    `reach` is who can open it: anyone who can reach this address, people in the local network, or only the machine
    that the server runs on.
    """

    url: str
    reach: Reach
    qr: str


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
    table: msgspec.Raw
    text: msgspec.Raw
    steps: tuple[StepView, ...]
    log: LogLine | None


class LogPage(msgspec.Struct, frozen=True):
    """A part of the log, and how many entries come before it."""

    first: int
    log: list[LogLine]


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
