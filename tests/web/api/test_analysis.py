"""The free board and results by HTTP: whatever is tried there, no match changes and nobody gets an advantage."""

from __future__ import annotations

import json
from typing import Any

from boardwright.table.study.explorer import Explorer
from boardwright.web.settings import Settings
from tests.web.case import AppCase


class TestExplore(AppCase):
    def explore(self, token: str = "", **body: Any) -> Any:
        return self.call("POST", "/explore", token, json=body)

    def test_a_line_is_followed_and_chance_is_drawn_for_it(self) -> None:
        start = self.explore(game="mage_duel").json()
        line = [{"text": step["text"]} for step in start["drawn"]]
        assert line
        assert start["actors"] == [0, 1]
        after = self.explore(game="mage_duel", steps=[*line, {"seat": 0, "text": "skip"}]).json()
        assert [step["seat"] for step in after["drawn"]] == [None]
        assert after["actors"] == [1]
        again = self.explore(game="mage_duel", steps=line).json()
        assert (again["table"], again["drawn"]) == (start["table"], [])

    def test_steps_that_are_not_possible_are_explained(self) -> None:
        for steps, code in (
            ([{"seat": 0, "text": "c7-c5"}], "illegal_roll"),
            ([{"seat": 1, "text": "e1-e2"}], "not_your_turn"),
            ([{"seat": 0, "text": "?"}], "unreadable"),
            ([{"text": "4"}], "no_chance"),
        ):
            answer = self.explore(game="deblockle", steps=steps)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
        assert self.explore().status_code == 422
        assert self.explore(game="deblockle", steps=[{"seat": 0, "text": "pass"}] * 401).status_code == 422

    def test_own_cards_fill_the_memory_of_few_positions(self) -> None:
        explorer: Explorer = self.app.state.server.explorer
        for number in range(60):
            windows = [{"name": f"{number}.{place}", "difficulty": 3, "rows": ["....."] * 4} for place in range(450)]
            options = {"cards": json.dumps({"windows": windows})}
            assert self.explore(game="sagrada", options=options).status_code == 200
        assert len(explorer) < 50, "each of them needs most of a megabyte"
        assert self.explore(game="deblockle").status_code == 200
        assert len(explorer) > 1, "ordinary positions are remembered beside them"

    def test_a_line_begins_at_a_position_of_a_lesson_and_gestures_are_refused_in_words(self) -> None:
        steps = self.call("GET", "/games/deblockle/lesson").json()["steps"]
        line = {"game": "deblockle", "start": steps[0]["start"], "steps": [{"seat": 0, "text": steps[1]["moves"][0]}]}
        seen = self.explore(**line, view=1).json()
        assert (seen["seats"], seen["view_seat"], seen["actors"], seen["prompt"]) == (2, 1, [0], "")
        assert self.explore(**line).json()["prompt"].startswith("Hop with the cube on d4")
        for target, code in (("e3", None), ("a7", "illegal_hop")):
            body = {**line, "seat": 0, "gesture": {"kind": "drag", "part": "d4", "to": target}}
            refusal = self.call("POST", "/explore/refusal", json=body).json()["refusal"]
            assert (refusal and refusal["code"]) == code
        assert self.explore(game="deblockle", start="nonsense").json()["error"]["code"] == "unreadable"
        assert self.call("GET", "/games/nonesuch/lesson").status_code == 404

    def test_a_running_match_is_not_explored_by_its_players(self) -> None:
        match, ann, bob = self.duel()
        for token in (ann, bob):
            answer = self.explore(token, match=match)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "fair_play")
        record = self.call("GET", f"/matches/{match}/record").content
        seen = self.explore(match=match, steps=[{"seat": 0, "text": "c7-b7"}])
        assert [step["gesture"]["to"] for step in seen.json()["made"]] == ["b7"]
        assert self.call("GET", f"/matches/{match}/record").content == record
        self.call("POST", f"/matches/{match}/play", ann, json={"move": "c7-b7"})
        line = [{"seat": 0, "text": "c7-b7"}]
        refused = self.refusal("POST", "/explore/analysis", bob, json={"game": "deblockle", "steps": line})
        assert refused == (403, "fair_play")

    def test_a_result_is_for_after_the_end(self) -> None:
        match, ann, _ = self.duel()
        assert self.call("GET", f"/matches/{match}/result").json()["error"]["code"] == "not_over"
        assert self.call("POST", f"/matches/{match}/analysis", ann, json={}).json()["error"]["code"] == "not_over"
        assert self.call("POST", f"/matches/{match}/hint", ann, json={}).json()["error"]["code"] == "fair_play"
        self.call("POST", f"/matches/{match}/resign", ann, json={})
        result = self.call("GET", f"/matches/{match}/result").json()
        assert result["outcome"]["winners"] == [1]
        assert [row["label"] for row in result["table"]] == ["Cube 1", "Cube 2", "Cube 3", "Cube 4"]
        assert result["ratings"] == []


