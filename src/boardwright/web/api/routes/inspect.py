"""Endpoints that inspect a match: legal moves, refusals, past positions, tables, pictures, the record."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.core.game.table_of import table_of
from boardwright.core.layout import message
from boardwright.core.layout.message import TableData
from boardwright.core.match.match import Match
from boardwright.core.match.undo import MATCH_OVER
from boardwright.core.records import record as records
from boardwright.core.rules.view import View
from boardwright.store.rows import Account
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden, NotFound
from boardwright.table.live.offers import offers
from boardwright.table.live.render_cache import view_after
from boardwright.table.live.state import LOG_PAGE, log_lines
from boardwright.table.matches.commands import Caller, own_seat, running
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.viewer import Viewer
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.api.endpoint import Router
from boardwright.web.api.messages import Number
from boardwright.web.api.requests import LayerQuery, LogQuery, MoveQuery, RecordQuery, SeatQuery
from boardwright.web.api.responses import SVG, LegalMoves, LogPage, MoveRefusal, PositionView, json_response

router = Router("inspect", "/api/matches/{match}")


@router.add("GET", "/legal", LegalMoves, 401, 403, 404, 409, cost=costs.STATE)
async def legal(caller: Caller, table: OpenMatch, query: SeatQuery) -> Response:
    """List the legal moves of one of your seats, with their gestures."""
    async with table.locked(sets_aside=False):
        match, seat = running(table), own_seat(table, caller.account, caller.at, query.seat)
    return json_response(LegalMoves(match.number, seat, offers(match, seat, caller.at)))


@router.add("GET", "/refusal", MoveRefusal, 401, 403, 404, 409)
async def refusal(caller: Caller, table: OpenMatch, query: MoveQuery) -> Response:
    """Explain why a move is illegal without playing it; the move is named by its text or its gesture."""
    async with table.locked(sets_aside=False):
        match, seat = running(table), own_seat(table, caller.account, caller.at, query.seat)
        position, is_over = match.now_position(caller.at), match.is_over
    return json_response(MoveRefusal(MATCH_OVER) if is_over else MoveRefusal.of(position, query.named, seat))


@router.add("GET", "/positions/{number}", PositionView, 401, 403, 404, 409, cost=costs.STATE)
async def position(server: Server, account: Account | None, table: OpenMatch, number: Number) -> Response:
    """Get the match as it was after an entry."""
    async with table.locked(sets_aside=False):
        match, viewer = running(table), _viewer(table, account, number)
        seat = viewer.seat(match.at(number))
        seen = server.render_cache.rendered(table.row.id, match, number, seat)
        lines = log_lines(table, viewer, number - 1, number) if number else []
        line = lines[0] if lines else None
        return json_response(PositionView(number, seat, seen.view, seen.whole, seen.text, seen.steps, line))


@router.add("GET", "/log", LogPage, 401, 403, 404, cost=costs.LIST)
async def log(account: Account | None, table: OpenMatch, query: LogQuery) -> Response:
    """Get up to 100 entries of the log before an entry, as you may read them."""
    async with table.locked(sets_aside=False):
        viewer = table.viewer(account)
        last = viewer.last_entry(table.match)
        until = last if query.before is None else min(last, max(0, query.before - 1))
        first = max(0, until - LOG_PAGE)
        return json_response(LogPage(first, log_lines(table, viewer, first, until, as_of=last)))


@router.add("GET", "/picture.svg", str, 401, 403, 404, 409, media_type=SVG, cost=costs.STATE)
async def picture(server: Server, account: Account | None, table: OpenMatch, query: LayerQuery) -> Response:
    """Get a plain picture after an entry, optionally with a layer of the game."""
    async with table.locked(sets_aside=False):
        return Response(table.game.picture(_seen(server, account, table, query), query.layer).svg(), media_type=SVG)


@router.add("GET", "/table", TableData, 401, 403, 404, 409, cost=costs.STATE)
async def zones(server: Server, account: Account | None, table: OpenMatch, query: LayerQuery) -> Response:
    """Get the zones of the table after an entry, optionally with a layer of the game."""
    async with table.locked(sets_aside=False):
        seen = table_of(table.game, _seen(server, account, table, query), query.layer)
    return Response(message.encode(message.table_data(seen)), media_type="application/json")


def _seen(server: Server, account: Account | None, table: OpenMatch, query: LayerQuery) -> View:
    """Return what the caller sees after an entry, by default now; raise NotFound for an unknown layer."""
    if query.layer and query.layer not in table.game.layers:
        known = ", ".join(table.game.layers) or "none"
        raise NotFound(Code.NO_LAYER, f"There is no such layer; this game has: {known}.")
    viewer = _viewer(table, account, query.at or 0)
    last = viewer.last_entry(table.match)
    number = last if query.at is None else query.at
    position = table.position(number, server.now() if query.at is None else None)
    seat = viewer.seat(position)
    return position.view(seat) if table.match is None else view_after(table.match, number, position, seat)


@router.add("GET", "/record", str, 401, 403, 404, 409, media_type="application/jsonl", cost=costs.STATE)
async def record(account: Account | None, table: OpenMatch, query: RecordQuery) -> Response:
    """Get the record: sealed where you may not read it yet, complete after the end. Or a notation of the game."""
    async with table.locked(sets_aside=False):
        match, viewer = running(table), table.viewer(account)
        if viewer.is_delayed(match):
            raise Forbidden(Code.DELAYED, "Spectators of this match get the record after its end.")
        data, suffix = _written(match, viewer.seat(match.position), query.format)
    name = f"{table.row.lobby.game}-{table.row.id}{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/jsonl", headers=headers)


def _written(match: Match, seat: int | None, name: str) -> tuple[bytes, str]:
    """Return the match in that format, and how such files end; raise NotFound for an unknown format."""
    if not name:
        return records.dump_for(match, seat), ".jsonl"
    notation = match.game.notations().get(name)
    if notation is None or match.game.has_secrets:
        known = ", ".join(match.game.notations()) or "none"
        raise NotFound(Code.NO_FORMAT, f"{match.game.title} has no format {name!r}; its formats: {known}.")
    return notation.write(match, ()).encode(), notation.suffix


def _viewer(table: OpenMatch, account: Account | None, number: int) -> Viewer:
    """Return the viewer of an account; raise NotFound for an entry it may not see."""
    viewer = table.viewer(account)
    if number > viewer.last_entry(table.match):
        raise NotFound(Code.NO_ENTRY, f"There is no entry {number} in this match, or you may not see it yet.")
    return viewer
