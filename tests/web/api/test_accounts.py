"""Accounts, sessions and administration over HTTP."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from boardwright.table.accounts.accounts import token_hash
from boardwright.web.settings import Settings
from tests.web.case import GOOD, AppCase


class AccountCase(AppCase):
    def promote(self, account: str) -> None:
        """Make an account an admin behind the server's back."""
        store = self.app.state.server.store
        found = asyncio.run(store.account(account))
        assert asyncio.run(store.change_account(replace(found, role="admin")))


class TestSessions(AccountCase):
    def test_sessions_are_listed_and_ended(self) -> None:
        first = self.sign_up("Dee")["token"]
        login = {"name": "Dee", "password": GOOD}
        second = self.call("POST", "/sessions", json=login, headers={"User-Agent": "Firefox\x7f"}).json()["token"]
        third = self.call("POST", "/sessions", json=login).json()["token"]
        rows = self.call("GET", "/sessions", second).json()
        assert len(rows) == 3
        (this,) = [row for row in rows if row["this"]]
        assert this["agent"] == "Firefox"
        assert token_hash(second).startswith(this["id"])
        assert second not in str(rows)
        assert token_hash(second) not in str(rows)
        other = next(row for row in rows if token_hash(third).startswith(row["id"]))
        assert self.call("DELETE", f"/sessions/{other['id']}", second).status_code == 204
        assert self.call("GET", "/me", third).status_code == 401
        assert self.call("DELETE", f"/sessions/{other['id']}", second).json()["error"]["code"] == "no_session"
        assert self.call("DELETE", "/sessions?which=others", second).status_code == 204
        assert self.call("GET", "/me", first).status_code == 401
        assert self.call("DELETE", "/sessions?which=all", second).status_code == 204
        assert self.call("GET", "/me", second).status_code == 401

    def test_codes_are_shown_once_and_recover_the_account(self) -> None:
        made = self.sign_up("Dee")
        assert len(made["recovery_codes"]) == 8
        assert self.call("POST", "/sessions", json={"name": "Dee", "password": GOOD}).json()["recovery_codes"] == []
        refused = self.refusal("POST", "/me/recovery-codes", made["token"], json={"password": "wrong horse"})
        assert refused == (403, "wrong_password")
        fresh = self.call("POST", "/me/recovery-codes", made["token"], json={"password": GOOD}).json()["recovery_codes"]
        order = {"name": "Dee", "code": made["recovery_codes"][0], "password": "better horse"}
        assert self.call("POST", "/recovery", json=order).json()["error"]["code"] == "bad_code"
        done = self.call("POST", "/recovery", json=order | {"code": fresh[0]})
        assert done.status_code == 201
        assert self.call("GET", "/me", made["token"]).status_code == 401
        assert self.call("GET", "/me", done.json()["token"]).json()["name"] == "Dee"

    def test_a_stolen_token_cannot_lock_the_owner_out(self) -> None:
        token = self.sign_up("Dee")["token"]
        refused = self.refusal("PATCH", "/me", token, json={"name": "Thief", "password": "stolen goods"})
        assert refused == (403, "wrong_password")
        assert self.call("GET", "/me", token).json()["name"] == "Dee"

    def test_a_guest_who_registers_is_told_the_codes(self) -> None:
        token = self.token("Ann")
        changed = self.call("PATCH", "/me", token, json={"password": GOOD}).json()
        assert (changed["role"], len(changed["recovery_codes"])) == ("player", 8)
        assert self.call("PATCH", "/me", token, json={"name": "Anna"}).json()["recovery_codes"] == []

    def test_revoking_ends_server_sent_events(self) -> None:
        made = self.sign_up("Dee")
        match = self.match(made["token"])["match"]
        server = self.app.state.server
        seen: list[str] = []
        with self.client.stream(
            "GET", f"/api/matches/{match}/events", headers={"Authorization": f"Bearer {made['token']}"}
        ) as stream:
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    seen.append(line)
                    if len(seen) == 1:
                        self.call("DELETE", "/sessions", made["token"])
        assert '"bad_token"' in seen[-1]
        assert server.subscribers == 0


