"""Endpoints for the commands of players, whose response is the state after them, and for the chat of a match."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.store.rows import Account
from boardwright.table.live.updates import ChatMessage, State
from boardwright.table.lobby import chat
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.api.endpoint import Router
from boardwright.web.api.messages import COMMANDS, Chat, Command
from boardwright.web.api.responses import json_response, state_after

router = Router("actions", "/api/matches/{match}")
chats = Router("chat", "/api/matches/{match}/chat", router.endpoints)


async def execute(server: Server, caller: Caller, table: OpenMatch, body: Command) -> Response:
    """Execute a command and return the state after it."""
    return await state_after(server, table, caller.account, body.execute(table, caller))


for _type, _command in COMMANDS.items():
    router.add("POST", f"/{_type}", State, 401, 403, 404, 409, body=_command, cost=costs.STATE)(execute)


@chats.add("POST", "", ChatMessage, 401, 403, 404, status=201)
async def say(server: Server, account: Account, table: OpenMatch, body: Chat) -> Response:
    """Send a chat message."""
    return json_response(await chat.post(server, table, account, body.text), 201)


@chats.add("GET", "", list[ChatMessage], 401, 403, 404)
async def said(account: Account | None, table: OpenMatch) -> Response:
    """List the chat messages."""
    return json_response(await chat.history(table, account))
