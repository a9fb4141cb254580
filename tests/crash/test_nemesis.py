"""Two server processes on one PostgreSQL, under every fault that we can cause: histories stay linear.

Clients play at both processes while these are killed and paused, and their database is paused, restarted and cut off.
Afterwards every acknowledged move has to be in the log once, at a place that agrees with the times at which it was
asked for and confirmed; no entry was ever told in two versions, and nothing that a client was told went backward.
"""

from __future__ import annotations

import asyncio
import random
import re
import signal
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from unittest import IsolatedAsyncioTestCase

import httpx2

from boardwright.core.game.registry import game
from boardwright.core.records import replay
from boardwright.store.backends.open import open_store
from tests.crash.clients import Acknowledged, History, Player, Watcher
from tests.crash.own_postgres import OwnPostgres
from tests.offered import offered
from tests.scale import SCALE, scaled
from tests.store.samples import stored_entries
from tests.web.running import Person, Running, running

MATCHES = 3
BOT_TURNS = 3
PAUSE = 0.3 if SCALE == 1 else 4.0
"""The longest pause, in seconds."""


class TestNemesis(IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.postgres = OwnPostgres(self.folder)
        self.addCleanup(self.postgres.close)
        self.url = self.postgres.url
        self.servers = [self.enterContext(running(self.url, self.folder, name)) for name in ("one", "two")]
        self.history, self.dice = History(), random.Random(7)

    async def test_histories_are_linear(self) -> None:
        async with httpx2.AsyncClient(base_url=self.servers[0].http, timeout=60) as http:
            ann = await Person(http, "Ann").come()
            order = {"game": "deblockle", "players": ["me", "me"]}
            matches = [(await ann.post("/matches", **order)).json()["match"] for _ in range(MATCHES + scaled(1))]
            bots = (await ann.post("/matches", game="deblockle", players=["me", "random"])).json()["match"]
        clients = [Player(self.servers, ann.token, matches, self.history, seed) for seed in range(3)]
        watchers = [Watcher(self.servers, match, self.history) for match in matches[:MATCHES]]
        await self._torment(clients, watchers)
        await self._check_ready()
        await self._check(ann.token)
        await self._check_bots(bots, ann.token)
        await self._check_not_ready()

    async def _torment(self, clients: list[Player], watchers: list[Watcher]) -> None:
        """Causes every fault in turn; between two of them, some moves have to succeed."""
        work = [client.play() for client in clients] + [watcher.watch() for watcher in watchers]
        async with AsyncExitStack() as stack:
            tasks = [asyncio.create_task(each) for each in work]
            stack.push_async_callback(_cancel, tasks)
            nemesis = asyncio.create_task(self._nemesis())
            tasks.append(nemesis)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()  # a client ends only by an error

    async def _nemesis(self) -> None:
        faults: list[Callable[[], Awaitable[None]]] = [
            self._kill, self._pause_server, self.postgres.cut_listeners, self.postgres.cut_all, self._pause_postgres,
            lambda: self._restart(signal.SIGINT), lambda: self._restart(signal.SIGQUIT),
        ]  # fmt: skip
        await self.history.grow(3)
        for _ in range(scaled(1)):
            self.dice.shuffle(faults)
            for fault in faults:
                await fault()
                await self.history.grow(3)

    async def _kill(self) -> None:
        server = self.dice.choice(self.servers)
        server.kill()
        await self.history.grow(2)
        await asyncio.to_thread(server.start)
        async with httpx2.AsyncClient(timeout=60) as http, asyncio.timeout(60):  # it cannot start without a database
            while not await _is_up(http, server):
                await asyncio.sleep(0.05)

    async def _pause_server(self) -> None:
        server = self.dice.choice(self.servers)
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
        try:
            await self.history.grow(2)
            await asyncio.sleep(self.dice.random() * PAUSE)
        finally:
            server.process.send_signal(signal.SIGCONT)

    async def _pause_postgres(self) -> None:
        self.postgres.pause()
        try:
            await asyncio.sleep(self.dice.random() * PAUSE)
        finally:
            self.postgres.resume()

    async def _restart(self, how: signal.Signals) -> None:
        await asyncio.to_thread(self.postgres.restart, how)

    async def _check_ready(self, status: int = 200) -> None:
        """Waits until both processes say whether they are ready."""
        async with httpx2.AsyncClient(timeout=60) as http, asyncio.timeout(60):
            for server in self.servers:
                while (await http.get(f"{server.http}/ready")).status_code != status:
                    await asyncio.sleep(0.05)

    async def _check_not_ready(self) -> None:
        self.postgres.pause()
        try:
            await self._check_ready(503)
        finally:
            self.postgres.resume()
        await self._check_ready()

    async def _check(self, token: str) -> None:
        async with await open_store(self.url) as store:
            for match in {each.match for each in self.history.moves} | set(self.history.entries):
                saved = await store.load(match)
                assert saved is not None
                assert saved.row.header is not None
                replay.load(game("deblockle"), saved.row.header, saved.entries, saved.seed)
                for number, text in self.history.entries[match].items():
                    assert saved.entries[number - 1].detail == text
                spans = []
                for move in (each for each in self.history.moves if each.match == match):
                    done = await store.find_request(match, f"{saved.row.lobby.host}:{move.request}")
                    assert done is not None, f"{move} was acknowledged and is lost"
                    assert saved.entries[done.first - 1].detail == move.move
                    spans.append((done.first, done.last, move))
                _check_order(spans)
                async with asyncio.timeout(60):
                    for server in self.servers:
                        while await _number(server, match, token) < saved.row.number:
                            await asyncio.sleep(0.05)

    async def _check_bots(self, match: str, token: str) -> None:
        """Plays on against a bot: it answers, and each of its moves is computed once."""
        before = [await _bot_moves(server) for server in self.servers]
        own = 0
        async with httpx2.AsyncClient(timeout=60) as http, asyncio.timeout(120):
            people = [Person(http, "Ann"), Person(http, "Ann")]
            for person in people:
                person.token = token
            first = None
            while own < BOT_TURNS:
                server = self.servers[own % 2]
                state = (await http.get(f"{server.http}/api/matches/{match}", headers=people[0]._head())).json()
                first = state["number"] if first is None else first
                if state["actors"] != [0]:
                    await asyncio.sleep(0.02)
                    continue
                body = {"move": offered(state)[0]["text"], "number": state["number"]}
                played = await http.post(
                    f"{server.http}/api/matches/{match}/play", json=body, headers=people[0]._head()
                )
                own += played.status_code == 200
            async with await open_store(self.url) as store:
                while True:
                    saved = await store.load(match)
                    assert saved is not None
                    if saved.row.status == "over" or await _is_persons_turn(self.servers[0], match, token):
                        break
                    await asyncio.sleep(0.02)
                written = sum(entry.seat == 1 for entry in await stored_entries(store, match, first or 0))
        computed = sum([await _bot_moves(server) for server in self.servers]) - sum(before)
        assert computed == written > 0


def _check_order(spans: list[tuple[int, int, Acknowledged]]) -> None:
    """Checks that moves are in the log once, and in an order that agrees with their times."""
    spans.sort(key=lambda span: span[:2])
    for place, (first, last, move) in enumerate(spans):
        assert first <= last
        for later_first, _, later in spans[place + 1 :]:
            assert later_first > last, (move, later)
            assert later.ended >= move.started, (move, later)


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _is_up(http: httpx2.AsyncClient, server: Running) -> bool:
    try:
        return (await http.get(f"{server.http}/health")).status_code == 200
    except httpx2.HTTPError:
        return False


async def _number(server: Running, match: str, token: str) -> int:
    async with httpx2.AsyncClient(timeout=60) as http:
        head = {"Authorization": f"Bearer {token}"}
        number: int = (await http.get(f"{server.http}/api/matches/{match}", headers=head)).json()["number"]
        return number


async def _is_persons_turn(server: Running, match: str, token: str) -> bool:
    async with httpx2.AsyncClient(timeout=60) as http:
        head = {"Authorization": f"Bearer {token}"}
        return bool((await http.get(f"{server.http}/api/matches/{match}", headers=head)).json()["actors"] == [0])


async def _bot_moves(server: Running) -> int:
    async with httpx2.AsyncClient(timeout=60) as http:
        text = (await http.get(f"{server.http}/metrics")).text
    return sum(int(float(value)) for value in re.findall(r'boardwright_bot_moves_total{result="[a-z]+"} (\S+)', text))
