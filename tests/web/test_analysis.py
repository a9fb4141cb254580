"""The free board and results by HTTP: whatever is tried there, no match changes and nobody gets an advantage."""

from __future__ import annotations

import json
import re
from typing import Any

from boardwright.table.explorer import Explorer
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
        assert (again["svg"], again["drawn"]) == (start["svg"], [])

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
            body = {**line, "seat": 0, "subject": "d4", "target": target}
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
        assert [step["target"] for step in seen.json()["made"]] == ["b7"]
        assert self.call("GET", f"/matches/{match}/record").content == record
        self.call("POST", f"/matches/{match}/play", ann, json={"move": "c7-b7"})
        line = [{"seat": 0, "text": "c7-b7"}]
        answer = self.call("POST", "/explore/analysis", bob, json={"game": "deblockle", "steps": line})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "fair_play")

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


class TestRemark(AppCase):
    def ended(self, players: list[str], moves: tuple[str, ...]) -> str:
        """A match of Blokus Duo, all moves and the end by the first player."""
        order = {"game": "blokus", "players": players, "options": {"variant": "duo"}}
        ann = self.token("Ann")
        match: str = self.call("POST", "/matches", ann, json=order).json()["match"]
        for text in moves:
            assert self.call("POST", f"/matches/{match}/play", ann, json={"move": text}).status_code == 200
        refused = self.call("GET", f"/matches/{match}/remark").json()["error"]["code"]
        assert refused == "not_over"
        self.call("POST", f"/matches/{match}/resign", ann, json={})
        return match

    def test_a_bot_names_the_move_that_decided_the_match(self) -> None:
        said = self.call("GET", f"/matches/{self.ended(['me', 'greedy'], ('I1@4,4',))}/remark").json()
        assert said["seat"] == 1
        words = r"1 \(single square, at row 4, column 4\) decided it: a mistake|2 \([^@]+\) decided it for me"
        assert re.fullmatch(rf"Move ({words})\.", said["text"])

    def test_nobody_speaks_where_people_play_each_other(self) -> None:
        said = self.call("GET", f"/matches/{self.ended(['me', 'me'], ('I1@4,4', 'X5@8,8'))}/remark").json()
        assert said == {"seat": None, "text": ""}


class TestCosts(AppCase):
    settings = Settings(rate=0.001, burst=30)

    def test_the_free_board_costs_what_it_computes(self) -> None:
        token = self.token("Ann")
        answers = [self.call("POST", "/explore", token, json={"game": "blokus"}).status_code for _ in range(8)]
        assert answers == [200] * 6 + [429] * 2
