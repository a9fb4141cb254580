"""Server-sent events: the live messages for clients that only read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from boardwright.store.rows import Account
from boardwright.table.runtime import Server
from boardwright.table.table import Table
from boardwright.web.endpoint import Router
from boardwright.web.live import SocketClient
from boardwright.web.requests import Resume

router = Router("inspect", "/api/matches/{match}")

EVENT_STREAM = "text/event-stream"
KEEP_ALIVE = 15.0
"""Seconds without a message after which a comment is sent to keep the connection open."""


@router.add("GET", "/events", str, 401, 403, 404, media_type=EVENT_STREAM)
async def events(server: Server, account: Account | None, table: Table, query: Resume) -> Response:
    """Stream the messages of the live connection."""
    table.viewer(account)
    client = SocketClient(account, wants_state=True)
    return StreamingResponse(_stream(server, table, client, query.resume), media_type=EVENT_STREAM)


async def _stream(server: Server, table: Table, client: SocketClient, resume: int) -> AsyncIterator[bytes]:
    await server.subscribe(table.row.id, client, resume)
    try:
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    message = await client.queue.get()
            except TimeoutError:
                yield b": keep-alive\n\n"
                continue
            if message is None:
                return
            yield b"data: " + message + b"\n\n"
    finally:
        server.unsubscribe(table, client)
