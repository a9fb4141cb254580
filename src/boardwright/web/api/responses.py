"""Responses of the HTTP API."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Literal, Self

import msgspec
from starlette.responses import Response

from boardwright.bots.levels import Strength
from boardwright.core.canonical import JSON
from boardwright.core.moves.gesture import Gesture
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.position import AnyPosition
from boardwright.store.change import Appended
from boardwright.store.installed import Installed
from boardwright.store.rows import Account, Role, SeatKind, Status, Token
from boardwright.table.accounts.accounts import session_id
from boardwright.table.errors import StaleState
from boardwright.table.live.offers import Offer
from boardwright.table.live.render_cache import StepView
from boardwright.table.live.state import state_for
from boardwright.table.live.updates import LogLine, State, encode
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.results.standings import Standing
from boardwright.table.server.runtime import Server
from boardwright.web.api.errors import error_response

SVG = "image/svg+xml"
KEPT = {"Cache-Control": "max-age=3600"}
"""For what is the same for everybody, and changes with an update of the server only."""


def json_response(value: object, status: int = 200) -> Response:
    """Return a response with a struct as its JSON body."""
    return Response(encode(value), status, media_type="application/json")


async def current_state(server: Server, table: OpenMatch, account: Account | None) -> State:
    """Return the current state of a match as that account sees it."""
    async with table.locked():
        return state_for(server.feed(table), table.viewer(account), server.now())


async def state_after(
    server: Server, table: OpenMatch, account: Account, command: Awaitable[OpenMatch | Appended | None]
) -> Response:
    """Await a command and return the state after it, of the new table if it created one.

    If the caller acted on a stale state, the error response carries the current one.
    """
    try:
        result = await command
    except StaleState as error:
        return error_response(error, await current_state(server, table, account))
    return json_response(await current_state(server, result if isinstance(result, OpenMatch) else table, account))


class AccountView(msgspec.Struct, frozen=True):
    """The public part of an account."""

    id: str
    name: str
    role: Role

    @classmethod
    def of(cls, account: Account) -> Self:
        """Return the fields of an account that the class has."""
        return msgspec.convert(account, cls, from_attributes=True)


class Session(msgspec.Struct, frozen=True):
    """A new token and its account. `recovery_codes` are not empty for a new account with a password.

    `device` proves at the next sign-in that this device has signed in before; it is empty for guests.
    """

    token: str
    account: AccountView
    recovery_codes: tuple[str, ...] = ()
    device: str = ""


class ChangedAccount(AccountView, frozen=True):
    """An account after a change, with its recovery codes if it has just got a password."""

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
        """Return the public part of a token."""
        return cls(session_id(token.hash), token.created, token.seen, token.expires, token.agent, is_this)


class AdminAccount(AccountView, frozen=True):
    """An account as admins see it."""

    created: int
    muted: int | None
    banned: int | None


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
    """The options between people who choose nothing else."""
    bots: tuple[str, ...]
    formats: tuple[str, ...]
    """The notations in which matches can be downloaded and started from."""
    usual_seats: int
    usual_bot: str
    """The bot that plays where the player names none."""
    minutes: int
    """The usual length of a match; 0 if that is not known."""
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

    @classmethod
    def of(cls, position: AnyPosition, named: str | Gesture, seat: int) -> MoveRefusal:
        """Return why a move, named by its text or its gesture, is illegal in a position."""
        try:
            return cls(position.refusal(position.moves.named(named, position, seat), seat))
        except IllegalMove as illegal:
            return cls(illegal.refusal)


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
