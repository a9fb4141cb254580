"""The speed of the server: real games over real sockets, every move durable before it is acknowledged.

    python -m benchmarks.server --game deblockle blokus --want entries state --db memory sqlite postgres

For each combination it plays as many matches at once as asked for, each between two clients and before
`--spectators` others. A match goes on when every client has got the last move. It prints moves a second, the time
from sending a move to the mover's own acknowledgment, the server's processor time a move (the client's beside it),
and the bytes on the wire, compressed where the server offers it: for each move and player (mean, median, p99), for
each move and spectator, and until a player has the first state. As many other games are played before, until one is
over or 4,000 moves are made, so that caches are warm; then the first game that is over ends the measurement.
`--bots` lets bots think in that many matches beside it, `--idle` keeps that many live connections of players who do
nothing, and prints the server's memory; `--pace` lets players think. Client and server share this machine;
PostgreSQL is started for the benchmark.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
from collections.abc import Sequence
from itertools import product

import httpx2
import msgspec
import uvloop

from benchmarks.load import HEAD, Lane, Measured, Turn, measured, warm_up_with
from benchmarks.processes import SEED, resident, server, store_at
from benchmarks.websocket import WebSocket
from boardwright.core.game.registry import game, names
from boardwright.core.match.match import Match
from boardwright.core.rules.seats import usual_seats

BOT = "level6"
LONGEST = 800
"""Entries of a game after which it is not continued."""


class Received(msgspec.Struct):
    """The part of a message that the clients read."""

    type: str
    number: int = 0


_decode = msgspec.json.Decoder(Received).decode
_encode = msgspec.json.encode


class Boardwright:
    """The messages of Boardwright."""

    def play(self, turn: Turn) -> bytes:
        """Return the message that makes the move."""
        word = {"type": "play", "id": str(turn.number), "move": turn.move, "seat": turn.seat, "number": turn.number}
        return _encode(word)

    def read(self, message: bytes) -> int:
        """Return how far the log is by that message."""
        received = _decode(message)
        if received.type in ("refused", "closed"):
            raise RuntimeError(message.decode())
        return received.number if received.type == "entries" else -1


def played(name: str, number: int) -> list[Turn]:
    """Return a random game, another one for each number."""
    match = Match.new(game(name), options=game(name).usual_options, seed=SEED)
    dice, turns = random.Random(number), list[Turn]()
    while not match.is_over and match.number < LONGEST:
        seat = match.position.actors[0]
        move = dice.choice(list(match.position.legal_moves(seat)))
        turns.append(Turn(match.number, seat, str(move)))
        match.play(move, seat)
    return turns


async def seated(http: httpx2.AsyncClient, name: str) -> tuple[str, list[str]]:
    """Start a match of two guests without time limits; return its id and their tokens."""
    tokens = [(await http.post("/api/guests", json={"name": "G"})).json()["token"] for _ in range(2)]
    heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
    options = msgspec.to_builtins(game(name).read_options(game(name).usual_options))
    made = await http.post("/api/matches", json={"game": name, "options": options}, headers=heads[0])
    match: str = made.raise_for_status().json()["match"]
    (await http.post(f"/api/matches/{match}/join", json={}, headers=heads[1])).raise_for_status()
    return match, tokens


WANTS: dict[str, list[str]] = {"entries": [], "state": ["table", "moves"]}
"""The parts that programs and the page ask for."""


async def joined(url: str, hello: dict[str, object]) -> WebSocket:
    """Return a socket that has got its first state."""
    state = asyncio.get_running_loop().create_future()

    def take(message: bytes) -> None:
        if _decode(message).type == "state" and not state.done():
            state.set_result(None)

    socket = await WebSocket.connect(url, take)
    socket.send(_encode({"type": "hello", **hello}))
    await state
    return socket


async def lane(
    base: str, http: httpx2.AsyncClient, name: str, want: str, turns: Sequence[Turn], spectators: int
) -> Lane:
    """Start a match and connect everybody."""
    match, tokens = await seated(http, name)
    made = Lane(Boardwright(), turns, len(tokens))
    url = f"{base}/api/matches/{match}/live"
    for hello in (*({"token": token} for token in tokens), *({} for _ in range(spectators))):
        made.add(await joined(url, {**hello, "include": WANTS[want]}))
    return made


async def keep_bots_busy(http: httpx2.AsyncClient, name: str, count: int) -> None:
    """Start matches of a bot against a guest who never moves, so that the clock soon does."""
    token = (await http.post("/api/guests", json={"name": "B"})).json()["token"]
    players = ["me", *[BOT] * (usual_seats(game(name).seats) - 1)]
    options = msgspec.to_builtins(game(name).read_options(game(name).usual_options))
    wanted = {"game": name, "players": players, "options": options, "clock": "1"}
    for _ in range(count):
        made = await http.post("/api/matches", json=wanted, headers={"Authorization": f"Bearer {token}"})
        made.raise_for_status()


async def connected(
    base: str,
    pid: int | None,
    name: str,
    want: str,
    games: Sequence[Sequence[Turn]],
    seconds: float,
    spectators: int = 0,
    bots: int = 0,
    idle: int = 0,
    pace: float = 0,
    warm_up: int = 0,
    others: Sequence[Sequence[Turn]] = (),
) -> Measured:
    """Play the games on a server, after the `others`, which are not measured."""
    async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
        await http.get("/ready")
        for _ in range(idle // 2):
            await lane(base, http, name, want, (), 0)
        if others:
            await warm_up_with([await lane(base, http, name, want, turns, spectators) for turns in others])
        lanes = await asyncio.gather(*(lane(base, http, name, want, turns, spectators) for turns in games))
        for each in lanes:
            each.pace = pace
        await keep_bots_busy(http, name, bots)
        return await measured(lanes, seconds, pid, warm_up, is_warm=bool(others))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--game", nargs="+", choices=names(), default=["deblockle"])
    parser.add_argument("--want", nargs="+", choices=("entries", "state"), default=["entries", "state"])
    parser.add_argument("--db", nargs="+", choices=("memory", "sqlite", "postgres"), default=["memory", "sqlite"])
    parser.add_argument("--spectators", type=int, default=0, help="spectators of each match")
    parser.add_argument("--bots", type=int, default=0, help=f"matches beside it in which {BOT} thinks")
    parser.add_argument("--pace", type=float, default=0, help="seconds between two moves of a match")
    parser.add_argument("--idle", type=int, default=0, help="live connections beside it of players who do nothing")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"{args.matches} matches, {args.spectators} spectators each, {args.bots} matches with bots")
    print(f"{'':29}{HEAD[0]}\n{'game':10} {'want':8} {'store':9}{HEAD[1]}")
    for name in args.game:
        games = [played(name, number) for number in range(2 * args.matches)]
        games, others = games[: args.matches], games[args.matches :]
        for want, store in product(args.want, args.db):
            with store_at(store) as url, server(url) as (base, process):
                print(f"{name:10} {want:8} {store:9}", end="", flush=True)
                more = (args.spectators, args.bots, args.idle, args.pace, 0, others)
                print(uvloop.run(connected(base, process.pid, name, want, games, args.seconds, *more)), flush=True)
                if args.idle:
                    print(f"{'':29}{resident(process.pid) // 1024} MB with {args.idle:,} idle connections besides")


if __name__ == "__main__":
    main()
