"""Fuzzing of the live connection: random bytes and messages are refused and change nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from boardwright.web.api.messages import MAX_MESSAGE
from boardwright.web.settings import Settings
from tests.offered import offered
from tests.web.case import AppCase

TYPES = ("play", "undo", "redo", "answer", "draw", "resign", "claim", "chat", "sync", "ping", "hello", "shout")
VALUES: tuple[Any, ...] = (None, True, -1, 0, 7, 10**30, 1.5, "", "x" * 50, "c5-c4", "\x00", "\ud800", [], {}, [[[]]])


def _random_message(dice: random.Random) -> bytes:
    if dice.random() < 0.3:
        return dice.randbytes(dice.randrange(60))
    fields = ("id", "move", "seat", "number", "to", "yes", "text", "token", "resume", "include", "known")
    word: dict[str, Any] = {field: dice.choice(VALUES) for field in dice.sample(fields, dice.randrange(5))}
    word["type"] = dice.choice((*TYPES, dice.choice(VALUES)))
    if word["type"] in ("resign", "undo", "draw"):
        word["seat"] = 9
    data = json.dumps(word).encode()
    return data if dice.random() < 0.8 else data[: dice.randrange(len(data))]


class TestFuzz(AppCase):
    def test_random_messages_are_answered_one_by_one_and_change_nothing(self) -> None:
        match, _, bob = self.duel()
        dice = random.Random(11)
        before = self.call("GET", f"/matches/{match}/record").content
        with self.live(match, bob) as line:
            for _ in range(400):
                line.send(_random_message(dice))
            line.say(type="ping", id="the end")
            seen = set()
            while (sent := line.receive()) != {"type": "pong", "id": "the end"}:
                seen.add(sent["type"])
                if sent["type"] == "refused":
                    assert 400 <= sent["status"] < 500, sent
                    assert "Traceback" not in sent["error"]["text"]
        assert seen <= {"state", "presence", "refused", "pong", "chat", "ok"}
        assert self.call("GET", f"/matches/{match}/record").content == before

    def test_the_first_word_has_to_be_a_good_hello(self) -> None:
        match, _, _ = self.duel()
        for first, code in (
            (b"\xff\x00", "unreadable"),
            (b'{"type":"play","move":"c5-c4"}', "unreadable"),
            (b'{"type":"hello","token":"wrong"}', "bad_token"),
            (b'{"type":"hello","resume":-1}', "unreadable"),
            (b'{"type":"hello","include":["svg"]}', "unreadable"),
            (b'{"type":"hello","known":["%b"]}' % (b"x" * 17), "unreadable"),
            (b'{"type":"hello","known":[%b""]}' % (b'"",' * 1000), "unreadable"),
            (b" " * (MAX_MESSAGE + 1), "too_large"),
        ):
            with self.client.websocket_connect(f"/api/matches/{match}/live") as line:
                line.send_bytes(first)
                sent = line.receive_json()
                assert (sent["type"], sent["code"]) == ("closed", code)
                with pytest.raises(WebSocketDisconnect):
                    line.receive_json()

    def test_a_match_that_is_not_there_or_not_for_you(self) -> None:
        match, _, _ = self.duel(spectators="forbidden")
        for name, code in (("nothing", "no_match"), (match, "no_spectators")):
            with self.live(name) as line:
                assert line.receive()["code"] == code

    def test_spectators_only_listen(self) -> None:
        match, _, _ = self.duel()
        with self.live(match) as line:
            line.say(type="play", id="1", move="c5-c4")
            sent = line.receive("refused")
            assert (sent["status"], sent["error"]["code"]) == (401, "no_token")


class TestLive(AppCase):
    def test_drawings_come_beside_the_state_but_for_those_that_are_known(self) -> None:
        match, ann, _ = self.duel()
        table = self.call("GET", f"/matches/{match}/table", ann).json()
        known = sorted(table["art"])[1:]
        with self.live(match, ann, known=known) as line:
            first = line.receive()
            assert first["state"]["table"] == {name: value for name, value in table.items() if name != "art"}
            assert first["art"] == {name: value for name, value in table["art"].items() if name not in known}
            line.say(type="sync", id="again")
            assert "art" not in line.receive("state")

    def test_playing_over_the_wire(self) -> None:
        match, ann, bob = self.duel(clock="300+5")
        with self.live(match, ann) as one, self.live(match, bob, include=[]) as two:
            state = one.receive()["state"]
            assert two.receive()["type"] == "state"
            one.say(type="play", id="a", move=offered(state)[0]["text"], number=0)
            sent = one.receive("entries")
            assert (sent["id"], sent["number"], sent["changes"]["clocks"][0]["running"]) == ("a", 1, True)
            lean = two.receive("entries")
            assert lean["entries"] == [{**sent["entries"][0], "events": []}]
            assert "id" not in lean
            one.say(type="play", id="a", move=offered(state)[0]["text"], number=0)
            assert one.receive("ok") == {"type": "ok", "id": "a", "number": 1}
            one.say(type="play", id="b", move=offered(state)[0]["text"], number=0)
            assert one.receive("refused")["status"] == 409
            assert one.receive("state")["state"]["number"] == 1
            two.say(type="chat", id="c", text="hm")
            assert one.receive("chat")["chat"]["name"] == "Bob"
            one.say(type="undo", id="d")
            assert one.receive("entries")["id"] == "d"
            two.say(type="sync", id="e")
            assert two.receive("state")["id"] == "e"
            two.say(type="resign", id="f")
            assert one.receive("entries")["outcome"]["winners"] == [0]


class TestRateLimit(AppCase):
    settings = Settings(rate=0.001, burst=20)

    def test_a_talkative_client_is_told_to_wait(self) -> None:
        match, ann, _ = self.duel()
        with self.live(match, ann) as line:
            for number in range(40):
                line.say(type="ping", id=str(number))
            sent = line.receive("refused")
            assert (sent["status"], sent["error"]["code"]) == (429, "too_many")
