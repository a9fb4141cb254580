"""Server-sent events: the live messages for those who only listen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from boardwright.table.runtime import Server
from boardwright.table.table import Table
from boardwright.web.dependencies import AtTable, InServer, Somebody
from boardwright.web.live import Line
from boardwright.web.schema import answers

router = APIRouter(prefix="/matches/{match}", tags=["looking"])

STREAM = "text/event-stream"
HEARTBEAT = 15.0


@router.get("/events", responses=answers(str, 401, 403, 404, media=STREAM))
async def events(
    request: Request,
    server: InServer,
    table: AtTable,
    account: Somebody,
    resume: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> StreamingResponse:
    """The messages of the live connection, as they come."""
    table.viewer(account)
    line = Line(account, wants_state=True)
    return StreamingResponse(_stream(server, table, line, resume), media_type=STREAM)


async def _stream(server: Server, table: Table, line: Line, resume: int) -> AsyncIterator[bytes]:
    await server.listen(table.row.id, line, resume)
    try:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await line.queue.get()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if message is None:
                return
            yield b"data: " + message + b"\n\n"
    finally:
        server.part(table, line)
