"""Addresses for what players do. The answer is the state after it."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response

from boardwright.table import acts, chat
from boardwright.table.state import State
from boardwright.table.telling import Said
from boardwright.web import bodies
from boardwright.web.caller import Acting, AtTable, InHouse, Known, Somebody
from boardwright.web.lobby import done
from boardwright.web.schema import answers, reply

router = APIRouter(prefix="/matches/{match}", tags=["playing"])

STATE = answers(State, 401, 403, 404, 409)


def _on(by: acts.By, seat: int | None) -> acts.By:
    return msgspec.structs.replace(by, seat=seat)


@router.post("/moves", responses=STATE)
async def play(house: InHouse, table: AtTable, by: Acting, body: bodies.Play) -> Response:
    """Play a move."""
    by = _on(by, body.seat)
    return await done(house, table, by.account, acts.play(table, by, body.move, body.number))


@router.post("/undo", responses=STATE)
async def undo(house: InHouse, table: AtTable, by: Acting, body: bodies.Undo) -> Response:
    """Take back the own last move, at once or by asking the others."""
    by = _on(by, body.seat)
    return await done(house, table, by.account, acts.undo(table, by, body.to))


@router.post("/redo", responses=STATE)
async def redo(house: InHouse, table: AtTable, by: Acting, body: bodies.OneSeat) -> Response:
    """Bring back what was taken back, at once or by asking the others."""
    by = _on(by, body.seat)
    return await done(house, table, by.account, acts.redo(table, by))


@router.post("/answer", responses=STATE)
async def answer(house: InHouse, table: AtTable, by: Acting, body: bodies.Answer) -> Response:
    """Agree to what another player asks, or refuse it."""
    by = _on(by, body.seat)
    return await done(house, table, by.account, acts.answer(table, by, yes=body.yes))


@router.post("/draw", responses=STATE)
async def draw(house: InHouse, table: AtTable, by: Acting, body: bodies.Answer) -> Response:
    """Offer or accept a draw, or decline the one offered."""
    by = _on(by, body.seat)
    return await done(house, table, by.account, acts.draw(table, by, yes=body.yes))


@router.post("/resign", responses=STATE)
async def resign(house: InHouse, table: AtTable, by: Acting, body: bodies.OneSeat) -> Response:
    """Leave the match."""
    by = _on(by, body.seat)
    return await done(house, table, by.account, acts.resign(table, by))


@router.post("/claim", responses=STATE)
async def claim(house: InHouse, table: AtTable, by: Acting) -> Response:
    """Say that somebody's time has run out."""
    return await done(house, table, by.account, acts.claim(table, by))


@router.post("/chat", status_code=201, responses=answers(Said, 401, 403, 404, status=201))
async def say(house: InHouse, table: AtTable, account: Known, body: bodies.Talk) -> Response:
    """Say something at the table."""
    return reply(await chat.say(table, account, body.text, house.now()), 201)


@router.get("/chat", responses=answers(list[Said], 401, 403, 404))
async def said(table: AtTable, account: Somebody) -> Response:
    """What was said at the table."""
    return reply(await chat.said(table, account))
