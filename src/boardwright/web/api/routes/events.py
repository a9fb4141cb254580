"""Server-sent events: the live messages for clients that only read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import token_hash
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.api.dependencies import bearer_token, client_address
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import Resume
from boardwright.web.live.live import SocketClient
from boardwright.web.live.mailbox import Mailbox
from boardwright.web.transport.connections import LiveSlots

router = Router("inspect", "/api/matches/{match}")

EVENT_STREAM = "text/event-stream"
KEEP_ALIVE = 15.0
"""Seconds without a message after which a comment is sent to keep the connection open."""


@router.add("GET", "/events", str, 401, 403, 404, media_type=EVENT_STREAM, cost=costs.STATE)
async def events(
    request: Request, server: Server, account: Account | None, table: OpenMatch, query: Resume
) -> Response:
    """Stream the messages of the live connection."""
    table.viewer(account)
    token = bearer_token(request)
    mailbox = Mailbox()
    client = SocketClient(mailbox, account, token=token_hash(token) if token else "")
    slots: LiveSlots = request.app.state.slots
    holder = {"account": None if account is None else account.id, "address": client_address(request)}
    with slots.hold(**holder):  # refused now, while the status of the response can say so
        content = _stream(server, table, mailbox, client, query.resume)
    return StreamingResponse(_held(slots, holder, content), media_type=EVENT_STREAM)


async def _held(
    slots: LiveSlots, holder: Mapping[str, str | None], content: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    with slots.hold(**holder):
        async for part in content:
            yield part


async def _stream(
    server: Server, table: OpenMatch, mailbox: Mailbox, client: SocketClient, resume: int | None
) -> AsyncIterator[bytes]:
    await server.subscribe(table.row.id, client, resume)
    try:
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    message = await mailbox.get()
            except TimeoutError:
                yield b": keep-alive\n\n"
                continue
            if message is None:
                return
            yield b"data: " + message + b"\n\n"
    finally:
        server.unsubscribe(table, client)
