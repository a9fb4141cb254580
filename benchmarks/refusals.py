"""The answers of the server to others while a player clicks wrongly as fast as the limits allow.

    python -m benchmarks.refusals [--game blokus ...] [--seconds 10]

One player asks why a move is not possible, tries it, and lists the legal moves, each over HTTP and again as soon as
it is answered. The server has its usual limits. Somebody at another address asks for `/health`, first alone and then
all the while. Prints milliseconds: of both by the clock on the wall, and of the player's requests also the server's
processor time, which suffers less from what else the machine does; and how many requests were beyond the limits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from itertools import cycle
from typing import Any, TypeAlias

import httpx2
import uvloop

from benchmarks.load import percentile
from benchmarks.processes import busy, server
from benchmarks.server import played, seated
from boardwright.core.game.registry import names
from boardwright.web.settings import Settings

MOVES = 24
"""Moves that are made before: all games have many possible moves then."""
PAUSE = 0.005
TOO_MANY = 429


def client(base: str, address: str) -> httpx2.AsyncClient:
    """Return a client that comes from that address of this machine."""
    return httpx2.AsyncClient(base_url=base, timeout=60, transport=httpx2.AsyncHTTPTransport(local_address=address))


Took: TypeAlias = dict[str, list[tuple[float, float]]]
"""The time of requests in seconds, on the wall and of the server's processor time, by kind."""


async def wrong_clicks(http: httpx2.AsyncClient, pid: int | None, match: str, tokens: list[str], until: float) -> Took:
    """Make wrong moves until the time is up."""
    state = (await http.get(f"/api/matches/{match}", headers=_head(tokens[0]))).json()
    mover, dice, took = tokens[state["actors"][0]], random.Random(1), Took()
    for kind in cycle(("refusal", "play", "legal")):
        if time.perf_counter() > until:
            return took
        gesture = {"kind": "drag", "part": dice.choice(state["names"]), "to": dice.choice(state["names"])}
        start, worked = time.perf_counter(), busy(pid)
        answer = await _ask(http, f"/api/matches/{match}/{kind}", kind, gesture, _head(mover))
        name = "too many" if answer.status_code == TOO_MANY else kind
        took.setdefault(name, []).append((time.perf_counter() - start, busy(pid) - worked))
    raise AssertionError


async def _ask(
    http: httpx2.AsyncClient, path: str, kind: str, gesture: dict[str, str], head: dict[str, str]
) -> httpx2.Response:
    if kind == "play":
        return await http.post(path, json={"gesture": gesture}, headers=head)
    asked = {"gesture": json.dumps(gesture)} if kind == "refusal" else {}
    return await http.get(path, params=asked, headers=head)


def _head(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def health(http: httpx2.AsyncClient, pid: int | None, clicking: asyncio.Future[Any]) -> list[tuple[float, float]]:
    """Ask for the health of the server until the other requests are over."""
    took = []
    while not clicking.done():
        start, worked = time.perf_counter(), busy(pid)
        await http.get("/health")
        took.append((time.perf_counter() - start, busy(pid) - worked))
        await asyncio.sleep(PAUSE)
    return took


async def measured(base: str, pid: int | None, game: str, seconds: float) -> Took:
    """Return what requests took."""
    async with client(base, "127.0.0.1") as player, client(base, "127.0.0.2") as other:
        match, tokens = await seated(player, game)
        for turn in played(game, 1)[:MOVES]:
            body: dict[str, Any] = {"move": turn.move, "seat": turn.seat}
            path = f"/api/matches/{match}/play"
            (await player.post(path, json=body, headers=_head(tokens[turn.seat]))).raise_for_status()
        alone = await health(other, pid, asyncio.create_task(asyncio.sleep(seconds / 2)))
        until = time.perf_counter() + seconds
        clicking = asyncio.create_task(wrong_clicks(player, pid, match, tokens, until))
        return {"health alone": alone, "health": await health(other, pid, clicking), **await clicking}


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", choices=names(), default=list(names()))
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    print(
        f"{'game':10} {'request':14} {'number':>7}   wall: median     p99   worst   processor: median     p99   worst"
    )
    for game in args.game:
        with server("memory:", Settings(db="memory:")) as (base, process):
            found = uvloop.run(measured(base, process.pid, game, args.seconds))
        for name, took in found.items():
            wall, processor = (_figures([each[kind] for each in took]) for kind in (0, 1))
            print(f"{game:10} {name:14} {len(took):7}         {wall}              {processor}", flush=True)


def _figures(times: list[float]) -> str:
    ordered = sorted(times)
    return " ".join(f"{1000 * percentile(ordered, share):7.1f}" for share in (0.5, 0.99, 1))


if __name__ == "__main__":
    main()
