"""Ratings cannot be farmed: empty matches, one address and repeated opponents count little or nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock, patch

import msgspec
from starlette.testclient import TestClient

from boardwright.cli import main
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from boardwright.table.codes import Code
from boardwright.table.errors import ServiceUnavailable
from boardwright.web.app import make_app
from boardwright.web.settings import Settings
from tests.offered import offered
from tests.web.case import StoredCase

HERE, THERE = "192.0.2.7", "198.51.100.9"


class RatedCase(StoredCase):
    """Registered players at addresses of their own."""

    def setUp(self) -> None:
        super().setUp()
        self.tokens = {name: self.sign_up(name)["token"] for name in ("Ann", "Bob", "Cy")}

    def at(self, address: str) -> None:
        """Send further requests from that address."""
        self.client._transport.client = (address, 5000)  # type: ignore[attr-defined]

    def begin(self, ann: str, bob: str, addresses: Sequence[str] = (HERE, THERE), **order: Any) -> dict[str, Any]:
        self.at(addresses[0])
        match = self.match(self.tokens[ann], **order)["match"]
        self.at(addresses[1])
        state: dict[str, Any] = self.call("POST", f"/matches/{match}/join", self.tokens[bob], json={}).json()
        return state

    def play(self, match: str, moves: int) -> None:
        for _ in range(moves):
            for name in ("Ann", "Bob", "Cy"):
                state = self.call("GET", f"/matches/{match}", self.tokens[name]).json()
                if choices := offered(state):
                    move = {"move": choices[0]["text"]}
                    assert self.call("POST", f"/matches/{match}/play", self.tokens[name], json=move).status_code == 200
                    break

    def end(self, match: str, loser: str = "Bob") -> dict[str, Any]:
        """Resign and return the result once the ratings are computed."""
        assert self.call("POST", f"/matches/{match}/resign", self.tokens[loser], json={}).status_code == 200
        while (result := self.call("GET", f"/matches/{match}/result").json())["ratings"] is None:
            pass
        found: dict[str, Any] = result
        return found

    def rating(self, name: str) -> dict[str, Any] | None:
        standings = self.call("GET", f"/players/{name}").json()["games"]
        found: dict[str, Any] | None = next((each["rating"] for each in standings if each["game"] == "deblockle"), None)
        return found


class TestFarming(RatedCase):
    def test_resigning_before_the_first_moves_gains_nothing(self) -> None:
        for moves in (0, 0, 1, 2, 3):
            match = self.begin("Ann", "Bob")["match"]
            self.play(match, moves)
            result = self.end(match)
            assert (result["ratings"], result["unrated"]) == ([], "few_moves")
        assert self.rating("Ann") is None
        profile = self.call("GET", "/players/Ann").json()
        assert "win" not in str([each["counts"] for each in profile["games"]]), "nor achievements"

    def test_a_draw_agreed_at_once_is_not_rated(self) -> None:
        match = self.begin("Ann", "Bob")["match"]
        for name in ("Ann", "Bob"):
            self.call("POST", f"/matches/{match}/draw", self.tokens[name], json={})
        assert self.call("GET", f"/matches/{match}/result").json()["unrated"] == "few_moves"

    def test_accounts_of_one_address_are_told_at_the_start_that_they_are_not_rated(self) -> None:
        for addresses in ((HERE, HERE), ("2001:db8::1", "2001:db8::2"), ("::ffff:192.0.2.7", HERE)):
            state = self.begin("Ann", "Bob", addresses)
            assert (state["status"], state["rated"], state["same_address"]) == ("running", False, True)
            self.play(state["match"], 4)
            result = self.end(state["match"])
            assert (result["ratings"], result["unrated"]) == ([], "same_address")
        again = self.call("POST", f"/matches/{state['match']}/rematch", self.tokens["Ann"], json={}).json()
        assert (again["rated"], again["same_address"]) == (True, False), "of other addresses it would be rated"
        self.at(THERE)
        assert self.call("POST", f"/matches/{state['match']}/rematch", self.tokens["Bob"], json={}).json()["rated"]
        assert self.rating("Ann") is None

    def test_the_address_of_the_host_is_known_after_a_restart_and_erased_at_the_start(self) -> None:
        self.at(HERE)
        match = self.match(self.tokens["Ann"])["match"]
        self.stop()
        self.start()
        self.at(HERE)
        joined = self.call("POST", f"/matches/{match}/join", self.tokens["Bob"], json={}).json()
        assert (joined["status"], joined["rated"]) == ("running", False)
        self.stop()
        with sqlite3.connect(self.settings.db.removeprefix("sqlite:///")) as database:
            (stored,) = database.execute("select lobby from matches").fetchone()
        assert {seat["address"] for seat in json.loads(stored)["seats"]} == {""}

    def test_the_more_often_two_players_meet_the_less_a_match_counts(self) -> None:
        values, matches = [1500], list[str]()
        for _ in range(6):
            matches.append(match := self.begin("Ann", "Bob")["match"])
            self.play(match, 4)
            (ann, _), unrated = (result := self.end(match))["ratings"], result["unrated"]
            assert unrated is None
            values.append(ann["after"]["value"])
        assert values[:3] == [1500, 1579, 1609], "the first match counts as it always did, the second half as much"
        gains = [after - before for before, after in pairwise(values)]
        assert gains == sorted(gains, reverse=True)
        assert gains[-1] < 10
        match = self.begin("Cy", "Bob")["match"]
        self.play(match, 4)
        assert self.end(match)["ratings"][0]["after"]["value"] > 1530, "another opponent counts in full"
        self.at(THERE)
        self.call("POST", f"/matches/{matches[0]}/rematch", self.tokens["Ann"], json={})  # which changes an ended match
        before = {name: self.rating(name) for name in self.tokens}
        self.stop()
        assert main(["db", "rebuild", "--db", self.settings.db]) == 0
        self.start()
        assert {name: self.rating(name) for name in self.tokens} == before


class TestFairPlay(RatedCase):
    """The record of a running rated match in the hands of a stranger."""

    def setUp(self) -> None:
        super().setUp()
        self.gus = self.token("Gus")
        self.running = self.begin("Ann", "Bob")["match"]
        # An analysis that is not refused asks the bots, who say nothing here.
        nothing = AsyncMock(side_effect=ServiceUnavailable(Code.NO_ANSWER, "Nobody answers."))
        self.enterContext(patch.object(self.app.state.server.analysis, "_ask", nothing))

    def record(self) -> Match:
        return load(self.call("GET", f"/matches/{self.running}/record").content)

    def refused(self, start: str = "", steps: Sequence[tuple[int, str]] = (), **more: Any) -> list[bool]:
        """Return whether a match against a bot and an analysis are refused; a match does not start after more steps."""
        explored = {"steps": [{"seat": seat, "text": text} for seat, text in steps], **more}
        explored = explored if "match" in more else explored | {"game": "deblockle", "start": start}
        stranger = self.token("Stranger")  # one account may ask for a few analyses only
        answers = [self.call("POST", "/explore/analysis", stranger, json=explored)]
        if start and not steps:
            order = {"game": "deblockle", "players": ["me", "greedy"], "start": start}
            answers.append(self.call("POST", "/matches", stranger, json=order))
        assert {answer.status_code for answer in answers} <= {201, 403, 503}, [answer.text for answer in answers]
        return [answer.status_code == 403 and answer.json()["error"]["code"] == "fair_play" for answer in answers]

    def test_it_gets_no_analysis_and_no_match_against_a_bot_until_the_end(self) -> None:
        assert self.refused(dump(self.record()).decode()) == [True, True], "from the first move on"
        self.play(self.running, 6)
        match = self.record()
        moves = [(entry.seat or 0, entry.text) for entry in match.line()]
        renamed = match.branch(match.number, players=("X", "Y"), seed=bytes(32))
        ahead = match.branch(match.number, players=("X", "Y"), seed=None)
        ahead.play(next(iter(ahead.position.legal_moves())))
        prefix = match.branch(match.entry_of_move(5), seed=None)
        position = msgspec.json.encode(match.game.encode(match.position)).decode()
        for start in (*(dump(each).decode() for each in (match, renamed, ahead, prefix)), position):
            assert self.refused(start) == [True, True]
        next_move = str(next(iter(match.position.legal_moves())))
        actor = match.position.actors[0]
        for steps in (moves, [*moves, (actor, next_move)]):
            assert self.refused("", steps) == [True], "nor move by move from the beginning"
        mirror = self.match(self.gus, players=["me", "me"])["match"]
        for seat, text in [*moves, (actor, next_move)]:
            played = self.call("POST", f"/matches/{mirror}/play", self.gus, json={"move": text, "seat": seat})
            assert played.status_code == 200, played.text
        assert self.refused(match=mirror, entry=len(moves) + 1) == [True], "nor by a match that copies it"
        order = {"game": "deblockle", "players": ["me", "greedy"], "origin": {"match": mirror, "entry": len(moves)}}
        assert self.call("POST", "/matches", self.gus, json=order).status_code == 403
        assert self.refused("", moves[:2]) == [False], "openings belong to nobody"
        assert self.refused(dump(match.branch(2, seed=None)).decode()) == [False, False]
        self.stop()
        self.start()
        assert self.call("POST", "/matches", self.gus, json=order).status_code == 403, "after a restart"
        self.end(self.running)
        assert self.call("POST", "/matches", self.gus, json=order).status_code == 201
        again = {"game": "deblockle", "players": ["me", "open"], "start": dump(match).decode()}
        assert self.call("POST", "/matches", self.gus, json=again).status_code == 201

    def test_a_casual_match_is_no_secret(self) -> None:
        casual = self.begin("Ann", "Bob", rated=False)["match"]
        self.play(casual, 6)
        record = self.call("GET", f"/matches/{casual}/record").text
        assert self.refused(record) == [False, False]


class TestClub(RatedCase):
    def test_a_host_may_let_one_address_be_rated(self) -> None:
        self.stop()
        self.settings = Settings(rate=1e9, burst=1e9, db=self.settings.db, rate_one_address=True)
        self.app = make_app(self.settings)
        self.client = self.enterContext(TestClient(self.app))
        state = self.begin("Ann", "Bob", (HERE, HERE))
        assert (state["rated"], state["same_address"]) == (True, False)
        self.play(state["match"], 4)
        assert [each["after"]["value"] for each in self.end(state["match"])["ratings"]] == [1579, 1421]
