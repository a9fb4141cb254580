"""Matches that start at a point of another match, over HTTP."""

from __future__ import annotations

from typing import Any

from boardwright.core.records import record
from tests.offered import offered
from tests.web.case import AppCase


class TestPlayingOn(AppCase):
    def played(self, moves: int, **order: Any) -> tuple[str, str, str]:
        """Return a match of Ann against Bob after so many moves."""
        match, ann, bob = self.duel(**order)
        for _ in range(moves):
            states = [(token, self.call("GET", f"/matches/{match}", token).json()) for token in (ann, bob)]
            token, state = next((token, state) for token, state in states if state["moves"])
            move = offered(state)[0]["text"]
            assert self.call("POST", f"/matches/{match}/play", token, json={"move": move}).status_code == 200
        return match, ann, bob

    def play_on(self, token: str, match: str, **order: Any) -> Any:
        """Send the order of a match that starts at a point of that one; `entry` and `move` name the point."""
        point = {key: order.pop(key) for key in ("entry", "move") if key in order}
        return self.call(
            "POST", "/matches", token, json={"game": "deblockle", "origin": {"match": match} | point} | order
        )

    def test_a_private_branch_waits_for_the_one_who_has_the_link(self) -> None:
        match, _, _ = self.played(4)
        zoe = self.token("Zoe")
        there = self.call("GET", f"/matches/{match}/positions/2").json()
        made = self.play_on(zoe, match, entry=2, clock="300+5")
        assert made.status_code == 201
        state = made.json()
        assert (state["status"], state["private"], state["you"]) == ("open", True, [0])
        assert (state["origin"], state["origin_entry"]) == (match, 2)
        assert self.call("GET", "/matches?which=open").json() == []
        eve = self.token("Eve")
        seen = self.call("GET", f"/matches/{state['match']}", eve).json()
        assert seen["table"]["zones"] == there["table"]["zones"]
        assert self.call("GET", f"/matches/{state['match']}/table", eve).json() == there["table"]
        joined = self.call("POST", f"/matches/{state['match']}/join", eve, json={}).json()
        assert (joined["status"], joined["number"], joined["clocks"][0]["left"]) == ("running", 2, 300_000)
        data = self.call("GET", f"/matches/{state['match']}/record").content
        assert record.verify(data)
        header = record.parse(data).header
        assert header.players == ("Zoe", "Eve")
        assert header.branch is not None
        assert header.branch.entry == 2

    def test_a_branch_open_to_all_is_listed(self) -> None:
        match, _, _ = self.played(3)
        made = self.play_on(self.token("Zoe"), match, move=3, private=False, players=["open", "me"]).json()
        assert [row["match"] for row in self.call("GET", "/matches?which=open").json()] == [made["match"]]
        assert [player["kind"] for player in made["players"]] == ["open", "person"]

    def test_bots_play_on_at_once(self) -> None:
        match, _, _ = self.played(3)
        made = self.play_on(self.token("Zoe"), match, entry=3, players=["me", "level3"])
        assert (made.status_code, made.json()["status"]) == (201, "running")
        assert made.json()["players"][1]["name"] == "Hobbyist"

    def test_undone_moves_do_not_count_as_moves(self) -> None:
        match, ann, _ = self.played(1)
        before = self.call("GET", f"/matches/{match}/positions/0").json()
        self.call("POST", f"/matches/{match}/undo", ann, json={})
        zoe = self.token("Zoe")
        assert self.play_on(zoe, match, move=0).json()["table"]["zones"] == before["table"]["zones"]
        refused = self.play_on(zoe, match, move=1)
        text = "There is no move 1: the last one in force is move 0, and 0 is the start."
        assert (refused.status_code, refused.json()["error"]["text"]) == (404, text)
        assert self.play_on(zoe, match, entry=1).json()["origin_entry"] == 1

    def test_what_cannot_be_is_refused(self) -> None:
        match, ann, _ = self.played(2)
        closed, cy, _ = self.duel(spectators="forbidden")
        sealed, _, _ = self.duel(game="sagrada")
        zoe, waiting = self.token("Zoe"), self.match(ann)["match"]
        for order, status, code in (
            ({"match": match, "entry": 3}, 404, "no_entry"),
            ({"match": match, "move": 3}, 404, "no_entry"),
            ({"match": "nothing", "entry": 0}, 404, "no_match"),
            ({"match": waiting, "entry": 0}, 409, "not_running"),
            ({"match": closed, "entry": 0}, 403, "no_spectators"),
            ({"match": match}, 422, "bad_options"),
            ({"match": match, "entry": 1, "move": 1}, 422, "bad_options"),
            ({"match": match, "entry": -1}, 422, "bad_request"),
            ({"match": match, "entry": 1, "extra": 1}, 422, "bad_request"),
            ({"match": "x" * 33, "entry": 1}, 422, "bad_request"),
            ({"match": "a\0b", "entry": 1}, 422, "bad_request"),
            ({"entry": 1}, 422, "bad_request"),
        ):
            answer = self.call("POST", "/matches", zoe, json={"game": "deblockle", "origin": order})
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), (order, answer.text)
        refused = self.play_on(zoe, sealed, entry=0, game="sagrada")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "branch_sealed")
        assert self.play_on("", match, entry=0).status_code == 401
        assert self.call("GET", "/matches?which=mine", zoe).json() == []
        refused = self.play_on(cy, closed, entry=0)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "fair_play")

    def test_a_waiting_match_shows_the_text_it_starts_from(self) -> None:
        match, ann, _ = self.played(3)
        over = self.call("POST", f"/matches/{match}/resign", ann, json={}).json()
        data = self.call("GET", over["record_url"].removeprefix("/api")).text
        state = self.match(ann, start=data)
        assert state["status"] == "open"
        assert state["text"] == over["text"]