class TestGuesses(AccountCase):
    settings = Settings(rate=1e9, burst=1e9)

    def test_an_account_is_locked_for_a_while_after_ten_wrong_passwords(self) -> None:
        self.sign_up("Dee")
        wrong = {"name": "Dee", "password": "wrong horse"}
        answers = [self.call("POST", "/sessions", json=wrong) for _ in range(12)]
        assert [answer.status_code for answer in answers] == [401] * 10 + [429] * 2
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
        assert self.call("POST", "/sessions", json={"name": "Dee", "password": GOOD}).status_code == 429

    def test_strangers_cannot_lock_out_whoever_has_signed_in_before(self) -> None:
        made = self.sign_up("Dee")
        other = self.sign_up("Mallory")["device"]
        wrong, right = {"name": "Dee", "password": "wrong horse"}, {"name": "Dee", "password": GOOD}
        for device in ("", other, made["device"][:-1] + "x"):
            for _ in range(11):
                self.call("POST", "/sessions", json=wrong | {"device": device})
            assert self.call("POST", "/sessions", json=right | {"device": device}).status_code == 429
        known = self.call("POST", "/sessions", json=right | {"device": made["device"]})
        assert (known.status_code, known.json()["account"]["name"]) == (201, "Dee")
        change = {"old_password": GOOD, "password": "better horse"}
        assert self.call("PATCH", "/me", known.json()["token"], json=change).status_code == 200, "nor of a change"
        again = self.call("POST", "/sessions", json=wrong | {"password": "better horse", "device": made["device"]})
        assert again.status_code == 201
        guesses = [self.call("POST", "/sessions", json=wrong | {"device": made["device"]}) for _ in range(12)]
        assert [each.status_code for each in guesses] == [401] * 10 + [429] * 2, "a known device guesses no more often"
        order = {"name": "Dee", "code": made["recovery_codes"][0], "password": "best horse"}
        for _ in range(11):
            assert self.call("POST", "/recovery", json=order | {"code": "aaaa-aaaa-aaaa"}).status_code == 401
        assert self.call("POST", "/recovery", json=order).status_code == 201, "a recovery code always works"

    def test_a_guest_who_sets_a_password_is_a_known_device(self) -> None:
        guest = self.call("POST", "/guests", json={"name": "Gus"}).json()
        assert guest["device"] == ""
        device = self.call("PATCH", "/me", guest["token"], json={"password": GOOD}).json()["device"]
        for _ in range(11):
            self.call("POST", "/sessions", json={"name": "Gus", "password": "wrong horse"})
        order = {"name": "Gus", "password": GOOD, "device": device}
        assert self.call("POST", "/sessions", json=order).status_code == 201


class TestAdmin(AccountCase):
    def setUp(self) -> None:
        super().setUp()
        boss = self.sign_up("Boss")
        self.boss = boss["token"]
        self.promote(boss["account"]["id"])
        self.dee = self.sign_up("Dee")
        self.path = f"/admin/accounts/{self.dee['account']['id']}"

    def test_everything_is_refused_to_others(self) -> None:
        calls = [("GET", path) for path in ("/admin/accounts", "/admin/matches", "/admin/audit")]
        calls += [("POST", f"{self.path}/{act}") for act in ("ban", "unban", "reset")]
        for method, path in calls:
            assert self.call(method, path).status_code == 401
            for token in (self.dee["token"], self.token("Gus")):
                assert self.refusal(method, path, token) == (403, "not_admin"), path
        body = {"minutes": 5, "name": "X", "role": "admin"}
        for act in ("mute", "rename", "role"):
            one = {key: body[key] for key in ({"mute": "minutes", "rename": "name"}.get(act, "role"),)}
            assert self.call("POST", f"{self.path}/{act}", self.dee["token"], json=one).status_code == 403
        assert self.call("GET", "/admin/audit", self.boss).json() == []

    def test_accounts_are_found_and_acted_on(self) -> None:
        (found,) = self.call("GET", "/admin/accounts?search=dE", self.boss).json()
        assert found["id"] == self.dee["account"]["id"]
        assert "password" not in found
        for act, body, field in (
            ("mute", {"minutes": 5, "reason": "spam"}, "muted"),
            ("ban", {"reason": "more spam"}, "banned"),
        ):
            assert self.call("POST", f"{self.path}/{act}", self.boss, json=body).json()[field] > 0
        assert self.call("GET", "/me", self.dee["token"]).status_code == 401
        assert self.refusal("POST", "/sessions", json={"name": "Dee", "password": GOOD}) == (403, "banned")
        assert self.call("POST", f"{self.path}/unban", self.boss).json()["banned"] is None
        assert self.call("POST", f"{self.path}/rename", self.boss, json={"name": "Dora"}).json()["name"] == "Dora"
        assert self.call("POST", f"{self.path}/role", self.boss, json={"role": "admin"}).json()["role"] == "admin"
        code = self.call("POST", f"{self.path}/reset", self.boss).json()["recovery_code"]
        done = self.call("POST", "/recovery", json={"name": "Dora", "code": code, "password": "better horse"})
        assert done.status_code == 201
        acts = [(entry["act"], entry["detail"]) for entry in self.call("GET", "/admin/audit", self.boss).json()]
        assert acts == [
            ("reset password", ""),
            ("role", "player to admin"),
            ("rename", "Dee to Dora"),
            ("unban", ""),
            ("ban", "more spam"),
            ("mute", "5 minutes: spam"),
        ]
        assert [entry["act"] for entry in self.call("GET", "/admin/audit?before=3&limit=1", self.boss).json()] == [
            "ban"
        ]

    def test_all_matches_are_listed_and_can_be_canceled(self) -> None:
        match = self.match(self.dee["token"], private=True, players=["me", "me"])["match"]
        assert self.call("GET", "/matches?which=live").json() == []
        for query in ("", "?which=live", "?player=dee", "?game=deblockle"):
            assert [row["match"] for row in self.call("GET", f"/admin/matches{query}", self.boss).json()] == [match]
        assert self.call("GET", "/admin/matches?which=over", self.boss).json() == []
        assert self.call("GET", "/admin/matches?player=nobody", self.boss).status_code == 404
        done = self.call("POST", f"/matches/{match}/cancel", self.boss)
        assert (done.status_code, done.json()["outcome"]["reason"]) == (200, "canceled")
        (entry,) = self.call("GET", "/admin/audit", self.boss).json()
        assert (entry["act"], entry["subject"]) == ("cancel", match)
