"""The application in this process, without sockets."""

from __future__ import annotations

import json
from typing import Any
from unittest import TestCase, mock

from starlette.testclient import TestClient

from boardwright.store.port import Store
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.server.cleaning import milliseconds
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.app import make_app
from boardwright.web.settings import Settings
from tests.table.case import QUICK


def server(store: Store) -> Server:
    """A server that hashes passwords quickly."""
    return Server(store, accounts=Accounts(store, milliseconds, QUICK))


class AppCase(TestCase):
    """A client of an app with an in-memory store; `settings` may be overridden; refusals come at once."""

    settings = Settings(rate=1e9, burst=1e9)

    def setUp(self) -> None:
        self.enterContext(mock.patch.object(costs, "DELAY", 0))
        self.app = make_app(self.settings, server)
        here = ("127.0.0.1", 50_000)
        self.client = self.enterContext(TestClient(self.app, raise_server_exceptions=False, client=here))

    def token(self, name: str) -> str:
        """Creates a guest and returns its token."""
        token: str = self.client.post("/api/guests", json={"name": name}).json()["token"]
        return token

    def call(self, method: str, path: str, token: str = "", **more: Any) -> Any:
        """Sends a request and returns the response."""
        head = more.pop("headers", {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        if "json" in more:
            more["content"] = json.dumps(more.pop("json"))
            head["Content-Type"] = "application/json"
        return self.client.request(method, f"/api{path}", headers=head, **more)

    def match(self, token: str, **order: Any) -> dict[str, Any]:
        """Creates a match and returns its state."""
        made = self.call("POST", "/matches", token, json={"game": "deblockle"} | order)
        assert made.status_code in (200, 201), made.text
        state: dict[str, Any] = made.json()
        return state

    def duel(self, **order: Any) -> tuple[str, str, str]:
        """Starts a match of two guests and returns its id and their tokens."""
        ann, bob = self.token("Ann"), self.token("Bob")
        match = self.match(ann, **order)["match"]
        assert self.call("POST", f"/matches/{match}/join", bob, json={}).status_code == 200
        return match, ann, bob
