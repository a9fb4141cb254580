"""A request id stands for one command: repeated, it gets the first result; for another command it is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.offered import offered
from tests.web.case import StoredCase


class TestRequestIds(StoredCase):
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
            self.stop()
            self.start()
        assert self.act("resign", bob, "one").json()["status"] == "over", "ids of two accounts are different"

    def test_an_id_used_again_for_another_command_is_refused_on_a_live_connection(self) -> None:
        ann, _ = self.begin()
        with self.live(self.played, ann) as line:

            def say(**message: Any) -> dict[str, Any]:
                line.say(**message)
                while (answer := line.receive()).get("id") != message["id"]:
                    pass
                return answer

            move = offered(line.receive()["state"])[0]["text"]
            assert say(type="play", id="one", move=move)["type"] != "refused"
            reused = say(type="resign", id="one")
            assert (reused["type"], reused["status"], reused["error"]["code"]) == ("refused", 409, "request_used")
            assert say(type="play", id="one", move=move)["type"] == "ok"
        assert self.act("play", ann, "one", move=move).status_code == 200, "the same command over HTTP"
        assert self.act("resign", ann, "one").status_code == 409
        assert Path(self.settings.db.removeprefix("sqlite:///")).exists()
