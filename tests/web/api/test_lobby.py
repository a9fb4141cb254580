"""Answers that the page needs to choose an opponent, to invite others, and to show first what is mine."""

from __future__ import annotations

from starlette.testclient import TestClient

from boardwright.bots.levels import STRENGTHS
from tests.web.case import AppCase


class TestChoosing(AppCase):
    def test_strengths_have_names_and_play_under_them(self) -> None:
        game = self.call("GET", "/games/blokus").json()
        assert [each["bot"] for each in game["strengths"]] == [f"level{number}" for number in range(1, 7)]
        assert len({each["name"] for each in game["strengths"]}) == 6
        assert all(each["text"].endswith(".") for each in game["strengths"])
        state = self.match(self.token("Ann"), game="blokus", players=["me", "level3", "level3", "level5"])
        assert [player["name"] for player in state["players"]] == ["Ann", "Hobbyist", "Hobbyist 2", "Expert"]

    def test_every_game_can_be_opened_with_its_usual_seats_and_bot(self) -> None:
        ann = self.token("Ann")
        for game in self.call("GET", "/games").json():
            assert game["usual_bot"] in game["bots"]
            players = ["me", *[game["usual_bot"]] * (game["usual_seats"] - 1)]
            state = self.match(ann, game=game["name"], seats=game["usual_seats"], players=players)
            assert [player["kind"] for player in state["players"][1:]] == ["bot"] * (len(players) - 1)

    def test_delayed_spectators_are_behind_by_the_server_s_usual_delay(self) -> None:
        state = self.match(self.token("Ann"), spectators="delayed")
        assert state["spectators"]["delay"] > 0

    def test_nobody_else_is_called_like_a_bot(self) -> None:
        for strength in STRENGTHS:
            assert self.call("POST", "/guests", json={"name": strength.name}).json()["error"]["code"] == "name_reserved"

    def test_people_and_bots_sit_at_one_table(self) -> None:
        ann, bob = self.token("Ann"), self.token("Bob")
        match = self.match(ann, game="blokus", seats=4, players=["me", "open", "level2", "open"])["match"]
        self.call("POST", f"/matches/{match}/join", bob, json={})
        state = self.call("POST", f"/matches/{match}/start", ann, json={"bot": "level2"}).json()
        assert [player["name"] for player in state["players"]] == ["Ann", "Bob", "Novice", "Novice 2"]
        assert state["status"] == "running"

    def test_bots_play_among_themselves_for_all_to_watch(self) -> None:
        ann, bob = self.token("Ann"), self.token("Bob")
        state = self.match(ann, game="sagrada", players=["random"] * 4)
        match = state["match"]
        assert (state["status"], state["host"], state["you"], state["rated"]) == ("running", True, [], False)
        for which, token in (("live", ""), ("mine", ann)):
            found = self.call("GET", f"/matches?which={which}", token).json()
            assert [(row["match"], row["you"]) for row in found] == [(match, [])]
        for act in ("cancel", "resign", "rematch"):
            assert self.call("POST", f"/matches/{match}/{act}", bob, json={}).status_code in (403, 409)
        ended = self.call("POST", f"/matches/{match}/cancel", ann, json={}).json()
        assert (ended["status"], ended["outcome"]["reason"]) == ("over", "canceled")
        again = self.call("POST", f"/matches/{match}/rematch", ann, json={}).json()
        assert (again["status"], again["origin"]) == ("running", match)
        self.call("POST", f"/matches/{again['match']}/cancel", ann, json={})

    def test_options_are_described_in_words(self) -> None:
        for game in self.call("GET", "/games").json():
            for name, option in game["options"]["properties"].items():
                if "enum" in option:
                    assert option["title"], name
                    assert {each["const"] for each in option["oneOf"]} <= set(option["enum"])
                    assert option["default"] in {each["const"] for each in option["oneOf"]}
                    assert all(each["title"] and each["description"] for each in option["oneOf"])


class TestInvitations(AppCase):
    def invited(self, host: str) -> dict[str, str]:
        match = self.match(self.token("Ann"), players=["me", "open"], private=True)["match"]
        found: dict[str, str] = self.call("GET", f"/matches/{match}/invitation", headers={"Host": host}).json()
        assert found["url"].endswith(f"/#/match/{match}")
        assert found["qr"].startswith("<svg")
        return found

    def test_an_address_of_this_machine_is_replaced_by_one_in_the_network(self) -> None:
        for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
            assert self.invited(host)["reach"] == "machine"
        self.app.state.network = "http://192.168.1.5:8000/"
        found = self.invited("localhost:8000")
        assert (found["reach"], found["url"][:25]) == ("network", "http://192.168.1.5:8000/#")
        self.client = TestClient(self.app, client=("192.168.1.9", 50_000))
        assert self.invited("localhost:8000")["reach"] == "machine"

    def test_an_address_that_others_can_open_stays(self) -> None:
        self.app.state.network = "http://192.168.1.5:8000/"
        assert self.invited("games.example")["url"].startswith("http://games.example/#/match/")
        assert self.invited("10.0.0.7:8000")["reach"] == "anyone"

    def test_a_match_without_spectators_tells_strangers_nothing(self) -> None:
        match, *_ = self.duel(spectators="forbidden")
        assert self.call("GET", f"/matches/{match}/invitation", self.token("Zoe")).status_code == 403


class TestLists(AppCase):
    def test_my_list_says_where_it_is_my_turn(self) -> None:
        match, ann, bob = self.duel()
        for token, due in ((ann, True), (bob, False)):
            (card,) = self.call("GET", "/matches?which=mine", token).json()
            assert (card["match"], card["your_turn"]) == (match, due)
        (card,) = self.call("GET", "/matches?which=live").json()
        assert not card["your_turn"]

    def test_the_public_matches_of_a_player_are_listed(self) -> None:
        match, ann, _ = self.duel()
        hidden = self.match(ann, players=["me", "me"], private=True)["match"]
        for each in (match, hidden):
            self.call("POST", f"/matches/{each}/resign", ann, json={"seat": 0})
        found = self.call("GET", "/matches?which=over&player=Ann").json()
        assert [card["match"] for card in found] == [match]
        assert self.call("GET", "/matches?which=over&player=Nobody").status_code == 404
