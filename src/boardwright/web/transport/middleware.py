"""Middleware for every request: limits of addresses and bodies, security headers, access log, metrics."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.table.codes import Code
from boardwright.table.errors import RequestError
from boardwright.table.limits.limits import RateLimits, address_key
from boardwright.web.api import costs
from boardwright.web.api.endpoint import ROUTE
from boardwright.web.api.errors import TooLarge, error_response
from boardwright.web.metrics.metrics import Metrics

log = logging.getLogger("boardwright.web.access")

MAX_BODY = 64 * 1024
MAX_START = 200 * 1024
"""For requests that may have the record of a match in them: the longest that an account may send at once."""
_WITH_START = ("/api/matches", "/api/explore", "/api/explore/refusal", "/api/explore/analysis")

Headers: TypeAlias = list[tuple[bytes, bytes]]

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The policy of responses that have none of their own."""
_HEADERS: Headers = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]  # fmt: skip
_PRIVATE = (b"cache-control", b"no-store")
"""Responses of the API depend on who asks, and some contain hidden information."""


class AccessMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, limits: RateLimits, hsts: int = 0) -> None:
        self._app = app
        self._metrics = metrics
        self._limits = limits
        self._hsts = hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if status == Code.TOO_MANY.status:
                    await asyncio.sleep(costs.DELAY)
                message["headers"] = self._with_headers(scope, list(message.get("headers", ())))
            await send(message)

        try:
            self._limits.take_address(address_key((scope.get("client") or ("unknown",))[0]))
            body = await _read_body(scope, receive)
            if body is None:
                status = 499
            else:
                await self._app(scope, _replay(body, receive), send_with_headers)
        except RequestError as error:
            await error_response(error)(scope, receive, send_with_headers)
        finally:
            elapsed = time.perf_counter() - start
            self._metrics.request(scope["method"], scope.get(ROUTE, ""), status, elapsed)
            # The route, not the path: a path may contain the id of a private match.
            route, ms = scope.get(ROUTE, ""), round(1000 * elapsed, 1)
            facts = {"method": scope["method"], "route": route, "status": status, "ms": ms}
            log.info("request", extra={"facts": facts})

    def _with_headers(self, scope: Scope, headers: Headers) -> Headers:
        """Return the headers of a response with those that every response has."""
        if scope["path"].startswith("/api/") and all(name.lower() != _PRIVATE[0] for name, _ in headers):
            headers.append(_PRIVATE)
        if self._hsts and scope["scheme"] == "https":
            headers.append((b"strict-transport-security", b"max-age=%d" % self._hsts))
        own = {name for name, _ in headers}
        return headers + [header for header in _HEADERS if header[0] not in own]


async def _read_body(scope: Scope, receive: Receive) -> bytes | None:
    """Return the whole body, None if the client has disconnected before its end; raise TooLarge."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    most = MAX_START if scope["path"] in _WITH_START else MAX_BODY
    if not length.isdigit() or int(length) > most:
        raise TooLarge(most)
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise TooLarge(most)
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields the body already read, then continue with the original."""
    replayed = False

    async def receive_again() -> Message:
        nonlocal replayed
        if replayed:
            return await receive()
        replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
