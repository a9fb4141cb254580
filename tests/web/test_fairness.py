"""Commitments and shares over HTTP."""

from __future__ import annotations

import hashlib
import json

from boardwright.core.records.record import verify
from tests.web.case import AppCase

ANN, BOB = "0123456789abcdef" * 4, "b" * 32


class TestFairness(AppCase):
    def test_a_match_is_checked_by_its_players_from_commitment_to_seed(self) -> None:
        ann, bob = self.token("Ann"), self.token("Bob")
        promised = self.call("POST", "/commitments", ann).json()
        made = self.match(ann, game="sagrada", match=promised["match"], share=ANN)
        assert (made["match"], made["commitment"], made["shares"]) == (*promised.values(), [])
        path = f"/matches/{promised['match']}"
        joined = self.call("POST", f"{path}/join", bob, json={"share": BOB}).json()
        assert (joined["commitment"], joined["shares"]) == (promised["commitment"], [ANN, BOB])
        during = self.call("GET", f"{path}/record", ann).text
        assert json.loads(during.splitlines()[-1])["seed"] is None
        assert self.call("POST", f"{path}/resign", ann).status_code == 200
        record = self.call("GET", f"{path}/record", ann).content
        lines = [json.loads(line) for line in record.splitlines()]
        assert hashlib.sha256(bytes.fromhex(lines[-1]["seed"])).hexdigest() == promised["commitment"]
        assert lines[0]["shares"] == [ANN, BOB]
        assert verify(record).endswith("follows from the seed and 2 shares of the players")

    def test_rematch_and_branch_take_a_share(self) -> None:
        match, ann, bob = self.duel()
        self.call("POST", f"/matches/{match}/resign", ann)
        promised = self.call("GET", f"/matches/{match}/rematch", bob).json()
        for token, share in ((ann, ANN), (bob, BOB)):
            again = self.call("POST", f"/matches/{match}/rematch", token, json={"share": share}).json()
        assert (again["match"], again["commitment"], again["shares"]) == (*promised.values(), [BOB, ANN])
        fresh = self.call("POST", "/commitments", bob).json()
        order = {"game": "deblockle", "players": ["random", "me"], "origin": {"match": match, "entry": 0}}
        branch = self.call("POST", "/matches", bob, json={**order, "match": fresh["match"], "share": BOB}).json()
        assert (branch["match"], branch["commitment"], branch["shares"]) == (*fresh.values(), ["", BOB])

    def test_a_share_is_32_to_64_digits(self) -> None:
        ann = self.token("Ann")
        for share in ("a" * 31, "a" * 65, "A" * 32, "g" * 32, " " * 32, "a" * 32 + "\n", "٣" * 32):
            refused = self.refusal("POST", "/matches", ann, json={"game": "sagrada", "share": share})
            assert refused == (422, "bad_request"), share
        assert self.call("GET", "/matches?which=mine", ann).json() == []

    def test_commitments_are_for_accounts_and_known_games(self) -> None:
        assert self.call("POST", "/commitments").status_code == 401
        refused = self.refusal("POST", "/commitments", self.token("Ann"), json={"quick": {"game": "chess"}})
        assert refused == (404, "no_game")

    def test_ids_of_others_are_refused_with_a_code(self) -> None:
        ann, bob = self.token("Ann"), self.token("Bob")
        match = self.call("POST", "/commitments", ann).json()["match"]
        for token, name in ((bob, match), (ann, "squatted")):
            refused = self.refusal("POST", "/matches", token, json={"game": "sagrada", "match": name})
            assert refused == (409, "stale_commitment")
            assert self.call("GET", f"/matches/{name}", token).status_code == 404

    def test_the_rematch_of_a_match_without_spectators_is_not_for_spectators(self) -> None:
        match, _, _ = self.duel(spectators="forbidden")
        assert self.call("GET", f"/matches/{match}/rematch").status_code == 403
