"""Clients that are silent, send half a request, never read, or are too many: real sockets, short time limits."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from tests.web.running import Running, connect, running, until
from tests.web.transport.test_websocket import HELLO, frame, handshake, new_match, raw

SETUP = """
from boardwright.web.transport import connections, http, websocket
from boardwright.web.live import live
connections.SWEEP = 0.05
connections.REQUEST_TIMEOUT = http.REQUEST_TIMEOUT = 3
http.STALL_TIMEOUT = websocket.STALL_TIMEOUT = 0.5
live.MAX_BACKLOG = 200_000
"""
FEW = """
import resource
from boardwright.web.transport import connections
connections.SWEEP = 0.05
resource.setrlimit(resource.RLIMIT_NOFILE, (80, 120))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running("memory:", tmp_path_factory.mktemp("hostile"), setup=SETUP) as made:
        yield made


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that allows few connections, and may open few files."""
    folder = tmp_path_factory.mktemp("small")
    with running("memory:", folder, setup=FEW, address_connections=12, account_connections=2) as made:
        yield made


@asynccontextmanager
async def plain(server: Running, data: bytes = b"", sender: str = "127.0.0.1") -> AsyncIterator[asyncio.StreamReader]:
    """Open a connection from that address and send what it is given."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(sender, 0))
    writer.write(data)
    try:
        yield reader
    finally:
        writer.close()


async def end(reader: asyncio.StreamReader) -> bytes:
    """Return everything until the server ends the connection."""
    async with asyncio.timeout(60):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


def memory(server: Running) -> int:
    """Return the resident memory of the server in megabytes."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/status").read_text().split("VmRSS:")[1].split()[0]) // 1024


CLOSE = {"Connection": "close"}
HALF = {  # what is sent, and then nothing
    "nothing": b"",
    "blank lines": b"\r\n\r\n",
    "half a line": b"GET /hea",
    "half a header": b"GET /health HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
    "half a chunk": b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n{",
    "a second half": b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
    "too large, and more": b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n{",
}


async def test_a_connection_that_sends_no_complete_request_is_cut(server: Running) -> None:
    async def cut(data: bytes) -> None:
        async with plain(server, data) as reader:
            await end(reader)

    await asyncio.gather(*(cut(data) for data in HALF.values()))


async def test_connections_that_do_not_speak_http_are_counted_and_fill_no_log(server: Running) -> None:
    async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
        before = await ended(http, "invalid")
        for _ in range(20):
            async with plain(server, b"\x16\x03\x01\x02\x00 TLS\r\n\r\n") as reader:
                assert b" 400 " in await end(reader)
        assert await ended(http, "invalid") == before + 20
        await http.get("/health", headers={"Connection": "Upgrade", "Upgrade": "h2c"})
        await until(lambda: "that did not speak HTTP" in server.log.read_text())
    assert "uvicorn" not in server.log.read_text(), "not a line for each of them"


async def test_headers_without_end_are_refused(server: Running) -> None:
    async with plain(server, b"GET / HTTP/1.1\r\n" + b"".join(b"x%d: y\r\n" % n for n in range(4000))) as reader:
        assert b" 400 " in await end(reader)


async def test_a_large_body_in_one_piece_is_not_taken_for_headers(server: Running) -> None:
    async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
        answer = await http.post("/api/guests", json={"name": "x" * 60_000})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request")


async def test_ten_guests_who_never_read_are_cut_and_cost_little_memory(server: Running) -> None:
    async with new_match(server) as (match, ann), connect(server.ws, match, ann.token) as other:
        await other.receive("state")
        before = memory(server)
        async with AsyncExitStack() as stack:
            for _ in range(10):
                deaf = await stack.enter_async_context(raw(server, match, buffer=4096))
                deaf.writer.write(frame(HELLO))
                await deaf.next(1, b'"state"')
                deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
                deaf.writer.write(frame(b'{"type": "sync"}') * 400)
            async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http, asyncio.timeout(60):
                while "boardwright_subscribers 1.0\n" not in (await http.get("/metrics", headers=CLOSE)).text:
                    await asyncio.sleep(0.02)
        assert memory(server) - before < 40


async def ended(http: httpx2.AsyncClient, reason: str) -> float:
    """Return how many connections were refused or cut for that reason."""
    found = re.search(
        rf'connections_ended_total{{reason="{reason}"}} (\S+)', (await http.get("/metrics", headers=CLOSE)).text
    )
    return float(found[1]) if found else 0


async def test_a_response_that_nobody_reads_is_cut(server: Running) -> None:
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", server.port))
    async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
        before = await ended(http, "stalled")
        deaf.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
        async with asyncio.timeout(60):
            while await ended(http, "stalled") == before:
                await asyncio.sleep(0.02)
    deaf.close()


async def test_an_address_has_a_limit_and_others_are_told_in_the_log(small: Running) -> None:
    async with AsyncExitStack() as stack:
        idle = [await stack.enter_async_context(plain(small)) for _ in range(12)]
        async with plain(small) as reader:
            assert b" 429 " in await end(reader)
        await until(lambda: "connections refused: 1 beyond the limit of 12 for an address" in small.log.read_text())
        assert not any(each.at_eof() for each in idle)
    async with httpx2.AsyncClient(base_url=small.http, timeout=60) as http, asyncio.timeout(60):
        while (await http.get("/health")).status_code != 200:
            await asyncio.sleep(0.02)


async def test_an_account_has_a_limit_of_live_connections(small: Running) -> None:
    async with new_match(small) as (match, ann):
        async with connect(small.ws, match, ann.token) as one, connect(small.ws, match, ann.token) as two:
            await one.receive("state")
            await two.receive("state")
            async with connect(small.ws, match, ann.token) as three:
                assert (await three.receive("closed"))["code"] == "connections"
            answer = await ann.get(f"/matches/{match}/events")
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "connections")
            async with connect(small.ws, match) as spectator:
                await spectator.receive("state")
        async with asyncio.timeout(60):
            while True:
                async with connect(small.ws, match, ann.token) as again:
                    if (await again.receive("closed", "state"))["type"] == "state":
                        break


async def test_file_descriptors_never_run_out(small: Running) -> None:
    """The limit of the system is raised, reported where it is low, and never reached by connections."""
    async with new_match(small) as (match, ann), connect(small.ws, match, ann.token) as playing:
        await playing.receive("state")
        async with AsyncExitStack() as stack:
            for number in range(60):
                await stack.enter_async_context(plain(small, sender=f"127.0.1.{number // 10}"))
            async with plain(small, sender="127.0.2.1") as reader:
                assert b" 429 " in await end(reader)
            await playing.say(type="ping", id="1")
            assert await playing.receive("pong")
        await until(lambda: re.search(r"[1-9][0-9]* beyond the limit of 56 in all", small.log.read_text()))
    assert "only 120 files may be open" in small.log.read_text()


@pytest.mark.parametrize(("origin", "status"), [("https://evil.example", 403), ("null", 403), ("", 101)])
async def test_pages_of_other_sites_cannot_open_a_live_connection(server: Running, origin: str, status: int) -> None:
    async with new_match(server) as (match, _):
        headers = f"Origin: {origin or server.http}\r\n"
        request = handshake(match, headers, f"127.0.0.1:{server.port}")
        async with plain(server, request) as reader, asyncio.timeout(60):
            assert f" {status} ".encode() in await reader.readline()