class TestAnalysis(AppCase):
    """Deblockle with one cube a side is solved: what these moves of Ann are worth is known."""

    def ended(self, players: list[str], move: str) -> tuple[str, str]:
        """Return a match that Ann gives up after her first move, and her token."""
        order = {"game": "deblockle", "players": players, "options": {"cubes": 1}}
        ann = self.token("Ann")
        match: str = self.call("POST", "/matches", ann, json=order).json()["match"]
        assert self.call("POST", f"/matches/{match}/play", ann, json={"move": move}).status_code == 200
        assert self.call("GET", f"/matches/{match}/remark").json()["error"]["code"] == "not_over"
        self.call("POST", f"/matches/{match}/resign", ann, json={})
        return match, ann

    def analyzed(self, match: str, token: str) -> list[dict[str, Any]]:
        """Return the moments of a match, after its analysis."""
        seen = self.call("POST", f"/matches/{match}/analysis", token, json={}).json()
        while seen["status"] == "running":
            seen = self.call("GET", f"/matches/{match}/analysis?wait=true").json()
        assert seen["status"] == "done"
        moments: list[dict[str, Any]] = self.call("GET", f"/matches/{match}/analysis").json()["moments"]
        return moments

    def remark(self, match: str) -> dict[str, Any]:
        said: dict[str, Any] = self.call("GET", f"/matches/{match}/remark").json()
        return said

    def test_a_bot_names_a_mistake_and_whose_it_was_only_when_it_is_proven(self) -> None:
        match, ann = self.ended(["me", "random"], "pass")
        assert self.remark(match) == {"seat": 1, "text": "Good game. The analysis shows where it turned."}
        first = self.analyzed(match, ann)[0]
        assert (first["move"], first["mark"], first["loss"], first["error"]) == ("pass", "turning_point", 2.0, 0.0)
        assert first["best"][0]["move"] == "d7-c7"
        assert self.remark(match) == {"seat": 1, "text": "The costliest mistake was move 1 (pass) of Player 1."}

    def test_a_move_that_keeps_a_win_is_not_blamed_and_nobody_says_so(self) -> None:
        match, ann = self.ended(["me", "random"], "d7-c7")
        assert self.analyzed(match, ann)[0]["mark"] in ("best", "good")
        assert self.remark(match) == {"seat": 1, "text": "Good game."}

    def test_nobody_speaks_where_people_play_each_other(self) -> None:
        match, _ = self.ended(["me", "me"], "d7-c7")
        assert self.remark(match) == {"seat": None, "text": ""}


class TestCosts(AppCase):
    settings = Settings(rate=0.001, burst=30)

    def test_the_free_board_costs_what_it_computes(self) -> None:
        token = self.token("Ann")
        answers = [self.call("POST", "/explore", token, json={"game": "blokus"}).status_code for _ in range(8)]
        assert answers == [200] * 6 + [429] * 2
