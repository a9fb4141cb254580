"""What every request passes on its way in and out: a size limit, safe headers, a log line, metrics."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.web.errors import TooLarge, answer
from boardwright.web.metrics import Metrics

log = logging.getLogger("boardwright.web.access")

LARGEST_BODY = 64 * 1024

_HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; "
     b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]  # fmt: skip


class AccessMiddleware:
    """Wraps the whole app."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._figures = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            body = await _body(scope, receive)
            if body is None:
                await answer(TooLarge(LARGEST_BODY))(scope, receive, send_on)
            else:
                await self._app(scope, _replay(body, receive), send_on)
        finally:
            took = time.perf_counter() - begun
            route = getattr(scope.get("route"), "path", "")
            self._figures.request(scope["method"], route, status, took)
            facts = {"method": scope["method"], "path": scope["path"], "status": status, "ms": round(1000 * took, 1)}
            log.info("request", extra={"facts": facts})


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body; None when it is larger than allowed."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if not length.isdigit() or int(length) > LARGEST_BODY:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
