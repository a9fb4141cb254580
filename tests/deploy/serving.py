"""A server that is started the way a host starts it, and a guest who plays against a bot there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

_PATIENCE = 120.0
"""Seconds after which something that should happen is held not to happen."""


@contextmanager
def serving(
    command: Sequence[str], env: Mapping[str, str], log: Path, end: signal.Signals = signal.SIGTERM
) -> Iterator[str]:
    """Run a `boardwright serve` command; yield the address of its page, and end it with a signal."""
    with log.open("ab") as errors:
        process = subprocess.Popen(command, env=env, cwd=log.parent, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        line = ""
        while not line.startswith("page"):
            line = process.stdout.readline()
            assert line, log.read_text()
        yield line.split()[1]
    finally:
        process.send_signal(end)
        process.communicate(timeout=_PATIENCE)


def until(is_true: Callable[[], bool], said: Callable[[], str] = str) -> None:
    """Wait for what happens in its own time; `said` explains why it does not."""
    deadline = time.monotonic() + _PATIENCE
    while not is_true():
        assert time.monotonic() < deadline, said()
        time.sleep(0.05)


def clean_environment(*names: str, **more: str) -> dict[str, str]:
    """Return these variables of this machine and some more."""
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return kept | more


class Guest:
    """A guest of a server."""

    def __init__(self, page: str) -> None:
        self.http = httpx2.Client(base_url=page, timeout=_PATIENCE)
        self.http.headers["Authorization"] = f"Bearer {self.post('guests', name='Ann')['token']}"

    def get(self, path: str) -> Any:
        """Return what an address of the API answers."""
        answer = self.http.get(f"api/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """Send a command to the API and return its answer."""
        answer = self.http.post(f"api/{path}", json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def play_bot(self, moves: int = 2) -> str:
        """Play some moves of Deblockle against a bot that sits first, then resign; return the id of the match."""
        match: str = self.post("matches", game="deblockle", players=["level2", "me"])["match"]
        for _ in range(moves):
            self._wait_for_turn(match)
            legal = self.get(f"matches/{match}/legal?seat=1")
            self.post(f"matches/{match}/play", move=legal["moves"][0]["text"], seat=1)
        self._wait_for_turn(match)
        assert self.post(f"matches/{match}/resign")["outcome"]
        return match

    def _wait_for_turn(self, match: str) -> None:
        until(lambda: bool(self.get(f"matches/{match}")["moves"]), lambda: "the bot does not move")


def bot_moves(text: str) -> tuple[float, float]:
    """Return how many moves bots have chosen, at their time limit too, and how many were fallback moves."""
    chosen = sum(metric(text, "boardwright_bot_moves_total", result=result) for result in ("chosen", "cut"))
    return chosen, metric(text, "boardwright_bot_moves_total") - chosen


def metric(text: str, name: str, **labels: str) -> float:
    """Return the sum of all samples of a metric that have these labels."""
    wanted = {f'{key}="{value}"' for key, value in labels.items()}
    found = re.findall(rf"^{name}(?:{{(.*)}})? (\S+)$", text, re.M)
    assert found, f"no {name} in {text[:2000]}"
    return sum(float(value) for given, value in found if wanted <= set(given.split(",")))
