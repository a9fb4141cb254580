"""Matches that start from a position, a record or a file of another program, and matches in such files."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, parse
from boardwright.web.api.costs import BYTES, MATCH
from tests.offered import offered
from tests.web.case import AppCase

PENTOBI = "(;GM[Blokus Duo];B[e9,f9,e10](;W[j5])(;W[j5,k5]))"


class TestStarting(AppCase):
    def begin(self, **order: Any) -> Any:
        return self.call("POST", "/matches", self.token("Ann"), json=order)

    def test_a_match_starts_from_a_position(self) -> None:
        deblockle = game("deblockle")
        position = deblockle.begin().play(deblockle.begin().parse("c7-d7"))
        start = json.dumps(deblockle.encode(position))
        state = self.begin(game="deblockle", players=["me", "random"], start=start).json()
        assert state["status"] == "running"
        assert state["view"] == json.loads(json.dumps(state["view"]))
        assert any(move["text"] == "pass" for move in offered(state)), "the cube that was rolled may stay"

    def test_a_match_goes_on_from_a_record_with_new_players(self) -> None:
        match = Match.new(game("deblockle"), seed=bytes(32))
        match.play("c7-b7")
        state = self.begin(game="deblockle", players=["me", "open"], start=dump(match).decode()).json()
        assert state["status"] == "open", "it waits for the other player"
        joined = self.call("POST", f"/matches/{state['match']}/join", self.token("Bob"), json={}).json()
        assert (joined["status"], joined["number"]) == ("running", 1)
        record = parse(self.call("GET", f"/matches/{state['match']}/record").content)
        assert record.header.players == ("Ann", "Bob")
        assert [entry.text for entry in record.entries] == ["c7-b7"]

    def test_a_match_starts_in_the_middle_of_a_record_that_is_over(self) -> None:
        match = Match.new(game("deblockle"), options={"cubes": 1}, seed=bytes(32))
        dice = Random(3)
        while not match.is_over:
            match.play(dice.choice(list(match.position.legal_moves())))
        order = {"game": "deblockle", "start": dump(match).decode(), "start_move": 2}
        state = self.begin(players=["me", "open"], **order).json()
        joined = self.call("POST", f"/matches/{state['match']}/join", self.token("Bob"), json={}).json()
        assert (joined["status"], joined["number"]) == ("running", 2)
        assert [line["text"] for line in joined["log"]] == [entry.text for entry in match.entries[:2]]
        for wrong, said in (({"start_move": 9999}, "There is no move 9999"), ({"start": ""}, "which is missing")):
            answer = self.begin(players=["me", "open"], **order | wrong)
            assert (answer.status_code, said in answer.text) == (422, True)

    def test_the_record_of_a_long_match_is_taken(self) -> None:
        match, dice = Match.new(game("sagrada"), seats=4, seed=bytes(32)), Random(1)
        while not match.is_over:
            seat = match.position.actors[0]
            match.play(dice.choice(list(match.position.legal_moves(seat))), seat)
        text = dump(match).decode()
        assert len(text) > 80_000
        assert MATCH + len(json.dumps(text)) // BYTES < 110, "one account may send it, by the usual limits"
        order = {"game": "sagrada", "start": text, "start_move": 30, "players": ["me"] * 4}
        state = self.begin(**order).json()
        assert (state["status"], sum(line["kind"] == "move" for line in state["log"])) == ("running", 30)
        refused = self.begin(**order | {"start": text * 3})
        assert (refused.status_code, "the limit is 204,800 bytes" in refused.text) == (413, True)
        explored = {"game": "sagrada", "start": text, "steps": []}
        assert self.call("POST", "/explore", self.token("Bob"), json=explored).status_code == 200

    def test_a_file_of_another_program_is_read_and_written(self) -> None:
        token = self.token("Ann")
        state = self.match(token, game="blokus", players=["me", "me"], start=PENTOBI)
        assert state["formats"] == ["blksgf"]
        assert state["number"] == 2
        answer = self.call("GET", f"/matches/{state['match']}/record?format=blksgf", token)
        assert answer.text.replace("\n", "") == "(;GM[Blokus Duo];B[e9,f9,e10];W[j5])"
        assert answer.headers["content-disposition"].endswith('.blksgf"')

    def test_what_cannot_be_a_start_is_refused_with_a_reason(self) -> None:
        over = Match.new(game("deblockle"), options=game("deblockle").read_options({"cubes": 1}), seed=bytes(32))
        dice = Random(3)
        while not over.is_over:
            over.play(dice.choice(list(over.position.legal_moves())))
        cases: list[tuple[dict[str, Any], str]] = [
            ({"game": "deblockle", "start": "hello"}, "not a start of Deblockle; possible are a record file"),
            ({"game": "deblockle", "start": "[" * 50_000}, "nested too deeply"),
            ({"game": "deblockle", "start": '{"board": 1}'}, "Not a position of Deblockle"),
            ({"game": "blokus", "start": "(;GM[Chess])"}, "'Chess' is not a game that can be read"),
            ({"game": "blokus", "start": dump(over).decode()}, "The record is of Deblockle"),
            ({"game": "deblockle", "start": dump(over).decode()[:-9]}, "The record cannot be read"),
            ({"game": "deblockle", "start": dump(over).decode()}, "The game is over in this position"),
            ({"game": "blokus", "seats": 4, "start": PENTOBI}, "This position is for 2 seats, not 4"),
        ]
        for order, words in cases:
            answer = self.begin(**order)
            assert answer.status_code == 422, answer.text
            assert words in answer.json()["error"]["text"], answer.text

    def test_a_position_with_secrets_is_only_for_one_person(self) -> None:
        sagrada = game("sagrada")
        start = json.dumps(sagrada.encode(sagrada.begin(2)))
        refused = self.begin(game="sagrada", players=["me", "open"], start=start)
        assert "shows all secrets" in refused.json()["error"]["text"]
        assert self.begin(game="sagrada", players=["me", "me"], start=start).status_code == 201

    def test_an_unknown_format_is_refused(self) -> None:
        token = self.token("Ann")
        state = self.match(token, players=["me", "random"])
        assert self.refusal("GET", f"/matches/{state['match']}/record?format=pgn", token) == (404, "no_format")

    def test_strategies_of_a_game_play_on_the_server(self) -> None:
        card = self.call("GET", "/games/blokus").json()
        assert {"easy", "medium", "hard"} <= set(card["bots"])
        assert self.begin(game="blokus", players=["me", "easy"]).status_code == 201
        assert self.begin(game="deblockle", players=["me", "easy"]).json()["error"]["code"] == "no_bot"
