"""Bots with two server processes on one PostgreSQL: each turn is computed once, and survives a killed process."""

from __future__ import annotations

import asyncio
import re
import signal
import tempfile
from pathlib import Path
from typing import Any
from unittest import IsolatedAsyncioTestCase

import httpx2

from boardwright.store.backends.open import open_store
from tests.offered import merged, offered
from tests.postgres import new_database
from tests.web.running import Person, connect, running

TURNS = 4


class TestBotProcesses(IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.url = await new_database()
        self.one, self.two = (self.enterContext(running(self.url, folder, name)) for name in ("one", "two"))
        self.here = await self.enterAsyncContext(httpx2.AsyncClient(base_url=self.one.http, timeout=60))
        self.there = await self.enterAsyncContext(httpx2.AsyncClient(base_url=self.two.http, timeout=60))
        self.ann = await Person(self.here, "Ann").come()

    async def test_each_turn_is_computed_by_one_process_although_both_have_the_table_open(self) -> None:
        made = await self.ann.post("/matches", game="deblockle", players=["me", "level5"])
        match = made.json()["match"]
        async with connect(self.one.ws, match, self.ann.token) as line, connect(self.two.ws, match) as other:
            state = (await line.receive("state"))["state"]
            await other.receive("state")
            turns = 0
            while turns < TURNS:
                was_mine = state["actors"] == [0]
                if was_mine:
                    await line.say(
                        type="play", id=str(state["number"]), move=offered(state)[0]["text"], number=state["number"]
                    )
                state = merged(state, await line.receive("entries"))
                turns += was_mine and state["actors"] == [1]
            while state["actors"] == [1]:
                state = merged(state, await line.receive("entries"))
        written = sum(entry["seat"] == 1 for entry in await self.log(match))
        computed = [await moves(self.here), await moves(self.there)]
        assert sum(computed) == written > 0, computed

    async def test_a_killed_process_leaves_no_bot_waiting(self) -> None:
        match = await self.stopped_while_thinking()
        number = len(await self.log(match))
        self.one.kill()
        async with asyncio.timeout(120):
            while len(await self.log(match)) == number:
                await asyncio.sleep(0.05)
        entry = (await self.log(match))[number]
        assert entry["seat"] == 0
        assert await moves(self.there) >= 1

    async def stopped_while_thinking(self) -> str:
        """Starts a match at the first process and stops that process in the middle of the bot's turn."""
        assert self.one.process is not None
        while True:
            made = await self.ann.post("/matches", game="mage_duel", players=["level6", "me"])
            match: str = made.json()["match"]
            async with await open_store(self.url) as store, asyncio.timeout(60):
                while await store.claim(match, 0, "a test", now=0, until=0):
                    await asyncio.sleep(0.005)
            self.one.process.send_signal(signal.SIGSTOP)
            if not any(entry["seat"] == 0 for entry in await self.log(match)):
                return match
            self.one.process.send_signal(signal.SIGCONT)  # the bot was faster

    async def log(self, match: str) -> list[dict[str, Any]]:
        """Returns the stored entries, without asking a server for the match."""
        async with await open_store(self.url) as store:
            return [{"seat": entry.seat} for entry in await store.entries(match)]


async def moves(http: httpx2.AsyncClient) -> int:
    """Returns the number of bot moves that a process has computed."""
    text = (await http.get("/metrics")).text
    found = re.findall(r'boardwright_bot_moves_total{result="[a-z]+"} ([0-9.]+)', text)
    assert found, text
    return int(sum(map(float, found)))
