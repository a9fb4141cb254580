"""One vocabulary: HTTP and the live connection decode the same commands and do the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardwright.core.refusal import Unreadable
from boardwright.web.api.messages import COMMANDS, read
from boardwright.web.api.routes import ENDPOINTS
from tests.web.case import AppCase


def test_every_command_is_an_endpoint_with_the_same_struct() -> None:
    bodies = {each.path: each.arguments.get("body") for each in ENDPOINTS if each.method == "POST"}
    for type_, command in COMMANDS.items():
        assert bodies[f"/api/matches/{{match}}/{type_}"] is command


def test_every_command_is_a_message_of_the_live_connection() -> None:
    required: dict[str, dict[str, Any]] = {"play": {"move": "c7-b7"}, "answer": {"yes": True}}
    for type_, command in COMMANDS.items():
        message = read(json.dumps({"type": type_, "id": "7", **required.get(type_, {})}).encode())
        assert (message.id, isinstance(message.content, command)) == ("7", True)


def test_a_misspelled_field_is_refused() -> None:
    with pytest.raises(Unreadable, match="unknown field `mvoe`"):
        read(b'{"type": "play", "move": "c7-b7", "mvoe": "c7-b7"}')


class TestBothTransports(AppCase):
    def test_a_command_is_refused_with_the_same_status_and_code(self) -> None:
        match, ann, _ = self.duel()
        with self.live(match, ann) as line:
            for type_, fields in (
                ("play", {"move": "a1-a2"}),
                ("play", {"move": "hello"}),
                ("play", {"move": "c5-c4", "number": 5}),
                ("undo", {}),
                ("redo", {}),
                ("answer", {"yes": True}),
                ("draw", {"yes": False}),
                ("resign", {"seat": 1}),
                ("claim", {}),
            ):
                over_http = self.call("POST", f"/matches/{match}/{type_}", ann, json=fields)
                line.say(type=type_, id="x", **fields)
                over_socket = line.receive("refused")
                assert over_socket["status"] == over_http.status_code
                assert over_socket["error"] == over_http.json()["error"]
