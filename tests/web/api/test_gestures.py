"""Moves named by gestures: asked about and played, over HTTP and on the live connection."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

from boardwright.core.game.registry import game
from boardwright.core.rules.position import Position
from boardwright.table.matches.open_match import OpenMatch
from tests.offered import offered
from tests.web.case import AppCase

NOT_A_ROLL = {"kind": "drag", "part": "e5", "to": "e3"}
MOON = {"kind": "press", "part": "moon"}


def query(gesture: dict[str, Any]) -> str:
    return f"gesture={quote(json.dumps(gesture))}"


class TestGestures(AppCase):
    def first(self, match: str, token: str) -> dict[str, Any]:
        return offered(self.call("GET", f"/matches/{match}", token).json())[0]

    def test_why_not_by_gesture_is_why_not_by_text(self) -> None:
        match, ann, _ = self.duel()
        by_text = self.call("GET", f"/matches/{match}/refusal?move=e5-e3", ann).json()
        by_gesture = self.call("GET", f"/matches/{match}/refusal?{query(NOT_A_ROLL)}", ann).json()
        assert by_text == by_gesture
        assert by_gesture["refusal"]["marks"] == ["e5", "e3"]
        legal = query(self.first(match, ann)["gesture"])
        assert self.call("GET", f"/matches/{match}/refusal?{legal}", ann).json() == {"refusal": None}

    def test_a_gesture_of_no_move_is_refused(self) -> None:
        match, ann, _ = self.duel()
        put = {"kind": "put", "piece": "e5", "cell": "e3"}
        pick, enter = {"kind": "pick", "parts": ["e5", "e3"]}, {"kind": "enter", "part": "e5", "number": 3}
        for gesture in (MOON, put, put | {"turn": 1}, put | {"flip": True}, pick, enter):
            why = self.call("GET", f"/matches/{match}/refusal?{query(gesture)}", ann).json()
            assert why["refusal"]["code"] == "no_such_move"
        turns = [query(put | {"turn": turn}) for turn in (64, -1, "left")]
        names = [query({"kind": "press", "part": "e" * 101}), query({"kind": "press"}), query(MOON | {"to": "e3"})]
        others = [query({"kind": "throw"}), query({}), "gesture={", "gesture=", "", f"move=e5-e3&{query(MOON)}"]
        for bad in (*turns, *names, *others):
            assert self.refusal("GET", f"/matches/{match}/refusal?{bad}", ann) == (422, "bad_request")

    def test_why_not_lists_no_moves_and_leaves_the_table_unlocked(self) -> None:
        ann = self.token("Ann")
        match = self.match(ann, game="blokus", players=["me", "me"])["match"]
        order: list[str] = []
        locked, refusal = OpenMatch.locked, Position.refusal

        @asynccontextmanager
        async def watched_lock(table: OpenMatch, *, sets_aside: bool = True) -> AsyncIterator[None]:
            async with locked(table, sets_aside=sets_aside):
                yield
            order.append("unlocked")

        def watched_refusal(position: Any, *given: Any) -> Any:
            order.append("refused")
            return refusal(position, *given)

        corner = query({"kind": "put", "piece": "I5", "cell": "0,9"})
        actions = patch.object(type(game("blokus")), "actions", side_effect=AssertionError("all moves were listed"))
        with (
            actions,
            patch.object(OpenMatch, "locked", watched_lock),
            patch.object(Position, "refusal", watched_refusal),
        ):
            why = self.call("GET", f"/matches/{match}/refusal?{corner}", ann).json()
        assert why["refusal"]["code"] == "first_move_corner"
        assert order == ["unlocked", "refused"]

    def test_a_move_is_played_by_its_gesture(self) -> None:
        match, ann, _ = self.duel()
        offer = self.first(match, ann)
        gesture = offer["gesture"]
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
        assert self.refusal("POST", f"/matches/{match}/play", ann, json={"gesture": MOON}) == (422, "no_such_move")
        self.call("POST", f"/matches/{match}/resign", bob)
        over = self.call("POST", f"/matches/{match}/play", ann, json={"gesture": MOON})
        assert over.json()["error"]["code"] == "match_over"
        why = self.call("GET", f"/matches/{match}/refusal?{query(MOON)}", ann).json()
        assert why["refusal"]["code"] == "match_over"

    def test_a_command_names_one_move_in_one_way(self) -> None:
        match, ann, _ = self.duel()
        for body in (
            {},
            {"move": ""},
            {"move": "e5-e4", "gesture": NOT_A_ROLL},
            {"gesture": {"kind": "press", "to": "e4"}},
        ):
            assert self.refusal("POST", f"/matches/{match}/play", ann, json=body) == (422, "bad_request")
        assert self.call("GET", f"/matches/{match}", ann).json()["number"] == 0

    def test_the_live_connection_takes_gestures_too(self) -> None:
        match, ann, _ = self.duel()
        offer = self.first(match, ann)
        gesture = offer["gesture"]
        with self.live(match, ann) as line:
            line.say(type="play", id="1", gesture=NOT_A_ROLL)
            line.say(type="play", id="2", gesture=gesture)
            refused, played = line.receive("refused"), line.receive("entries")
        assert (refused["id"], refused["error"]["marks"]) == ("1", ["e5", "e3"])
        assert (played["id"], played["entries"][0]["text"]) == ("2", offer["text"])
