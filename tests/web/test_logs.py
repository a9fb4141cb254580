"""Logs: no ids of matches, no addresses, no tokens; text on terminals, JSON elsewhere."""

from __future__ import annotations

import ast
import io
import json
import logging
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import httpx2
import pytest

import boardwright
from boardwright.store.rows import log_id
from boardwright.web.logs import JsonLines, TextLines, to_stderr
from boardwright.web.settings import Settings
from tests.web.running import Person, connect, running

SOURCE = Path(boardwright.__file__).parent


async def test_no_log_line_of_a_server_contains_the_id_of_a_private_match(tmp_path: Path) -> None:
    with running("memory:", tmp_path, log_level="debug") as server:
        async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
            ann = await Person(http, "Ann").come()
            made = await ann.post("/matches", game="deblockle", players=["me", "random"], private=True)
            match = made.json()["match"]
            assert (await ann.get(f"/matches/{match}?private={match}")).status_code == 200
            assert (await ann.get(f"/matches/{match}/nowhere")).status_code == 404
            assert (await http.get(f"/{match}")).status_code == 404
            assert (await ann.post(f"/matches/{match}/play", move="nonsense")).status_code == 422
            assert (await http.delete(f"/api/matches/{match}")).status_code == 405
            async with connect(server.ws, match, ann.token) as line:
                await line.receive("state")
                await line.send(b"nonsense")
                await line.receive("refused")
        server.kill(signal.SIGTERM)
        log = server.log.read_text()
    assert '"route":"/api/matches/{match}/play","status":422' in log
    assert log.count('"status":404') == 2
    for secret in (match, ann.token, "127.0.0.1"):
        assert secret not in log


def log_calls() -> Iterator[tuple[str, ast.Call]]:
    for layer in ("store", "table", "web"):
        for path in (SOURCE / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
                    yield f"{path.name}:{node.lineno}", node


def test_matches_are_logged_by_their_tags() -> None:
    calls = list(log_calls())
    assert len(calls) > 10
    for place, call in calls:
        arguments = [ast.unparse(argument) for argument in call.args[1:]]
        named = [text for text in arguments if text.endswith(".id") or text in ("match", "id")]
        assert not named, f"{place} logs {named}; log log_id(...)"
        text = ast.unparse(call.args[0])
        assert ("match %s" in text) == any(text.startswith("log_id(") for text in arguments), place


def test_a_tag_does_not_contain_the_id() -> None:
    assert log_id("k3J9xq_ZAb1d0PfT") != log_id("k3J9xq_ZAb1d0PfU")
    assert "k3J" not in log_id("k3J9xq_ZAb1d0PfT")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def loggers() -> Iterator[None]:
    log = logging.getLogger("boardwright")
    handlers, level = log.handlers, log.level
    yield
    log.handlers, log.propagate = handlers, True
    log.setLevel(level)


@pytest.mark.usefixtures("loggers")
@pytest.mark.parametrize(
    ("stream", "chosen", "expected"),
    [
        (Terminal, "auto", TextLines),
        (io.StringIO, "auto", JsonLines),
        (io.StringIO, "text", TextLines),
        (Terminal, "json", JsonLines),
    ],
)
def test_the_format_follows_the_setting_and_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
    stream: type[io.StringIO],
    chosen: Literal["auto", "text", "json"],
    expected: type[logging.Formatter],
) -> None:
    monkeypatch.setattr(sys, "stderr", stream())
    to_stderr(Settings(log_format=chosen))
    assert type(logging.getLogger("boardwright").handlers[0].formatter) is expected


@pytest.mark.usefixtures("loggers")
def test_the_level_hides_what_is_less_severe(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    to_stderr(Settings(log_level="warning"))
    log = logging.getLogger("boardwright.web")
    log.info("small")
    log.warning("large", extra={"facts": {"status": 503}})
    assert [json.loads(line)["text"] for line in shown.getvalue().splitlines()] == ["large"]
    assert json.loads(shown.getvalue())["status"] == 503


def test_an_exception_is_shown_below_its_line() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "task %s failed", ("seven",), sys.exc_info())
    lines = TextLines().format(record).splitlines()
    assert lines[0].endswith("error: task seven failed")
    assert lines[-1] == "ValueError: broken"
