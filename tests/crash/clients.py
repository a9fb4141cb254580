"""Clients that go on through every fault, and remember all that they were told."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx2
import websockets

from tests.offered import offered
from tests.web.running import Running, connect

PATIENCE = 6.0
"""Seconds before a client asks another server."""


@dataclass(frozen=True)
class Acknowledged:
    """A move that a server has confirmed, and when it was asked for and confirmed."""

    match: str
    request: str
    move: str
    started: float
    ended: float


@dataclass
class History:
    """What all clients were told."""

    moves: list[Acknowledged] = field(default_factory=list)
    entries: defaultdict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    reads: int = 0
    unanswered: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def grow(self, moves: int) -> None:
        """Returns when that many more moves are acknowledged."""
        wanted = len(self.moves) + moves
        async with asyncio.timeout(120):
            while len(self.moves) < wanted:
                self.changed.clear()
                await self.changed.wait()

    def agree(self, match: str, log: list[dict[str, Any]]) -> None:
        """Checks that nobody is ever told two versions of an entry."""
        for line in log:
            told = self.entries[match].setdefault(line["number"], line["text"])
            assert told == line["text"], (match, line, told)


class Player:
    """Plays for all seats of some matches, at any of the servers, as others do at the same time."""

    _requests = count(1)

    def __init__(self, servers: list[Running], token: str, matches: list[str], history: History, seed: int) -> None:
        self._servers = servers
        self._matches = matches
        self._history = history
        self._dice = random.Random(seed)
        self._head = {"Authorization": f"Bearer {token}"}
        self._seen: defaultdict[tuple[str, int], int] = defaultdict(int)

    async def play(self) -> None:
        """Plays until it is canceled."""
        async with httpx2.AsyncClient(timeout=PATIENCE) as http:
            while True:
                match, place = self._dice.choice(self._matches), self._dice.randrange(len(self._servers))
                response = await self._ask(http, "GET", place, match, "")
                if response is None:
                    continue
                assert response.status_code == 200, response.text
                state = self._read(response, match, place)
                if state["status"] == "running":
                    await self._move(http, match, state)
                else:
                    self._matches.remove(match)

    async def _move(self, http: httpx2.AsyncClient, match: str, state: dict[str, Any]) -> None:
        """Asks for one move until it is acknowledged or refused."""
        move = self._dice.choice(offered(state))
        body = {"move": move["text"], "seat": move["seat"], "number": state["number"]}
        request, started = f"r{next(self._requests)}", time.monotonic()
        while True:
            place = self._dice.randrange(len(self._servers))
            response = await self._ask(http, "POST", place, match, "/play", body, request)
            if response is None:
                continue
            assert response.status_code in (200, 409), response.text
            if response.status_code == 200:
                self._read(response, match, place)
                self._history.moves.append(Acknowledged(match, request, move["text"], started, time.monotonic()))
                self._history.changed.set()
            return

    def _read(self, response: httpx2.Response, match: str, place: int) -> dict[str, Any]:
        """Checks that what a server says never goes backward."""
        state: dict[str, Any] = response.json()
        assert state["number"] >= self._seen[match, place], (match, place)
        self._seen[match, place] = state["number"]
        self._history.reads += 1
        self._history.agree(match, state["log"])
        return state

    async def _ask(
        self,
        http: httpx2.AsyncClient,
        method: str,
        place: int,
        match: str,
        path: str,
        body: Any = None,
        request: str = "",
    ) -> httpx2.Response | None:
        """Returns the response; None if there is none, or the server says that it cannot answer now."""
        url, head = f"{self._servers[place].http}/api/matches/{match}{path}", dict(self._head)
        if request:
            head["Request-Id"] = request
        try:
            response = await http.request(method, url, json=body, headers=head)
        except httpx2.HTTPError:
            response = None
        if response is not None and response.status_code != 503:
            return response
        self._history.unanswered += 1
        await asyncio.sleep(0.02)
        return None


class Watcher:
    """Follows a match by live connections, one after the other; what it is told never goes backward or has gaps."""

    def __init__(self, servers: list[Running], match: str, history: History) -> None:
        self._servers = servers
        self._match = match
        self._history = history
        self.number = 0

    async def watch(self) -> None:
        """Watches until it is canceled."""
        for turn in count():
            with suppress(websockets.WebSocketException, OSError, TimeoutError):
                async with connect(self._servers[turn % 2].ws, self._match, resume=self.number, include=[]) as line:
                    while (message := await line.receive("state", "entries", "closed"))["type"] != "closed":
                        self._take(message)
            await asyncio.sleep(0.02)

    def _take(self, message: dict[str, Any]) -> None:
        is_state = message["type"] == "state"
        number, log = (
            (message["state"]["number"], message["state"]["log"])
            if is_state
            else (message["number"], message["entries"])
        )
        assert number >= self.number, (self._match, number, self.number)
        self._history.agree(self._match, log)
        expected = range(self.number + 1, number + 1)
        assert [line["number"] for line in log if line["number"] > self.number] == list(expected)
        self.number = number
