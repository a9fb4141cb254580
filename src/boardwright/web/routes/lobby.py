"""Endpoints for creating, finding, joining and starting matches."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.core import registry
from boardwright.core.clock import Clock
from boardwright.store.rows import Account, MatchRow, Status
from boardwright.table import lobby, seating
from boardwright.table.codes import Code
from boardwright.table.commands import Caller
from boardwright.table.errors import Unauthenticated
from boardwright.table.runtime import Server
from boardwright.table.seating import NewMatch
from boardwright.table.state import State
from boardwright.table.table import Table
from boardwright.web import requests
from boardwright.web.endpoint import Router
from boardwright.web.responses import MatchCard, SeatCard, json_response
from boardwright.web.states import state_after, state_response

router = Router("matches", "/api/matches")

_STATUS: dict[str, Status | None] = {"open": "open", "live": "running", "over": "over", "mine": None}


@router.add("GET", "", list[MatchCard], 401, 404)
async def matches(server: Server, account: Account | None, query: requests.MatchFilter) -> Response:
    """List matches, newest first: open, running or ended ones, or your own."""
    if query.which == "mine" and account is None:
        raise Unauthenticated(Code.NO_TOKEN, "A token is required: send the header `Authorization: Bearer TOKEN`.")
    rows = await server.store.matches(
        status=_STATUS[query.which],
        game=None if query.game is None else registry.game(query.game).name,
        account=account.id if account is not None and query.which == "mine" else None,
        before=query.before,
        limit=query.limit,
    )
    return json_response([card(row, account, server.unreadable(row)) for row in rows])


def card(row: MatchRow, account: Account | None, unreadable: str | None) -> MatchCard:
    """Returns a match as lists show it."""
    settings = row.lobby
    return MatchCard(
        row.id,
        settings.game,
        settings.title,
        row.status,
        len(settings.seats),
        [SeatCard(number, seat.name, seat.kind) for number, seat in enumerate(settings.seats)],
        clock_text(settings.clock),
        row.created,
        row.changed,
        row.number,
        seating.seats_of(settings, None if account is None else account.id),
        settings.private,
        None if row.outcome is None else row.outcome.winners,
        unreadable,
    )


def clock_text(clock: Clock) -> str:
    """Returns the notation of a clock.

    >>> clock_text(Clock.read("300+5")), clock_text(Clock.read("60")), clock_text(Clock())
    ('300+5', '60', 'none')
    """
    if clock.bank:
        return f"{clock.bank // 1000}+{clock.increment // 1000}"
    return f"{clock.per_turn // 1000}" if clock.per_turn else "none"


@router.add("POST", "", State, 401, 404, 409, status=201, also=200)
async def new_match(server: Server, account: Account, body: NewMatch) -> Response:
    """Create a match, or with `quick` join a compatible open one."""
    table, is_new = await lobby.create(server, account, body)
    return await state_response(server, table, account, 201 if is_new else 200)


@router.add("GET", "/{match}", State, 401, 403, 404)
async def match(server: Server, account: Account | None, table: Table) -> Response:
    """Get the state of a match, as you may see it."""
    return await state_response(server, table, account)


@router.add("POST", "/{match}/join", State, 401, 404, 409)
async def join(server: Server, account: Account, table: Table, body: requests.Join) -> Response:
    """Take a seat."""
    return await state_after(server, table, account, lobby.join(server, table, account, body.seat))


@router.add("POST", "/{match}/leave", State, 401, 403, 404, 409)
async def leave(server: Server, account: Account, table: Table) -> Response:
    """Leave an open match; if the host leaves, the match is closed."""
    return await state_after(server, table, account, lobby.leave(server, table, account))


@router.add("POST", "/{match}/start", State, 401, 403, 404, 409)
async def start(server: Server, account: Account, table: Table, body: requests.Start) -> Response:
    """Start the match at once; a bot takes the free seats."""
    return await state_after(server, table, account, lobby.start(server, table, account, body.bot))


@router.add("POST", "/{match}/cancel", State, 401, 403, 404, 409)
async def cancel(server: Server, caller: Caller, table: Table) -> Response:
    """Close a match that is open or cannot be read, or end one in which nobody else plays."""
    return await state_after(server, table, caller.account, lobby.cancel(server, table, caller))


@router.add("POST", "/{match}/rematch", State, 401, 403, 404, 409)
async def rematch(server: Server, account: Account, table: Table) -> Response:
    """Create or join the rematch, with seats rotated by one."""
    return await state_after(server, table, account, lobby.rematch(server, table, account))


@router.add("POST", "/{match}/branch", State, 401, 403, 404, 409, status=201)
async def branch(server: Server, account: Account, table: Table, body: requests.Branch) -> Response:
    """Create a match that starts from an entry of this one."""
    made = await lobby.branch(server, table, account, body.number, body.players)
    return await state_response(server, made, account, 201)
