"""Behind a proxy: whose X-Forwarded headers are used."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send

from boardwright.web.server import config
from boardwright.web.settings import Settings
from boardwright.web.transport.connections import Connections


class Seen(Starlette):
    """An application that remembers the last request."""

    scope: Scope

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope


def seen(proxies: tuple[str, ...], sender: str) -> tuple[str, str]:
    """Return the address and scheme that the application sees of a request that a proxy has forwarded."""
    app = Seen()
    loaded = config(Settings(trusted_proxies=proxies), app, Connections(1, 1, proxies))
    loaded.load()

    async def never() -> Message:
        raise AssertionError

    headers = [(b"x-forwarded-for", b"203.0.113.9"), (b"x-forwarded-proto", b"https")]
    scope: dict[str, Any] = {"type": "http", "client": (sender, 1), "scheme": "http", "headers": headers, "path": "/"}
    asyncio.run(loaded.loaded_app(scope, never, never))
    return app.scope["client"][0], app.scope["scheme"]


@pytest.mark.parametrize("proxies", [("10.1.2.3",), ("192.0.2.1", "10.0.0.0/8")])
def test_headers_of_a_trusted_proxy_are_used(proxies: tuple[str, ...]) -> None:
    assert seen(proxies, "10.1.2.3") == ("203.0.113.9", "https")


@pytest.mark.parametrize("proxies", [(), ("10.9.9.9",)])
@pytest.mark.parametrize("sender", ["127.0.0.1", "10.1.2.3"])
def test_headers_of_anybody_else_are_not(
    monkeypatch: pytest.MonkeyPatch, proxies: tuple[str, ...], sender: str
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert seen(proxies, sender) == (sender, "http")
