"""Endpoints for creating, finding, joining and starting matches."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from io import BytesIO
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from boardwright.core.game import registry
from boardwright.core.match.clock import Clock
from boardwright.store.rows import Account, MatchRow, Status
from boardwright.store.text_checks import is_storable
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, Unauthenticated
from boardwright.table.live.updates import State
from boardwright.table.lobby import lobby
from boardwright.table.lobby.lobby import Commitment
from boardwright.table.matches import seating
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs, requests
from boardwright.web.api.dependencies import charge_for_reading, client_address
from boardwright.web.api.endpoint import Router
from boardwright.web.api.responses import (
    Invitation,
    MatchCard,
    Reach,
    SeatCard,
    current_state,
    json_response,
    state_after,
)

router = Router("matches")

STATUS: dict[str, Status | None] = {"open": "open", "live": "running", "over": "over", "mine": None}
"""The status of the matches in each list."""
MOST_DUE = 30
"""In how many running matches a list says whether it is your turn: each of them has to be opened."""


@router.add("GET", "/matches", list[MatchCard], 401, 404, cost=costs.LIST)
async def matches(request: Request, server: Server, account: Account | None, query: requests.MatchFilter) -> Response:
    """List matches, newest first: open, running or ended ones, or your own."""
    if query.which == "mine" and account is None:
        raise Unauthenticated(Code.NO_TOKEN, "A token is required: send the header `Authorization: Bearer TOKEN`.")
    is_mine = query.which == "mine"
    member = account if is_mine else None if query.player is None else await player_named(server, query.player)
    rows = await server.store.matches(
        status=STATUS[query.which],
        game=None if query.game is None else registry.game(query.game).name,
        account=None if member is None else member.id,
        before=query.before,
        limit=query.limit,
    )
    charge_for_reading(request, rows, account)
    due = await _due(server, account, rows) if account is not None and is_mine else set()
    return json_response(
        [
            card(row, account, server.unreadable(row), is_due=row.id in due)
            for row in rows
            if is_mine or not row.lobby.private
        ]
    )


async def player_named(server: Server, name: str) -> Account:
    """Return the account of that name; raise NotFound."""
    account = await server.store.account_named(name) if is_storable(name) else None
    if account is None:
        raise NotFound(Code.NO_PLAYER, "There is no such player.")
    return account


async def _due(server: Server, account: Account, rows: Sequence[MatchRow]) -> set[str]:
    """Return the running matches in which the account is to act."""
    found = set()
    for row in [row for row in rows if row.status == "running" and server.unreadable(row) is None][:MOST_DUE]:
        table = await server.table(row.id)
        position = None if table.match is None or table.match.is_over else table.match.now_position(server.now())
        if position is not None and not set(table.own_seats(account)).isdisjoint(position.actors):
            found.add(row.id)
    return found


def card(row: MatchRow, account: Account | None, unreadable: str | None, *, is_due: bool = False) -> MatchCard:
    """Return a match as lists show it."""
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
        settings.rated,
        is_due,
        None if row.outcome is None else row.outcome.winners,
        unreadable,
    )


def clock_text(clock: Clock) -> str:
    """Return the notation of a clock.

    >>> clock_text(Clock.read("300+5")), clock_text(Clock.read("60")), clock_text(Clock())
    ('300+5', '60', 'none')
    """
    if clock.bank:
        return f"{clock.bank // 1000}+{clock.increment // 1000}"
    return f"{clock.per_turn // 1000}" if clock.per_turn else "none"


@router.add("POST", "/matches", State, 401, 403, 404, 409, status=201, also=200, cost=costs.MATCH)
async def new_match(request: Request, server: Server, account: Account, body: NewMatch) -> Response:
    """Create a match, with `origin` from a point of another one, or with `quick` join a compatible open one."""
    table, is_new = await lobby.create(server, account, body, address=client_address(request))
    return json_response(await current_state(server, table, account), 201 if is_new else 200)


@router.add("GET", "/matches/{match}", State, 401, 403, 404, cost=costs.STATE)
async def match(server: Server, account: Account | None, table: OpenMatch) -> Response:
    """Get the state of a match, as you may see it."""
    return json_response(await current_state(server, table, account))


@router.add("POST", "/matches/{match}/join", State, 401, 404, 409, cost=costs.MATCH)
async def join(request: Request, server: Server, account: Account, table: OpenMatch, body: requests.Join) -> Response:
    """Take a seat."""
    joined = lobby.join(server, table, account, body.seat, body.share, address=client_address(request))
    return await state_after(server, table, account, joined)


@router.add("GET", "/matches/{match}/invitation", Invitation, 401, 403, 404)
async def invitation(request: Request, account: Account | None, table: OpenMatch) -> Response:
    """Get a link to the match for somebody else, with a QR code."""
    table.viewer(account)
    # Nobody outside learns the address in the network, whatever host they ask for.
    is_here = request.client is not None and is_loopback(request.client.host)
    network: str | None = request.app.state.network if is_here else None
    return json_response(invitation_to(table.row.id, str(request.base_url), network))


@router.add("POST", "/matches/{match}/leave", State, 401, 403, 404, 409, cost=costs.STATE)
async def leave(server: Server, account: Account, table: OpenMatch) -> Response:
    """Leave an open match, or decline it if a seat is kept for you; if the host leaves, the match is closed."""
    return await state_after(server, table, account, lobby.leave(server, table, account))


@router.add("POST", "/matches/{match}/start", State, 401, 403, 404, 409, cost=costs.MATCH)
async def start(server: Server, account: Account, table: OpenMatch, body: requests.Start) -> Response:
    """Start the match at once; a bot takes the free seats."""
    return await state_after(server, table, account, lobby.start(server, table, account, body.bot))


@router.add("POST", "/matches/{match}/cancel", State, 401, 403, 404, 409, cost=costs.STATE)
async def cancel(server: Server, caller: Caller, table: OpenMatch) -> Response:
    """Close a match that is open or cannot be read, or end one in which nobody else plays; admins may end all."""
    return await state_after(server, table, caller.account, lobby.cancel(server, table, caller))


@router.add("POST", "/matches/{match}/rematch", State, 401, 403, 404, 409, cost=costs.MATCH)
async def rematch(
    request: Request, server: Server, account: Account, table: OpenMatch, body: requests.Rematch
) -> Response:
    """Create or join the rematch, with seats rotated by one."""
    again = lobby.rematch(server, table, account, body.share, address=client_address(request))
    return await state_after(server, table, account, again)


@router.add("GET", "/matches/{match}/rematch", Commitment, 401, 403, 404)
async def rematch_commitment(server: Server, account: Account | None, table: OpenMatch) -> Response:
    """Get the id of the rematch with the hash of its seed, before you ask for it."""
    table.viewer(account)
    return json_response(lobby.commit_to_rematch(server, table))


@router.add("POST", "/commitments", Commitment, 401, 404)
async def commit(server: Server, account: Account, body: requests.CommitmentQuery) -> Response:
    """Get an id for a new match, or the match that a quick match can join, with the hash of its seed."""
    return json_response(await lobby.commit(server, account, body.quick))


def invitation_to(match: str, seen_at: str, network: str | None) -> Invitation:
    """Return the invitation to a match for a player who sees the page at `seen_at`.

    An address of this machine means nothing elsewhere: `network`, where the server listens for others, replaces it.

    >>> invitation_to("m1", "http://127.0.0.1:8000/", "http://192.168.1.5:8000/").url
    'http://192.168.1.5:8000/#/match/m1'
    >>> invitation_to("m1", "https://games.example/", None).reach
    'anyone'
    """
    reach: Reach = "anyone"
    if is_loopback(urlsplit(seen_at).hostname or ""):
        seen_at, reach = (seen_at, "machine") if network is None else (network, "network")
    url = f"{seen_at}#/match/{match}"
    return Invitation(url, reach, _qr(url))


def is_loopback(host: str) -> bool:
    """Return whether a host means this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.1.5")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _qr(text: str) -> str:
    import segno  # only who invites needs it

    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, "svg", xmldecl=False, border=4, light="#ffffff", omitsize=True)
    return drawn.getvalue().decode().strip()
