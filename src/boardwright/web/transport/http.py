"""HTTP connections under uvicorn, with limits on their number, their time and the size of their headers."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from boardwright.web.transport.connections import REQUEST_TIMEOUT, STALL_TIMEOUT, Connections, Reason

MAX_HEADERS = 32 * 1024
"""Bytes of the path and the headers of a request."""
_REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 42\r\n\r\nToo many connections; close some of them.\n"
)


class Stalled:
    """The time for which a client has taken nothing.

    >>> stalled = Stalled()
    >>> [stalled.since(now, unread) for now, unread in ((0, 9), (10, 9), (20, 5), (30, 5), (40, 0))]
    [0, 10, 0, 10, 0]
    """

    def __init__(self) -> None:
        self._unread = 0
        self._moved = 0.0

    def since(self, now: float, unread: int) -> float:
        """Return for how long the bytes that wait have not become fewer."""
        if not unread or unread < self._unread or not self._unread:
            self._moved = now
        self._unread = unread
        return now - self._moved


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration, with the connections of the process."""

    def __init__(self, app: Starlette, connections: Connections, **settings: Any) -> None:
        super().__init__(app, **settings)
        self.connections = connections


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tracked = cast(ServerConfig, self.config).connections
        self._header_bytes = 0
        self._is_in_body = False
        self._waiting_since: float | None = None
        """When it began to wait for a complete request; None while a request is answered."""
        self._stalled = Stalled()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless there are too many."""
        super().connection_made(transport)
        self._waiting_since = self.loop.time()
        if self._tracked.add(self, self.client[0] if self.client else "unknown") is not None:
            transport.write(_REFUSED)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._tracked.remove(self)
        super().connection_lost(exc)

    def overdue(self, now: float) -> Reason | None:
        """Return why the connection should be cut."""
        if self._stalled.since(now, self.transport.get_write_buffer_size()) > STALL_TIMEOUT:
            return "stalled"
        waiting = self._waiting_since
        return "idle" if waiting is not None and now - waiting > REQUEST_TIMEOUT else None

    def abort(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Parse what has come, unless headers grow without end."""
        if self.transport.is_closing():
            return
        self._header_bytes += 0 if self._is_in_body else len(data)
        super().data_received(data)
        if self._header_bytes > MAX_HEADERS and not self._is_in_body and not self.transport.is_closing():
            self.send_400_response("The headers are too large.")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not a request, and count it."""
        self._tracked.counts["invalid"] += 1
        super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """Begin with the request."""
        self._is_in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop waiting: the request is complete. Its response may be, too, if nobody wanted the body."""
        self._header_bytes, self._is_in_body = 0, False
        is_answered = self.cycle is None or self.cycle.response_complete
        self._waiting_since = self.loop.time() if is_answered else None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is here already."""
        self._waiting_since = None if self.pipeline else self.loop.time()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        super().handle_websocket_upgrade()
        self._tracked.replace(self, cast(Any, self.transport.get_protocol()))
