"""Addresses for how a match comes about."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from boardwright.core import registry
from boardwright.core.clock import Clock
from boardwright.store.change import Appended
from boardwright.store.rows import Account, MatchRow, Status
from boardwright.table import lobby, seating
from boardwright.table.errors import StaleState, Unauthenticated
from boardwright.table.runtime import Server
from boardwright.table.state import State, state
from boardwright.table.table import Table
from boardwright.web import errors, requests
from boardwright.web.dependencies import Acting, AtTable, InServer, Known, Somebody
from boardwright.web.responses import MatchCard, Sitter
from boardwright.web.schema import answers, reply

router = APIRouter(prefix="/matches", tags=["matches"])

_STATUS: dict[str, Status | None] = {"open": "open", "live": "running", "over": "over", "mine": None}


async def shown(server: Server, table: Table, account: Account | None, status: int = 200) -> Response:
    """The state of a match as the answer to that account."""
    async with table.locked():
        return reply(state(table, table.viewer(account), server.now()), status)


async def done(server: Server, table: Table, account: Account, act: Awaitable[Table | Appended | None]) -> Response:
    """The state after an act, of the new table where it made one; how things stand for one who came too late."""
    try:
        made = await act
    except StaleState as late:
        async with table.locked():
            return errors.answer(late, state(table, table.viewer(account), server.now()))
    return await shown(server, made if isinstance(made, Table) else table, account)


@router.get("", responses=answers(list[MatchCard], 401, 404))
async def matches(
    server: InServer,
    account: Somebody,
    which: Literal["open", "live", "over", "mine"] = "open",
    game: Annotated[str | None, Query(max_length=64)] = None,
    before: Annotated[str | None, Query(pattern="^[A-Za-z0-9_-]{1,32}$")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Matches, newest first: open ones, those being played, ended ones, or your own."""
    if which == "mine" and account is None:
        raise Unauthenticated("no_token", "Say who you are: send the header `Authorization: Bearer TOKEN`.")
    rows = await server.store.matches(
        status=_STATUS[which],
        game=None if game is None else registry.game(game).name,
        account=account.id if account is not None and which == "mine" else None,
        before=before,
        limit=limit,
    )
    return reply([card(row, account) for row in rows])


def card(row: MatchRow, account: Account | None) -> MatchCard:
    """A match as lists show it."""
    lobby = row.lobby
    sitters = [
        Sitter(number, seat.name, "bot" if seat.bot is not None else "open" if seat.is_free else "person")
        for number, seat in enumerate(lobby.seats)
    ]
    return MatchCard(
        row.id,
        lobby.game,
        lobby.title,
        row.status,
        len(lobby.seats),
        sitters,
        clock_text(lobby.clock),
        row.created,
        row.changed,
        row.number,
        seating.seats_of(lobby, None if account is None else account.id),
        lobby.private,
        None if row.outcome is None else row.outcome.winners,
    )


def clock_text(clock: Clock) -> str:
    """A clock as people write it.

    >>> clock_text(Clock.read("300+5")), clock_text(Clock.read("60")), clock_text(Clock())
    ('300+5', '60', 'none')
    """
    if clock.bank:
        return f"{clock.bank // 1000}+{clock.increment // 1000}"
    return f"{clock.per_turn // 1000}" if clock.per_turn else "none"


@router.post("", status_code=201, responses=answers(State, 401, 404, 409, status=201) | answers(State))
async def new_match(server: InServer, account: Known, body: requests.NewMatch) -> Response:
    """Open a match, or with `quick` sit down at one that waits."""
    given = body.model_dump()
    wish = seating.NewMatch(**(given | {"players": tuple(body.players)}))
    table, is_new = await lobby.order(server, account, wish)
    return await shown(server, table, account, 201 if is_new else 200)


@router.get("/{match}", responses=answers(State, 401, 403, 404))
async def match(server: InServer, table: AtTable, account: Somebody) -> Response:
    """The state, as you may see it."""
    return await shown(server, table, account)


@router.post("/{match}/join", responses=answers(State, 401, 404, 409))
async def join(server: InServer, table: AtTable, account: Known, body: requests.Join) -> Response:
    """Sit down."""
    return await done(server, table, account, lobby.join(server, table, account, body.seat))


@router.post("/{match}/leave", responses=answers(State, 401, 403, 404, 409))
async def leave(server: InServer, table: AtTable, account: Known) -> Response:
    """Stand up again before the start; when the host does, the match is closed."""
    return await done(server, table, account, lobby.leave(server, table, account))


@router.post("/{match}/start", responses=answers(State, 401, 403, 404, 409))
async def start(server: InServer, table: AtTable, account: Known, body: requests.Start) -> Response:
    """Begin at once, with a bot on the seats still free."""
    return await done(server, table, account, lobby.start(server, table, account, body.bot))


@router.post("/{match}/cancel", responses=answers(State, 401, 403, 404, 409))
async def cancel(server: InServer, table: AtTable, caller: Acting) -> Response:
    """Close an open match, or end one in which nobody else plays."""
    return await done(server, table, caller.account, lobby.cancel(server, table, caller))


@router.post("/{match}/rematch", responses=answers(State, 401, 403, 404, 409))
async def rematch(server: InServer, table: AtTable, account: Known) -> Response:
    """The same again, seats turned by one."""
    return await done(server, table, account, lobby.rematch(server, table, account))


@router.post("/{match}/branch", status_code=201, responses=answers(State, 401, 403, 404, 409, status=201))
async def branch(server: InServer, table: AtTable, account: Known, body: requests.Branching) -> Response:
    """A new match from an entry of this one."""
    made = await lobby.branch(server, table, account, body.number, tuple(body.players))
    return await shown(server, made, account, 201)
