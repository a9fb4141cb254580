"""The list of games has what a client needs to open a match without asking the player."""

from __future__ import annotations

from tests.web.case import AppCase


class TestGames(AppCase):
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
