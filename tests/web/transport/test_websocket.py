"""The WebSocket layer on a real server: what clients may send, in whatever pieces, and clients that do not read."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from boardwright.web.api.messages import MAX_MESSAGE, Hello
from boardwright.web.live.live import SocketClient
from boardwright.web.transport.websocket import MAX_BACKLOG
from tests.web.running import Person, Running, connect, guest, running

MASK = b"\x01\x02\x03\x04"
HELLO = b'{"type": "hello"}'
PING = b'{"type": "ping", "id": "7"}'


def frame(body: bytes, first: int = 0x81, mask: bytes = MASK) -> bytes:
    """Return a frame of a client; an empty mask leaves it unmasked."""
    bit, size = 0x80 if mask else 0, len(body)
    length = bytes((bit | size,)) if size < 126 else bytes((bit | 126,)) + size.to_bytes(2, "big")
    return bytes((first,)) + length + mask + bytes(b ^ mask[n % 4] if mask else b for n, b in enumerate(body))


def handshake(match: str, headers: str = "", host: str = "localhost") -> bytes:
    """Return the request that opens a live connection."""
    return (
        f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running("memory:", tmp_path_factory.mktemp("websocket")) as made:
        yield made


@asynccontextmanager
async def new_match(server: Running) -> AsyncIterator[tuple[str, Person]]:
    async with guest(server) as ann:
        yield (await ann.post("/matches", game="deblockle", players=["me", "me"])).json()["match"], ann


class Raw:
    """A connection whose bytes the test decides."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    async def end(self) -> None:
        """Send no more, and wait until the server has ended the connection."""
        self.writer.write_eof()
        await self._reader.read()

    async def frame(self) -> tuple[int, bytes]:
        """Return the opcode and the body of the next frame."""
        async with asyncio.timeout(60):
            first, size = await self._reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
            return first & 15, await self._reader.readexactly(size)

    async def next(self, opcode: int, has: bytes = b"") -> bytes:
        """Return the next frame of that kind that contains these bytes."""
        while True:
            found, body = await self.frame()
            if found == opcode and has in body:
                return body
            assert found != 8, body


@asynccontextmanager
async def raw(
    server: Running, match: str, together: bytes = b"", buffer: int = 0, sender: str = "127.0.0.1", headers: str = ""
) -> AsyncIterator[Raw]:
    """Open a connection by hand; `together` is sent in the same packet as the request."""
    plain = socket.socket()
    if buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    plain.bind((sender, 0))
    plain.connect(("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=2**24)
    writer.write(handshake(match, headers) + together)
    async with asyncio.timeout(60):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


async def bytewise(line: Raw, data: bytes) -> None:
    for number in range(len(data)):
        line.writer.write(data[number : number + 1])
        await line.writer.drain()
        await asyncio.sleep(0)


async def at_once(line: Raw, data: bytes) -> None:
    line.writer.write(data)


LONG = b'{"type": "ping", "id": "7"' + b" " * 300 + b"}"
PIECES: dict[str, bytes] = {
    "whole": frame(PING),
    "long": frame(LONG),
    "binary": frame(PING, 0x82),
    "in fragments": frame(PING[:5], 0x01) + frame(PING[5:9], 0x00) + frame(PING[9:], 0x80),
    "fragments around a ping": frame(PING[:5], 0x01) + frame(b"are you there", 0x89) + frame(PING[5:], 0x80),
    "empty fragments": frame(b"", 0x01) + frame(b"", 0x00) + frame(PING, 0x80),
}


@pytest.mark.parametrize("send", [at_once, bytewise])
@pytest.mark.parametrize("name", PIECES)
async def test_a_message_may_come_in_any_pieces(server: Running, name: str, send: Callable[..., object]) -> None:
    async with new_match(server) as (match, _), raw(server, match) as line:
        await send(line, frame(HELLO) + PIECES[name] + frame(b'{"type": "ping", "id": "8"}'))  # type: ignore[misc]
        assert b'"state"' in await line.next(1, b'"state"')
        answers = [await line.next(1, b"pong") for _ in range(2)]
        assert [msgspec.json.decode(each)["id"] for each in answers] == ["7", "8"]


async def test_control_frames_are_answered(server: Running) -> None:
    async with new_match(server) as (match, _), raw(server, match) as line:
        line.writer.write(frame(HELLO) + frame(b"are you there", 0x89) + frame(b"\x03\xe8bye", 0x88))
        assert await line.next(10) == b"are you there"
        while (found := await line.frame())[0] != 8:
            assert found[0] == 1
        assert found[1] == b"\x03\xe8bye"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (frame(PING, mask=b""), 1002),
        (frame(PING, 0x83), 1002),
        (frame(PING, 0xC1), 1002),
        (frame(PING, 0x80), 1002),
        (frame(PING, 0x01) + frame(PING), 1002),
        (frame(b" " * (MAX_MESSAGE + 1)), 1009),
        (b"\x81\xff" + (2**40).to_bytes(8, "big") + MASK, 1009),
        (frame(b" " * MAX_MESSAGE) + frame(PING, mask=b""), 1002),
        (frame(b" " * MAX_MESSAGE, 0x01) + frame(b" ", 0x80), 1009),
    ],
)
async def test_a_bad_frame_closes_the_connection_with_its_code(server: Running, bad: bytes, code: int) -> None:
    async with new_match(server) as (match, _), raw(server, match) as line:
        line.writer.write(frame(HELLO))
        await line.next(1, b'"state"')
        line.writer.write(bad)
        while (found := await line.frame())[0] != 8:
            assert found[0] == 1
        assert int.from_bytes(found[1][:2], "big") == code


