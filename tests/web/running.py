"""A real server in a separate process, and clients for it."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import msgspec
import websockets

_PROGRAM = """
import json, sys
from boardwright.web.settings import Settings
from boardwright.web.server import listening, serve
sock = listening("127.0.0.1", int(sys.argv[2]))
print(sock.getsockname()[1], flush=True)
given = {"rate": 1e9, "burst": 1e9, "address_connections": 10_000, "address_accounts": 10**6, "bot_opening_delay": 0}
given |= json.loads(sys.argv[4])
exec(sys.argv[5])
serve(Settings(db=sys.argv[1], log_level=sys.argv[3], **given), sock)
"""


class Running:
    """A server process, without rate limits unless `settings` say so; `setup` is executed before it serves."""

    def __init__(self, db: str, log: Path, log_level: str = "info", setup: str = "", **settings: Any) -> None:
        self.db = db
        self._more = [json.dumps(settings), setup]
        self.log_level = log_level
        self.log = log
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the process, on the same port as before."""
        with self.log.open("a") as log:
            command = [sys.executable, "-c", _PROGRAM, self.db, str(self.port), self.log_level, *self._more]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the process, by default with SIGKILL."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


@contextmanager
def running(db: str, folder: Path, name: str = "server", **more: Any) -> Iterator[Running]:
    """Run a server on that database."""
    server = Running(db, folder / f"{name}.log", **more)
    server.start()
    try:
        yield server
    finally:
        server.kill()


Pair: TypeAlias = tuple[Running, Running]
"""Two server processes on one PostgreSQL."""


class Person:
    """An HTTP client with a token."""

    def __init__(self, http: httpx2.AsyncClient, name: str) -> None:
        self._http = http
        self.name = name
        self.token = ""

    async def come(self) -> Person:
        """Create a guest and keep its token."""
        self.token = (await self._http.post("/api/guests", json={"name": self.name})).json()["token"]
        return self

    async def get(self, path: str) -> httpx2.Response:
        return await self._http.get(f"/api{path}", headers=self._head())

    async def post(self, path: str, **body: Any) -> httpx2.Response:
        return await self._http.post(f"/api{path}", json=body, headers=self._head())

    def _head(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


@asynccontextmanager
async def guest(server: Running, name: str = "Ann") -> AsyncIterator[Person]:
    """Yield a new guest of a server."""
    async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
        yield await Person(http, name).come()


async def until(is_true: Callable[[], object]) -> None:
    """Wait for what a server does in its own time."""
    async with asyncio.timeout(60):
        while not is_true():
            await asyncio.sleep(0.005)


class LiveClient:
    """A live connection."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket

    async def say(self, **word: Any) -> None:
        await self._socket.send(msgspec.json.encode(word))

    async def send(self, data: bytes | str) -> None:
        await self._socket.send(data)

    async def receive(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these types."""
        async with asyncio.timeout(60):
            while True:
                message: dict[str, Any] = msgspec.json.decode(await self._socket.recv())
                if not kinds or message["type"] in kinds:
                    return message


@asynccontextmanager
async def connect(
    base: str, match: str, token: str = "", compression: str | None = None, **hello: Any
) -> AsyncIterator[LiveClient]:
    """Open a live connection and say hello."""
    url = f"{base}/api/matches/{match}/live"
    async with websockets.connect(url, compression=compression, max_size=None) as socket:
        made = LiveClient(socket)
        await made.say(type="hello", token=token, **hello)
        yield made
