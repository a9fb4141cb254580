"""The harm that a hostile guest can do to others: two people and a bot play while one address uses up every limit.

    python -m benchmarks.hostile --seconds 20

The attacker has an address (127.0.0.2) and a process of its own, and the server its default limits. It creates guests
and, with each, floods requests, wrong clicks and states on live connections, starts matches with the strongest bots,
brings custom cards of 40 kB, explores and has positions analyzed, guesses passwords and holds silent connections.
Printed are the times from a move of the others to its acknowledgment, and of a bot's answer to them, first without
and then with the attack.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

import httpx2
import msgspec
import uvloop

from benchmarks.load import Turn, percentile
from benchmarks.processes import busy, resident, server, store_at
from benchmarks.server import Boardwright, played, seated
from benchmarks.websocket import WebSocket
from boardwright.web.settings import Settings

ATTACKER = "127.0.0.2"
GUESTS = 8
PACE = 0.1
"""Seconds between two moves of the others."""
BOT_PACE = 0.7
"""Seconds between two matches against a bot, which cost 20 each: within the limits of one person."""
BOT = "greedy"
BOT_LIMIT = 5.0
"""Seconds in which this bot has to answer (docs/api.md)."""

_now = time.perf_counter


class Player:
    """A live connection whose next entries can be awaited."""

    def __init__(self) -> None:
        self.entries: asyncio.Queue[int] = asyncio.Queue()
        self.socket: WebSocket

    async def join(self, base: str, match: str, token: str) -> Player:
        """Connect and wait for the first state."""
        state = asyncio.get_running_loop().create_future()

        def take(message: bytes) -> None:
            found = msgspec.json.decode(message)
            if found["type"] == "state" and not state.done():
                state.set_result(None)
            elif found["type"] == "entries":
                self.entries.put_nowait(found["number"])
            elif found["type"] in ("refused", "closed"):
                raise RuntimeError(message.decode())

        self.socket = await WebSocket.connect(f"{base}/api/matches/{match}/live", take)
        self.socket.send(msgspec.json.encode({"type": "hello", "token": token, "include": ["table", "moves"]}))
        await state
        return self

    async def until(self, number: int) -> None:
        """Wait until the log has more than that many entries."""
        while await self.entries.get() <= number:
            continue


async def people(base: str, http: httpx2.AsyncClient, seconds: float) -> list[float]:
    """Let two people play at a human pace; return how long each move took, in seconds."""
    match, tokens = await seated(http, "deblockle")
    players = [await Player().join(base, match, token) for token in tokens]
    took, wire, end = list[float](), Boardwright(), _now() + seconds
    for turn in played("deblockle", 1):
        if _now() > end:
            break
        began = _now()
        players[turn.seat].socket.send(wire.play(turn))
        await players[turn.seat].until(turn.number)
        took.append(_now() - began)
        await asyncio.sleep(PACE)
    return sorted(took)


async def against_bot(base: str, http: httpx2.AsyncClient, seconds: float) -> list[float]:
    """Play against a bot; return how long each of its answers took, in seconds."""
    token = (await http.post("/api/guests", json={"name": "B"})).json()["token"]
    head, took, end = {"Authorization": f"Bearer {token}"}, list[float](), _now() + seconds
    while _now() < end:
        wanted = {"game": "blokus", "players": ["me", BOT], "options": {"variant": "duo"}}
        made = (await http.post("/api/matches", json=wanted, headers=head)).raise_for_status().json()
        player = await Player().join(base, made["match"], token)
        offered = (await http.get(f"/api/matches/{made['match']}/legal", headers=head)).raise_for_status().json()
        turn, began = Turn(offered["number"], offered["seat"], offered["moves"][0]["text"]), _now()
        player.socket.send(Boardwright().play(turn))
        await player.until(turn.number + 1)
        took.append(_now() - began)
        player.socket.close()
        await http.post(f"/api/matches/{made['match']}/cancel", headers=head)
        await asyncio.sleep(BOT_PACE)
    return sorted(took)


class Attack:
    """One attacker: its guests, and what the server answered."""

    def __init__(self, base: str) -> None:
        self._base = base
        self.answers: Counter[str] = Counter()
        transport = httpx2.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx2.Limits(max_connections=None))
        self._http = httpx2.AsyncClient(base_url=base, timeout=60, transport=transport)

    async def run(self) -> None:
        """Attack until it is canceled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._idle())
            group.create_task(self._again(self._password))
            for number in range(GUESTS):
                token = await self._guest(number)
                if not token:
                    break
                for work in (self._read, self._bots, self._cards, self._explore):
                    group.create_task(self._again(work, token))
                for _ in range(10):
                    group.create_task(self._again(self._clicks, token))

    async def _again(self, work: Any, *args: Any) -> None:
        while True:
            with suppress(httpx2.HTTPError, OSError, ValueError, RuntimeError):  # the last one: cut while it sends
                await work(*args)
            await asyncio.sleep(0)

    async def _call(self, method: str, path: str, token: str = "", **body: Any) -> Any:
        head = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self._http.request(method, f"/api{path}", json=body or None, headers=head)
        self.answers[f"{method} {answer.status_code}"] += 1
        return answer.json() if answer.is_success and path.endswith("s") else {}

    async def _guest(self, number: int) -> str:
        return str((await self._call("POST", "/guests", name=f"Mallory {number}")).get("token", ""))

    async def _match(self, token: str, name: str = "blokus", **more: Any) -> str:
        made = await self._call("POST", "/matches", token, game=name, **more)
        return str(made.get("match", ""))

    async def _idle(self) -> None:
        host, port = self._base.removeprefix("http://").split(":")
        held = []
        for _ in range(150):
            with suppress(OSError):
                held.append(await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0)))
        self.answers["idle connections opened"] = len(held)
        await asyncio.Event().wait()

    async def _password(self) -> None:
        await self._call("POST", "/sessions", name="Ann", password=str(random.random()))

    async def _read(self, token: str) -> None:
        match = await self._match(token, players=["me"] * 4)
        for path in (
            "",
            "/legal",
            "/table",
            "/picture.svg",
            '/refusal?gesture={"kind":"drag","part":"zzz","to":"0,0"}',
            "/positions/0",
        ) * 20:
            await self._call("GET", f"/matches/{match}{path}", token)

    async def _bots(self, token: str) -> None:
        await self._match(token, players=["me", "level6", "level6", "level6"], options={"variant": "classic"})

    async def _cards(self, token: str) -> None:
        await self._match(token, "sagrada", players=["me"], options={"cards": _own_cards()})

    async def _explore(self, token: str) -> None:
        await self._call("POST", "/explore", token, game="mage_duel")
        await self._call("POST", "/explore", token, game="sagrada", options={"cards": _own_cards()})
        await self._call("POST", "/explore/analysis", token, game="blokus")

    async def _clicks(self, token: str) -> None:
        match = await self._match(token, "deblockle", players=["me", "me"])
        if not match:
            return
        ended = asyncio.Event()

        def take(message: bytes) -> None:
            self.answers[f"live {msgspec.json.decode(message)['type']}"] += 1

        socket = await WebSocket.connect(f"{self._base}/api/matches/{match}/live", take, ATTACKER)
        socket.closed.add_done_callback(lambda _: ended.set())
        socket.send(msgspec.json.encode({"type": "hello", "token": token, "include": ["table", "moves"]}))
        while not ended.is_set():
            for message in ({"type": "play", "id": "1", "move": "nonsense"}, {"type": "sync", "id": "2"}) * 50:
                socket.send(msgspec.json.encode(message))
            await asyncio.sleep(0.01)


