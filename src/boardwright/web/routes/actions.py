"""Addresses for what players do. The answer is the state after it."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response

from boardwright.table import chat, commands
from boardwright.table.broadcast import ChatMessage
from boardwright.table.state import State
from boardwright.web import requests
from boardwright.web.dependencies import Acting, AtTable, InServer, Known, Somebody
from boardwright.web.routes.lobby import done
from boardwright.web.schema import answers, reply

router = APIRouter(prefix="/matches/{match}", tags=["playing"])

STATE = answers(State, 401, 403, 404, 409)


def _on(caller: commands.Caller, seat: int | None) -> commands.Caller:
    return msgspec.structs.replace(caller, seat=seat)


@router.post("/moves", responses=STATE)
async def play(server: InServer, table: AtTable, caller: Acting, body: requests.Play) -> Response:
    """Play a move."""
    caller = _on(caller, body.seat)
    return await done(server, table, caller.account, commands.play(table, caller, body.move, body.number))


@router.post("/undo", responses=STATE)
async def undo(server: InServer, table: AtTable, caller: Acting, body: requests.Undo) -> Response:
    """Take back the own last move, at once or by asking the others."""
    caller = _on(caller, body.seat)
    return await done(server, table, caller.account, commands.undo(table, caller, body.to))


@router.post("/redo", responses=STATE)
async def redo(server: InServer, table: AtTable, caller: Acting, body: requests.OneSeat) -> Response:
    """Bring back what was taken back, at once or by asking the others."""
    caller = _on(caller, body.seat)
    return await done(server, table, caller.account, commands.redo(table, caller))


@router.post("/answer", responses=STATE)
async def answer(server: InServer, table: AtTable, caller: Acting, body: requests.Answer) -> Response:
    """Agree to what another player asks, or refuse it."""
    caller = _on(caller, body.seat)
    return await done(server, table, caller.account, commands.answer(table, caller, yes=body.yes))


@router.post("/draw", responses=STATE)
async def draw(server: InServer, table: AtTable, caller: Acting, body: requests.Answer) -> Response:
    """Offer or accept a draw, or decline the one offered."""
    caller = _on(caller, body.seat)
    return await done(server, table, caller.account, commands.draw(table, caller, yes=body.yes))


@router.post("/resign", responses=STATE)
async def resign(server: InServer, table: AtTable, caller: Acting, body: requests.OneSeat) -> Response:
    """Leave the match."""
    caller = _on(caller, body.seat)
    return await done(server, table, caller.account, commands.resign(table, caller))


@router.post("/claim", responses=STATE)
async def claim(server: InServer, table: AtTable, caller: Acting) -> Response:
    """Say that somebody's time has run out."""
    return await done(server, table, caller.account, commands.claim(table, caller))


@router.post("/chat", status_code=201, responses=answers(ChatMessage, 401, 403, 404, status=201))
async def say(server: InServer, table: AtTable, account: Known, body: requests.Talk) -> Response:
    """Say something at the table."""
    return reply(await chat.say(table, account, body.text, server.now()), 201)


@router.get("/chat", responses=answers(list[ChatMessage], 401, 403, 404))
async def said(table: AtTable, account: Somebody) -> Response:
    """What was said at the table."""
    return reply(await chat.said(table, account))
