"""Server-sent events: the live messages for clients that only read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from boardwright.store.rows import Account
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.api.dependencies import bearer_token, client_address
from boardwright.web.api.endpoint import Router
from boardwright.web.api.messages import Hello
from boardwright.web.api.requests import Resume
from boardwright.web.live.live import Mailbox, SocketClient
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
    mailbox = Mailbox()
    client = SocketClient(mailbox, account, Hello(token=bearer_token(request) or ""))
    slots: LiveSlots = request.app.state.slots
    holder = {"account": None if account is None else account.id, "address": client_address(request)}
    with slots.hold(**holder):
        pass  # refused now, while the status of the response can say so

    async def stream() -> AsyncIterator[bytes]:
        with slots.hold(**holder):
            await server.subscribe(table.row.id, client, query.resume)
            try:
                async for part in _parts(mailbox):
                    yield part
            finally:
                server.unsubscribe(table, client)

    return StreamingResponse(stream(), media_type=EVENT_STREAM)


async def _parts(mailbox: Mailbox) -> AsyncIterator[bytes]:
    """Yield messages as events, and a comment whenever there is none for long."""
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
