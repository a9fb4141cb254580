"""Addresses for looking closely: legal moves, refusals, any position, pictures, the record."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from boardwright.core import record as records
from boardwright.core.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.store.rows import Account
from boardwright.table import commands, state
from boardwright.table.errors import Forbidden, NotFound
from boardwright.table.render_cache import offers
from boardwright.table.table import Table
from boardwright.table.viewer import Viewer
from boardwright.web.dependencies import Acting, AtTable, Somebody
from boardwright.web.responses import Legal, Look, Why
from boardwright.web.routes.games import SVG
from boardwright.web.schema import answers, reply

router = APIRouter(prefix="/matches/{match}", tags=["looking"])

Seat = Annotated[int | None, Query(ge=0, le=63)]


@router.get("/legal", responses=answers(Legal, 401, 403, 404, 409))
async def legal(table: AtTable, caller: Acting, seat: Seat = None) -> Response:
    """The legal moves of one of your seats, with the gestures that make them."""
    async with table.locked():
        match, own = commands.running(table), commands.own_seat(table, caller.account, seat)
        return reply(Legal(match.number, own, offers(match, own, caller.at)))


@router.get("/refusal", responses=answers(Why, 401, 403, 404, 409))
async def refusal(
    table: AtTable,
    caller: Acting,
    move: Annotated[str, Query(max_length=1000)] = "",
    subject: Annotated[str, Query(max_length=100)] = "",
    variant: Annotated[str, Query(max_length=100)] = "",
    target: Annotated[str, Query(max_length=100)] = "",
    seat: Seat = None,
) -> Response:
    """Why a move of yours is not possible, without trying it. It is named by its text or by its gesture."""
    async with table.locked():
        match, own = commands.running(table), commands.own_seat(table, caller.account, seat)
        text = move or _meant(match, subject, variant, target)
        return reply(Why(_NOWHERE if text is None else _refusal(match, text, own, caller.at)))


_NOWHERE = Refusal("no_such_move", "There is no move that goes there.")


def _meant(match: Match, subject: str, variant: str, target: str) -> str | None:
    """The text of the move made by that gesture, legal or not; None if there is none."""
    game, position = match.game, match.position
    options = game.read_options(match.header.options)
    for move in game.actions(match.header.seats, options).moves:
        gesture = game.gesture(move, position)
        if gesture.subject == subject and gesture.target == target and gesture.variant == variant:
            return str(move)
    return None


def _refusal(match: Match, text: str, seat: int, at: int) -> Refusal | None:
    if match.is_over:
        return Refusal("match_over", "The match is over.")
    try:
        found: Refusal | None = match.position.refusal(match.position.parse(text), seat, at)
        return found
    except IllegalMove as illegal:
        return illegal.refusal


@router.get("/positions/{number}", responses=answers(Look, 401, 403, 404, 409))
async def position(table: AtTable, account: Somebody, number: Annotated[int, Path(ge=0, le=10_000_000)]) -> Response:
    """The match as it stood after an entry."""
    async with table.locked():
        match, viewer = commands.running(table), _eyes(table, account, number)
        seat = viewer.seat(match.at(number))
        face = table.render_cache.face(table.row.id, match, number, seat)
        line = state.lines(table, viewer, number - 1, number) if number else []
        return reply(Look(number, seat, face.view, face.svg, face.text, face.last, line[0] if line else None))


@router.get("/picture.svg", responses=answers(str, 401, 403, 404, media=SVG))
async def picture(
    table: AtTable,
    account: Somebody,
    at: Annotated[int | None, Query(ge=0, le=10_000_000)] = None,
    layer: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The picture after an entry (the last unless given), with a layer of the game's on request."""
    if layer and layer not in table.game.layers:
        raise NotFound("no_layer", f"No such layer; there are {', '.join(table.game.layers) or 'none'}.")
    async with table.locked():
        viewer = _eyes(table, account, at or 0)
        shown = table.position(viewer.number(table.match) if at is None else at)
        svg = table.game.picture(shown.view(viewer.seat(shown)), layer).svg()
    return Response(svg, media_type=SVG)


@router.get("/record", responses=answers(str, 401, 403, 404, 409, media="application/jsonl"))
async def record(table: AtTable, account: Somebody) -> Response:
    """The record as you may have it now: sealed where it must be, whole after the end."""
    async with table.locked():
        match, viewer = commands.running(table), table.viewer(account)
        if viewer.is_delayed(match):
            raise Forbidden("delayed", "Spectators of this match get the record after its end.")
        data = records.dump_for(match, viewer.seat(match.position))
    name = f"{table.row.lobby.game}-{table.row.id}.jsonl"
    return Response(
        data, media_type="application/jsonl", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _eyes(table: Table, account: Account | None, number: int) -> Viewer:
    """The origin's viewer; NotFound for an entry they do not reach."""
    viewer = table.viewer(account)
    if number > viewer.number(table.match):
        raise NotFound("no_entry", f"There is no entry {number} in this match, or none you may see yet.")
    return viewer
