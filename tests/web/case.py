"""The application in this process, without sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any
from unittest import TestCase, mock

from starlette.testclient import TestClient, WebSocketTestSession

from boardwright.store.port import Store
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.server.cleaning import milliseconds
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.app import make_app
from boardwright.web.settings import Settings
from tests.table.case import QUICK

GOOD = "correct horse"
"""The password of all accounts."""


def server(store: Store) -> Server:
    """Return a server that hashes passwords quickly."""
    return Server(store, accounts=Accounts(store, milliseconds, QUICK))


class LiveLine:
    """A live connection."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket

    def say(self, **message: Any) -> None:
        self._socket.send_text(json.dumps(message))

    def send(self, data: bytes) -> None:
        self._socket.send_bytes(data)

    def receive(self, *kinds: str) -> dict[str, Any]:
        """Return the next message, of one of these types if there are any."""
        while True:
            message: dict[str, Any] = self._socket.receive_json()
            if not kinds or message["type"] in kinds:
                return message


class AppCase(TestCase):
    """A client of an app with an in-memory store; `settings` may be overridden; refusals come at once."""

    settings = Settings(rate=1e9, burst=1e9)

    def setUp(self) -> None:
        self.enterContext(mock.patch.object(costs, "DELAY", 0))
        self.app = make_app(self.settings, server)
        here = ("127.0.0.1", 50_000)
        self.client = self.enterContext(TestClient(self.app, raise_server_exceptions=False, client=here))

    def token(self, name: str) -> str:
        """Create a guest and return its token."""
        token: str = self.client.post("/api/guests", json={"name": name}).json()["token"]
        return token

    def sign_up(self, name: str) -> dict[str, Any]:
        """Create an account with a password and return its session."""
        made = self.call("POST", "/accounts", json={"name": name, "password": GOOD})
        assert made.status_code == 201, made.text
        session: dict[str, Any] = made.json()
        return session

    def call(self, method: str, path: str, token: str = "", **more: Any) -> Any:
        """Send a request and return the response."""
        head = more.pop("headers", {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        if "json" in more:
            more["content"] = json.dumps(more.pop("json"))
            head["Content-Type"] = "application/json"
        return self.client.request(method, f"/api{path}", headers=head, **more)

    def refusal(self, method: str, path: str, token: str = "", **more: Any) -> tuple[int, str]:
        """Send a request that is refused, and return the status and the code."""
        answer = self.call(method, path, token, **more)
        return answer.status_code, answer.json()["error"]["code"]

    @contextmanager
    def live(self, match: str, token: str = "", **hello: Any) -> Iterator[LiveLine]:
        """Open a live connection and say hello."""
        with self.client.websocket_connect(f"/api/matches/{match}/live") as socket:
            line = LiveLine(socket)
            line.say(type="hello", token=token, **hello)
            yield line

    def match(self, token: str, **order: Any) -> dict[str, Any]:
        """Create a match and return its state."""
        made = self.call("POST", "/matches", token, json={"game": "deblockle"} | order)
        assert made.status_code in (200, 201), made.text
        state: dict[str, Any] = made.json()
        return state

    def duel(self, **order: Any) -> tuple[str, str, str]:
        """Start a match of two guests and return its id and their tokens."""
        ann, bob = self.token("Ann"), self.token("Bob")
        match = self.match(ann, **order)["match"]
        assert self.call("POST", f"/matches/{match}/join", bob, json={}).status_code == 200
        return match, ann, bob


class StoredCase(AppCase):
    """A client of an app with a database in a file, which can be stopped and started again."""

    def setUp(self) -> None:
        self.settings = Settings(rate=1e9, burst=1e9, db=f"sqlite:///{self.enterContext(TemporaryDirectory())}/db")
        super().setUp()

    def stop(self) -> None:
        """End the server."""
        self.client.__exit__(None, None, None)

    def start(self) -> None:
        """Start the server again on the same database."""
        self.app = make_app(self.settings, server)
        self.client = self.enterContext(TestClient(self.app, raise_server_exceptions=False))
