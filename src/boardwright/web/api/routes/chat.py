"""Endpoints for the chat of a match."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.store.rows import Account
from boardwright.table.live.updates import ChatMessage
from boardwright.table.lobby import chat
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api.endpoint import Router
from boardwright.web.api.messages import Chat
from boardwright.web.api.responses import json_response

router = Router("chat", "/api/matches/{match}/chat")


@router.add("POST", "", ChatMessage, 401, 403, 404, status=201)
async def post(server: Server, account: Account, table: OpenMatch, body: Chat) -> Response:
    """Send a chat message."""
    return json_response(await chat.post(server, table, account, body.text), 201)


@router.add("GET", "", list[ChatMessage], 401, 403, 404)
async def history(account: Account | None, table: OpenMatch) -> Response:
    """List the chat messages."""
    return json_response(await chat.history(table, account))
