"""Middleware for every request: body size limit, security headers, access log, metrics."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.web.endpoint import ROUTE
from boardwright.web.errors import TooLarge, error_response
from boardwright.web.metrics import Metrics

log = logging.getLogger("boardwright.web.access")

MAX_BODY = 64 * 1024

_HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; "
     b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]  # fmt: skip


class AccessMiddleware:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            body = await _read_body(scope, receive)
            if body is None:
                await error_response(TooLarge(MAX_BODY))(scope, receive, send_with_headers)
            else:
                await self._app(scope, _replay(body, receive), send_with_headers)
        finally:
            elapsed = time.perf_counter() - start
            self._metrics.request(scope["method"], scope.get(ROUTE, ""), status, elapsed)
            facts = {"method": scope["method"], "path": scope["path"], "status": status, "ms": round(1000 * elapsed, 1)}
            log.info("request", extra={"facts": facts})


async def _read_body(scope: Scope, receive: Receive) -> bytes | None:
    """Returns the whole body; None if it exceeds the limit."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if not length.isdigit() or int(length) > MAX_BODY:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Returns a `receive` that yields the body already read, then continues with the original."""
    replayed = False

    async def receive_again() -> Message:
        nonlocal replayed
        if replayed:
            return await receive()
        replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