@pytest.mark.parametrize("bad", [frame(b"\xff\xfe"), frame(b" " * (MAX_MESSAGE + 1)), frame(b"\x03\xe8", 0x88)])
async def test_a_connection_that_ends_before_its_hello_is_no_error_of_the_server(server: Running, bad: bytes) -> None:
    async with new_match(server) as (match, _), raw(server, match) as line:
        line.writer.write(bad)
        assert (await line.frame())[0] == 8
        await line.end()
    assert "Exception in ASGI application" not in server.log.read_text()


async def test_compressed_and_plain_clients_get_the_same_messages(server: Running) -> None:
    async with (
        new_match(server) as (match, ann),
        connect(server.ws, match, ann.token, compression="deflate") as packed,
        connect(server.ws, match, ann.token) as plain,
    ):
        for client in (packed, plain):
            await client.receive("state")
        for text in ("🎲" * 300, "short", "🎉" * 280):
            (await ann.post(f"/matches/{match}/chat", text=text)).raise_for_status()
        received = [[(await client.receive("chat"))["chat"]["text"] for _ in range(3)] for client in (packed, plain)]
        assert received[0] == received[1]
        assert [len(each) for each in received[0]] == [300, 5, 280]


async def test_a_client_that_does_not_read_is_cut_off_and_others_play_on(server: Running) -> None:
    async with new_match(server) as (match, ann), connect(server.ws, match, ann.token) as other:
        await other.receive("presence")
        async with raw(server, match, buffer=4096) as deaf:
            deaf.writer.write(frame(HELLO))
            await deaf.next(1, b'"state"')
            assert (await other.receive("presence"))["spectators"] == 1
            try:
                for _ in range(2000):
                    deaf.writer.write(frame(b'{"type": "sync"}'))
                    await deaf.writer.drain()
            except ConnectionError:
                pass
            assert (await other.receive("presence"))["spectators"] == 0
        await other.say(type="ping", id="1")
        assert await other.receive("pong")


class Unread:
    """A connection nobody reads."""

    is_closed = False

    def __init__(self, backlog: int) -> None:
        self.backlog = backlog
        self.calls: list[str] = []

    def write(self, message: bytes) -> None:
        self.calls.append("write")

    def close(self) -> None:
        self.calls.append("close")

    def abort(self) -> None:
        self.calls.append("abort")


def test_the_backlog_is_bounded_in_bytes() -> None:
    for backlog, call in ((0, "write"), (MAX_BACKLOG, "write"), (MAX_BACKLOG + 1, "abort")):
        connection = Unread(backlog)
        SocketClient(connection, None, Hello()).send(b"{}")
        assert connection.calls == [call]


async def test_a_frame_sent_with_the_request_does_no_harm(server: Running) -> None:
    async with new_match(server) as (match, _):
        async with raw(server, match, together=frame(HELLO)) as eager:
            eager.writer.write(frame(HELLO))
            await eager.next(1, b'"state"')
        async with raw(server, match) as line:
            line.writer.write(frame(HELLO))
            await line.next(1, b'"state"')
