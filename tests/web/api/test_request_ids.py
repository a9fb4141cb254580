"""A request id stands for one command: repeated, it gets the first result; for another command it is refused."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient

from boardwright.web.app import make_app
from boardwright.web.settings import Settings
from tests.offered import offered
from tests.web.case import AppCase, server


class TestRequestIds(AppCase):
    def setUp(self) -> None:
        self.settings = Settings(rate=1e9, burst=1e9, db=f"sqlite:///{self.enterContext(TemporaryDirectory())}/db")
        super().setUp()

    def restart(self) -> None:
        """Ends the server and starts it again on the same database."""
        self.client.__exit__(None, None, None)
        self.app = make_app(self.settings, server)
        self.client = self.enterContext(TestClient(self.app, raise_server_exceptions=False))

    def act(self, what: str, token: str, id: str, **body: Any) -> Any:
        return self.call("POST", f"/matches/{self.played}/{what}", token, json=body, headers={"Request-Id": id})

    def begin(self) -> tuple[str, str]:
        self.played, ann, bob = self.duel()
        return ann, bob

    def test_an_id_used_again_for_another_command_is_refused_over_http(self) -> None:
        ann, bob = self.begin()
        first, second = (move["text"] for move in offered(self.call("GET", f"/matches/{self.played}", ann).json())[:2])
        played = self.act("play", ann, "one", move=first)
        assert (played.status_code, played.json()["number"]) == (200, 1)
        for _ in range(2):
            for what, body in (("resign", {}), ("play", {"move": second}), ("play", {"move": first, "number": 0})):
                reused = self.act(what, ann, "one", **body)
                assert (reused.status_code, reused.json()["error"]["code"]) == (409, "request_used"), (what, body)
            assert self.act("cancel", ann, "one").status_code in (403, 409)
            again = self.act("play", ann, "one", move=first)
            assert (again.status_code, again.json()["number"], again.json()["status"]) == (200, 1, "running")
            self.restart()
        assert self.act("resign", bob, "one").json()["status"] == "over", "ids of two accounts are different"

    def test_an_id_used_again_for_another_command_is_refused_on_a_live_connection(self) -> None:
        ann, _ = self.begin()
        with self.client.websocket_connect(f"/api/matches/{self.played}/live") as socket:

            def say(**message: Any) -> dict[str, Any]:
                socket.send_text(json.dumps(message))
                while (answer := json.loads(socket.receive_text())).get("id") != message.get("id"):
                    pass
                found: dict[str, Any] = answer
                return found

            socket.send_text(json.dumps({"type": "hello", "token": ann}))
            move = offered(json.loads(socket.receive_text())["state"])[0]["text"]
            assert say(type="play", id="one", move=move)["type"] != "refused"
            reused = say(type="resign", id="one")
            assert (reused["type"], reused["status"], reused["error"]["code"]) == ("refused", 409, "request_used")
            assert say(type="play", id="one", move=move)["type"] == "ok"
        assert self.act("play", ann, "one", move=move).status_code == 200, "the same command over HTTP"
        assert self.act("resign", ann, "one").status_code == 409
        assert Path(self.settings.db.removeprefix("sqlite:///")).exists()