def _own_cards() -> str:
    windows = [{"name": str(random.random()), "difficulty": 3, "rows": ["....."] * 4} for _ in range(450)]
    return json.dumps({"windows": windows})


def attack(base: str, seconds: float) -> None:
    """Attack from a process of its own and print what the server answered."""
    attacker: Attack | None = None

    async def run() -> None:
        nonlocal attacker
        attacker = Attack(base)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await attacker.run()

    uvloop.run(run())
    assert attacker is not None
    print("attacker:", ", ".join(f"{count:,} x {answer}" for answer, count in attacker.answers.most_common()))


def _shown(name: str, took: Sequence[float], others: Sequence[float], pid: int | None) -> str:
    p50, p99 = (1000 * percentile(took, share) for share in (0.5, 0.99))
    return (
        f"{name:8} {len(took)} moves: p50 {p50:.1f} ms, p99 {p99:.1f} ms; {len(others)} answers of {BOT}: "
        f"longest {others[-1]:.2f} s (stated: {BOT_LIMIT:g}); server memory {resident(pid) // 1024} MB"
    )


async def honest(base: str, pid: int | None, name: str, seconds: float) -> None:
    """Play and print how it went."""
    async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
        await http.get("/ready")
        began, worked = _now(), busy(pid)
        work: list[Coroutine[Any, Any, list[float]]] = [people(base, http, seconds), against_bot(base, http, seconds)]
        took, others = await asyncio.gather(*work)
        share = (busy(pid) - worked) / (_now() - began)
        print(f"{_shown(name, took, others, pid)}, {share:.0%} of a core", flush=True)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--db", choices=("memory", "sqlite", "postgres"), default="sqlite")
    args = parser.parse_args()
    with store_at(args.db) as url, server(url, Settings(db=url, bot_opening_delay=0)) as (base, process):
        uvloop.run(honest(base, process.pid, "quiet", args.seconds / 2))
        hostile = multiprocessing.get_context("spawn").Process(target=attack, args=(base, args.seconds + 5))
        hostile.start()
        time.sleep(3)
        uvloop.run(honest(base, process.pid, "attacked", args.seconds))
        hostile.join()


if __name__ == "__main__":
    main()
