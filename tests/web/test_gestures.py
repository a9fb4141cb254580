"""Moves named by gestures: asked about and played, over HTTP and on the live connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from boardwright.core.position import Position
from boardwright.core.registry import game
from boardwright.table.table import Table
from tests.offered import offered
from tests.web.case import AppCase

NOT_A_ROLL = {"subject": "e5", "target": "e3"}


def query(**gesture: Any) -> str:
    return "&".join(f"{name}={value}" for name, value in gesture.items())


class TestGestures(AppCase):
    def first(self, match: str, token: str) -> dict[str, Any]:
        return offered(self.call("GET", f"/matches/{match}", token).json())[0]

    def test_why_not_by_gesture_is_why_not_by_text(self) -> None:
        match, ann, _ = self.duel()
        by_text = self.call("GET", f"/matches/{match}/refusal?move=e5-e3", ann).json()
        by_gesture = self.call("GET", f"/matches/{match}/refusal?{query(**NOT_A_ROLL)}", ann).json()
        assert by_text == by_gesture
        assert by_gesture["refusal"]["marks"] == ["e5", "e3"]
        offer = self.first(match, ann)
        legal = query(**{name: offer[name] for name in ("subject", "turn", "target")}, flip="false")
        assert self.call("GET", f"/matches/{match}/refusal?{legal}", ann).json() == {"refusal": None}

    def test_a_gesture_of_no_move_is_refused(self) -> None:
        match, ann, _ = self.duel()
        for gesture in ({"subject": "moon"}, NOT_A_ROLL | {"turn": 1}, NOT_A_ROLL | {"flip": "true"}, {}):
            why = self.call("GET", f"/matches/{match}/refusal?{query(**gesture)}", ann).json()
            assert why["refusal"]["code"] == "no_such_move"
        for bad in ("turn=64&subject=e5", "turn=-1&subject=e5", "turn=left", "flip=maybe", f"subject={'e' * 101}"):
            answer = self.call("GET", f"/matches/{match}/refusal?{bad}", ann)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request")

    def test_why_not_lists_no_moves_and_leaves_the_table_unlocked(self) -> None:
        ann = self.token("Ann")
        match = self.match(ann, game="blokus", players=["me", "me"])["match"]
        order: list[str] = []
        locked, refusal = Table.locked, Position.refusal

        @asynccontextmanager
        async def watched_lock(table: Table, *, sets_aside: bool = True) -> AsyncIterator[None]:
            async with locked(table, sets_aside=sets_aside):
                yield
            order.append("unlocked")

        def watched_refusal(position: Any, *given: Any) -> Any:
            order.append("refused")
            return refusal(position, *given)

        actions = patch.object(type(game("blokus")), "actions", side_effect=AssertionError("all moves were listed"))
        with actions, patch.object(Table, "locked", watched_lock), patch.object(Position, "refusal", watched_refusal):
            why = self.call("GET", f"/matches/{match}/refusal?subject=I5&target=0,9", ann).json()
        assert why["refusal"]["code"] == "first_move_corner"
        assert order == ["unlocked", "refused"]

    def test_a_move_is_played_by_its_gesture(self) -> None:
        match, ann, _ = self.duel()
        offer = self.first(match, ann)
        gesture = {name: offer[name] for name in ("subject", "turn", "flip", "target")}
        played = self.call("POST", f"/matches/{match}/play", ann, json={"gesture": gesture, "number": 0}).json()
        assert played["log"][0]["text"] == offer["text"]

    def test_a_gesture_is_refused_like_the_text(self) -> None:
        match, ann, bob = self.duel()
        for token in (ann, bob):
            answers = [
                self.call("POST", f"/matches/{match}/play", token, json=named)
                for named in ({"move": "e5-e3"}, {"gesture": NOT_A_ROLL})
            ]
            assert [answer.status_code for answer in answers] == [422, 422]
            assert answers[0].json() == answers[1].json()
        none = self.call("POST", f"/matches/{match}/play", ann, json={"gesture": {"subject": "moon"}})
        assert (none.status_code, none.json()["error"]["code"]) == (422, "no_such_move")
        self.call("POST", f"/matches/{match}/resign", bob)
        over = self.call("POST", f"/matches/{match}/play", ann, json={"gesture": {"subject": "moon"}})
        assert over.json()["error"]["code"] == "match_over"
        why = self.call("GET", f"/matches/{match}/refusal?subject=moon", ann).json()
        assert why["refusal"]["code"] == "match_over"

    def test_a_command_names_one_move_in_one_way(self) -> None:
        match, ann, _ = self.duel()
        for body in ({}, {"move": ""}, {"move": "e5-e4", "gesture": NOT_A_ROLL}, {"gesture": {"target": "e4"}}):
            answer = self.call("POST", f"/matches/{match}/play", ann, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request")
        assert self.call("GET", f"/matches/{match}", ann).json()["number"] == 0

    def test_the_live_connection_takes_gestures_too(self) -> None:
        match, ann, _ = self.duel()
        offer = self.first(match, ann)
        gesture = {name: offer[name] for name in ("subject", "turn", "flip", "target")}
        with self.client.websocket_connect(f"/api/matches/{match}/live") as live:
            live.send_json({"type": "hello", "token": ann})
            live.send_json({"type": "play", "id": "1", "gesture": NOT_A_ROLL})
            live.send_json({"type": "play", "id": "2", "gesture": gesture})
            received: list[dict[str, Any]] = []
            while not received or received[-1].get("id") != "2":
                received.append(live.receive_json())
        refused = next(message for message in received if message["type"] == "refused")
        assert (refused["id"], refused["error"]["marks"]) == ("1", ["e5", "e3"])
        assert received[-1]["type"] == "entries"
        assert received[-1]["entries"][0]["text"] == offer["text"]
