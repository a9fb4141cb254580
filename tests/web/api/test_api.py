"""Every endpoint with its response: the state, or the right error."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import msgspec

from boardwright.core.game import registry
from boardwright.core.records import record
from boardwright.store.backends.sqlite import MemoryStore
from boardwright.table.limits.limits import RateLimits
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.settings import Settings
from boardwright.web.transport.middleware import MAX_BODY
from tests.changing import drawn_in
from tests.offered import offered
from tests.web.case import AppCase


class TestAccounts(AppCase):
    def test_a_guest_a_player_a_session_and_its_end(self) -> None:
        token = self.token("Ann")
        assert self.call("GET", "/me", token).json()["role"] == "guest"
        kept = self.call("PATCH", "/me", token, json={"password": "correct horse"})
        assert kept.json()["role"] == "player"
        again = self.call("POST", "/sessions", json={"name": "Ann", "password": "correct horse"})
        assert again.status_code == 201
        assert self.call("DELETE", "/sessions", token).status_code == 204
        assert self.call("GET", "/me", token).status_code == 401
        assert self.call("GET", "/me", again.json()["token"]).status_code == 200

    def test_a_new_password_ends_every_other_session(self) -> None:
        first = self.token("Ann")
        self.call("PATCH", "/me", first, json={"password": "correct horse"})
        second = self.call("POST", "/sessions", json={"name": "Ann", "password": "correct horse"}).json()["token"]
        change = {"password": "battery staple", "old_password": "correct horse"}
        assert self.call("PATCH", "/me", second, json=change).status_code == 200
        assert self.call("GET", "/me", second).status_code == 200
        assert self.call("GET", "/me", first).json()["error"]["code"] == "bad_token"

    def test_no_token_wrong_token_wrong_password(self) -> None:
        for answer, code in (
            (self.call("GET", "/me"), "no_token"),
            (self.call("GET", "/me", "nonsense"), "bad_token"),
            (self.call("POST", "/sessions", json={"name": "Ann", "password": "x"}), "bad_password"),
        ):
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, code)
            assert answer.headers["www-authenticate"] == "Bearer"

    def test_a_program_that_plays_has_an_account_of_its_own_kind(self) -> None:
        made = self.call("POST", "/accounts", json={"name": "Robo", "password": "beep boop beep", "bot": True})
        assert made.json()["account"]["role"] == "bot"
        assert self.call("POST", "/accounts", json={"name": "robo", "password": "beep boop beep"}).status_code == 409


class TestGames(AppCase):
    def test_every_game_has_a_card_rules_and_a_picture(self) -> None:
        games = self.call("GET", "/games").json()
        assert {"blokus", "deblockle", "mage_duel", "sagrada"} <= {game["name"] for game in games}
        for game in games:
            assert self.call("GET", f"/games/{game['name']}").json() == game
            assert self.call("GET", f"/games/{game['name']}/rules").text.startswith("#")
            assert self.call("GET", f"/games/{game['name']}/picture.svg").text.startswith("<svg")
        assert self.call("GET", "/games/go").status_code == 404


class TestMatches(AppCase):
    def test_from_the_lobby_to_the_end(self) -> None:
        match, ann, bob = self.duel()
        assert [each["match"] for each in self.call("GET", "/matches?which=live").json()] == [match]
        state = self.call("GET", f"/matches/{match}", ann).json()
        move = offered(state)[0]["text"]
        played = self.call("POST", f"/matches/{match}/play", ann, json={"move": move, "number": 0})
        assert played.json()["number"] == 1
        assert self.call("GET", f"/matches/{match}/legal", ann).json()["number"] == 1
        assert self.call("POST", f"/matches/{match}/undo", ann, json={}).json()["number"] == 2
        assert self.call("POST", f"/matches/{match}/redo", ann, json={}).json()["number"] == 3
        assert self.call("POST", f"/matches/{match}/draw", ann, json={"yes": True}).json()["draw"] == [0]
        over = self.call("POST", f"/matches/{match}/resign", bob, json={}).json()
        assert (over["status"], over["outcome"]["winners"]) == ("over", [0])
        data = self.call("GET", over["record_url"].removeprefix("/api")).content
        assert record.verify(data).endswith("all moves legal; no chance in it")
        again = self.call("POST", f"/matches/{match}/rematch", bob).json()
        assert again["origin"] == match
        order = {"game": "deblockle", "players": ["me", "me"], "origin": {"match": match, "entry": 1}}
        branch = self.call("POST", "/matches", ann, json=order)
        assert branch.status_code == 201
        assert branch.json()["you"] == [0, 1]
        assert self.call("GET", "/players/ann").json()["name"] == "Ann"

    def test_looking_at_any_entry(self) -> None:
        match, ann, _ = self.duel()
        move = offered(self.call("GET", f"/matches/{match}", ann).json())[0]["text"]
        self.call("POST", f"/matches/{match}/play", ann, json={"move": move})
        before, after = (self.call("GET", f"/matches/{match}/positions/{n}").json() for n in (0, 1))
        assert before["table"]["zones"] != after["table"]["zones"]
        assert (before["log"], after["log"]["text"]) == (None, move)
        assert self.call("GET", f"/matches/{match}/positions/2").status_code == 404
        assert self.call("GET", f"/matches/{match}/table?at=0").json() == before["table"]
        assert drawn_in(before["table"]["zones"]) == before["table"]["art"].keys()
        old, new = (self.call("GET", f"/matches/{match}/picture.svg?at={n}").text for n in (0, 1))
        assert old != new
        for path in ("picture.svg", "table"):
            assert self.refusal("GET", f"/matches/{match}/{path}?layer=x-ray") == (404, "no_layer")
            nets = self.call("GET", f"/matches/{match}/{path}?at=1&layer=nets")
            assert nets.content != self.call("GET", f"/matches/{match}/{path}?at=1").content

    def test_why_not_without_trying(self) -> None:
        match, ann, _ = self.duel()
        why = self.call("GET", f"/matches/{match}/refusal?move=a1-a2", ann).json()
        assert why["refusal"]["code"] == "empty_square"
        assert why["refusal"]["marks"] == ["a1"]
        move = offered(self.call("GET", f"/matches/{match}", ann).json())[0]["text"]
        assert self.call("GET", f"/matches/{match}/refusal?move={move}", ann).json() == {"refusal": None}

    def test_a_body_may_be_empty_where_no_field_is_required(self) -> None:
        match, ann, bob = self.duel()
        assert self.call("POST", f"/matches/{match}/draw", ann).json()["draw"] == [0]
        assert self.call("POST", f"/matches/{match}/resign", bob).json()["status"] == "over"
        assert self.call("POST", f"/matches/{match}/play", ann).json()["error"]["code"] == "bad_request"

    def test_a_body_that_is_not_json_is_refused(self) -> None:
        match, ann, _ = self.duel()
        head = {"Content-Type": "text/plain"}
        refused = self.refusal("POST", f"/matches/{match}/resign", ann, content=b"{}", headers=head)
        assert refused == (422, "bad_request")

    def test_one_screen_for_all_seats(self) -> None:
        ann = self.token("Ann")
        state = self.match(ann, players=["me", "me"])
        assert (state["status"], state["you"]) == ("running", [0, 1])


class TestRefusals(AppCase):
    def test_each_with_its_status_and_nothing_changed(self) -> None:
        match, ann, bob = self.duel()
        eve = self.token("Eve")
        move = offered(self.call("GET", f"/matches/{match}", ann).json())[0]["text"]
        before = self.call("GET", f"/matches/{match}/record").content
        for token, path, body, status, code in (
            ("", "play", {"move": move}, 401, "no_token"),
            ("wrong", "play", {"move": move}, 401, "bad_token"),
            (eve, "play", {"move": move}, 403, "not_seated"),
            (bob, "play", {"move": move, "seat": 0}, 403, "not_your_seat"),
            (bob, "play", {"move": "c1-c2"}, 422, "not_your_turn"),
            (ann, "play", {"move": "a1-a2"}, 422, "empty_square"),
            (ann, "play", {"move": "hello"}, 422, "unreadable"),
            (ann, "play", {}, 422, "bad_request"),
            (ann, "play", {"move": move, "extra": 1}, 422, "bad_request"),
            (ann, "play", {"move": "\ud800"}, 422, "bad_request"),
            (ann, "play", {"move": move, "number": 5}, 409, "conflict"),
            (ann, "play", {"move": "x" * MAX_BODY}, 413, "too_large"),
            (eve, "join", {}, 409, "not_open"),
            (ann, "leave", {}, 409, "not_open"),
            (eve, "rematch", {}, 409, "not_over"),
            (ann, "cancel", {}, 403, "others_play"),
            (ann, "undo", {}, 422, "nothing_to_undo"),
            (ann, "answer", {"yes": True}, 422, "nothing_asked"),
            (ann, "claim", {}, 422, "time_left"),
            (eve, "resign", {}, 403, "not_seated"),
        ):
            answer = self.call("POST", f"/matches/{match}/{path}", token, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), (path, body, answer.text)
            assert ("state" in answer.json()) == (code == "conflict")
        assert self.call("GET", f"/matches/{match}/record").content == before
        for path in ("/matches/nothing", "/matches/%00", "/matches/a%2Fb", "/nowhere", "/players/%00"):
            assert self.call("GET", path, ann).status_code == 404

    def test_a_body_without_end_is_cut_off(self) -> None:
        def endless() -> Iterator[bytes]:
            for _ in range(1000):
                yield b" " * 1000

        answer = self.client.post("/api/guests", content=endless())
        assert answer.status_code == 413

    def test_closed_matches_stay_closed_to_others(self) -> None:
        match, ann, _ = self.duel(spectators="forbidden")
        eve = self.token("Eve")
        for path in ("", "/record", "/positions/0", "/picture.svg", "/table", "/chat", "/events"):
            for token in ("", eve):
                assert self.refusal("GET", f"/matches/{match}{path}", token) == (403, "no_spectators")
        assert self.call("POST", f"/matches/{match}/chat", eve, json={"text": "hi"}).status_code == 403
        assert self.call("GET", f"/matches/{match}", ann).status_code == 200

    def test_delayed_spectators_get_neither_record_nor_late_positions(self) -> None:
        match, ann, _ = self.duel(spectators="delayed", delay=5)
        move = offered(self.call("GET", f"/matches/{match}", ann).json())[0]["text"]
        self.call("POST", f"/matches/{match}/play", ann, json={"move": move})
        assert self.call("GET", f"/matches/{match}/record").status_code == 403
        assert self.call("GET", f"/matches/{match}/positions/1").status_code == 404
        assert self.call("GET", f"/matches/{match}/picture.svg?at=1").status_code == 404
        assert self.call("GET", f"/matches/{match}/table?at=1").status_code == 404
        assert self.call("GET", f"/matches/{match}").json()["number"] == 0

    def test_answers_carry_the_headers_that_keep_browsers_safe(self) -> None:
        for path in ("/health", "/api/games", "/nowhere", "/"):
            head = self.client.get(path).headers
            assert "default-src 'self'" in head["content-security-policy"]
            assert "unsafe" not in head["content-security-policy"]
            assert head["x-content-type-options"] == "nosniff"
            assert "camera=()" in head["permissions-policy"]
            assert "strict-transport-security" not in head

    def test_answers_of_the_api_are_not_cached(self) -> None:
        match, ann, _ = self.duel()
        for path in (f"/matches/{match}", f"/matches/{match}/picture.svg", "/me", "/nowhere"):
            assert self.call("GET", path, ann).headers["cache-control"] == "no-store"
        for path in ("/", "/api/games/deblockle/picture.svg", "/api/games/deblockle/rules.html"):
            assert self.client.get(path).headers["cache-control"] in ("no-cache", "max-age=3600")


class TestHttps(AppCase):
    settings = Settings(hsts=300)

    def test_browsers_are_told_to_insist_on_https_over_https_only(self) -> None:
        assert "strict-transport-security" not in self.client.get("http://testserver/health").headers
        assert self.client.get("https://testserver/health").headers["strict-transport-security"] == "max-age=300"


class TestLimits(AppCase):
    settings = Settings(rate=0.001, burst=30)

    def test_too_many_requests_are_told_how_long_to_wait(self) -> None:
        token = self.token("Ann")
        answers = [self.call("GET", "/me", token) for _ in range(31)]
        assert [answer.status_code for answer in answers[:30]] == [200] * 30
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].json()["error"]["code"] == "too_many"

    def test_guessing_passwords_and_tokens_is_expensive(self) -> None:
        body = {"name": "Ann", "password": "guess"}
        assert [self.call("POST", "/sessions", json=body).status_code for _ in range(2)] == [401, 429]

    def test_what_costs_more_is_allowed_less_often(self) -> None:
        ann, bob = self.token("Ann"), self.token("Bob")
        order = {"game": "deblockle", "players": ["me", "me"]}
        assert [self.call("POST", "/matches", ann, json=order).status_code for _ in range(4)] == [201, 201, 201, 429]
        long = order | {"start": "x" * 50_000}
        assert self.call("POST", "/matches", bob, json=long).status_code == 429
        assert self.call("POST", "/matches", bob, json=order).status_code == 201

    def test_a_list_of_matches_with_long_texts_costs_more(self) -> None:
        ann, bob = self.token("Ann"), self.token("Bob")
        deblockle = registry.game("deblockle")
        start = msgspec.json.encode(deblockle.encode(deblockle.begin())).decode()
        self.match(ann, start=start)
        assert [self.call("GET", "/matches?which=open", ann).status_code for _ in range(3)] == [200] * 3
        with patch.object(costs, "CHARACTERS", 5):
            assert [self.call("GET", "/matches?which=open", bob).status_code for _ in range(2)] == [200, 429]

    def test_an_address_creates_a_limited_number_of_accounts(self) -> None:
        self.app.state.limits = RateLimits(1e9, 1e9, accounts=3)
        made = [self.call("POST", "/guests", json={"name": "Ann"}) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 201]
        account = {"name": "Dee", "password": "correct horse"}
        for path, body in (("/guests", {"name": "Ann"}), ("/accounts", account)):
            answer = self.call("POST", path, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
            assert "This address has created many accounts; wait " in answer.json()["error"]["text"]
        assert self.call("GET", "/me", made[0].json()["token"]).status_code == 200

    def test_an_address_has_a_limit_for_all_its_guests_and_for_files(self) -> None:
        tokens = [self.token(name) for name in ("Ann", "Bob", "Cy", "Di", "Ed")]
        answers = [self.call("GET", "/me", token).status_code for token in tokens for _ in range(12)]
        assert set(answers) == {200}
        while (status := self.client.get("/openapi.json").status_code) == 404:
            answers.append(status)
        assert (status, len(answers) < 150) == (429, True)
        assert self.call("GET", "/me", tokens[0]).status_code == 429


class TestUnreadable(AppCase):
    def test_a_match_that_cannot_be_read_is_listed_with_the_reason_and_can_be_closed(self) -> None:
        good = self.duel()[0]
        match, ann, bob = self.duel()
        running: Server = self.app.state.server
        assert isinstance(running.store, MemoryStore)
        running.store._connection().execute(
            "update matches set header = json_set(header, '$.version', 9) where id = ?", (match,)
        )
        running._feeds.clear()
        reason = "Deblockle version 9 is not installed; installed is version 1."
        listed = {card["match"]: card["unreadable"] for card in self.call("GET", "/matches?which=live").json()}
        assert listed == {good: None, match: reason}
        assert self.call("GET", f"/matches/{match}", bob).json()["unreadable"] == reason
        for path in ("record", "picture.svg", "table", "positions/1", "legal"):
            assert self.refusal("GET", f"/matches/{match}/{path}", bob) == (409, "bad_record"), path
        assert self.call("POST", f"/matches/{match}/cancel", bob).status_code == 403
        assert self.call("POST", f"/matches/{match}/cancel", ann).json()["status"] == "over"


class TestMonitoring(AppCase):
    def test_health_readiness_figures(self) -> None:
        self.duel()
        assert self.client.get("/health").json()["ok"]
        assert self.client.get("/ready").json()["live"] == 1
        text = self.client.get("/metrics").text
        assert "boardwright_live_matches 1.0" in text
        assert '/matches/{match}/join"' in text

    def test_the_log_has_no_secrets_in_it(self) -> None:
        with self.assertLogs("boardwright") as logs:
            token = self.token("Ann")
            self.call("PATCH", "/me", token, json={"password": "correct horse"})
            self.call("GET", "/me", "wrong token")
        said = "\n".join(f"{line.getMessage()} {line.__dict__}" for line in logs.records)
        assert "/api/me" in said
        for secret in (token, "correct horse", "wrong token"):
            assert secret not in said
