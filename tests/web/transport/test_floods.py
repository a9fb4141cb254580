"""Floods of frames on live connections: every frame is paid for, and others get their turn in between."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from boardwright.table.limits.limits import MAX_UNPAID, Payer, RateLimits
from boardwright.web.server import config
from boardwright.web.settings import Settings
from boardwright.web.transport.connections import Connections
from boardwright.web.transport.websocket import CONNECTION, MAX_FRAMES, MAX_UNREAD, LiveProtocol
from tests.web.case import AppCase
from tests.web.running import Running, connect, running, until
from tests.web.transport.test_hostile import ended
from tests.web.transport.test_websocket import HELLO, PING, frame, handshake, new_match, raw

BURST = 120
SETUP = """
from boardwright.web.api import costs
costs.DELAY = 0.05
"""
CONTROL = {"pings": frame(b"", 0x89), "pongs": frame(b"", 0x8A)}
FLOODS: dict[str, bytes] = {
    "pings": frame(HELLO) + CONTROL["pings"] * 333_333,
    "pongs": frame(HELLO) + CONTROL["pongs"] * 333_333,
    "pings instead of a hello": CONTROL["pings"] * 40_000,
    "one byte that is no message": frame(HELLO) + frame(b"{") * 40_000,
    "compressed": frame(HELLO) + frame(b"\xaa\x06\x00", 0xC1) * 40_000,
    "fragments": frame(HELLO) + frame(b"", 0x01) + frame(b"", 0x00) * 40_000,
    "pings between fragments": frame(HELLO) + frame(b"", 0x01) + CONTROL["pings"] * 40_000,
    "requests": frame(HELLO) + frame(PING) * 40_000,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with the ordinary limits, but shorter delays."""
    with running("memory:", tmp_path_factory.mktemp("floods"), setup=SETUP, rate=40, burst=BURST) as made:
        yield made


async def flood(server: Running, match: str, data: bytes, sender: str) -> int:
    """Send all data at once, and return how many frames came until the server ended the connection."""
    extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    count = 0
    async with raw(server, match, sender=sender, headers=extension) as line:
        line.writer.write(data)
        # What the server has not read may reset the connection before its close frame is here.
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while (await line.frame())[0] != 8:
                count += 1
    return count


async def play(server: Running, match: str, token: str, done: asyncio.Event) -> int:
    """Send a message whenever the last one is answered, and return how many were done."""
    answers: Counter[str] = Counter()
    async with connect(server.ws, match, token) as player:
        while not done.is_set():
            await player.say(type="ping", id="7")
            answer = await player.receive("pong", "refused")
            assert answer["id"] == "7"
            answers[answer["type"]] += 1
    return answers["pong"]


async def test_a_client_that_floods_is_cut_and_one_that_waits_for_answers_is_not(server: Running) -> None:
    async with new_match(server) as (match, ann), httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
        done = asyncio.Event()
        playing = asyncio.create_task(play(server, match, ann.token, done))
        before = await ended(http, "unpaid")
        floods = (flood(server, match, data, f"127.0.2.{n}") for n, data in enumerate(FLOODS.values()))
        answered = await asyncio.gather(*floods)
        assert await ended(http, "unpaid") == before + len(FLOODS)
        done.set()
        assert await playing > BURST
        # At each refusal the bucket was empty, and it never holds more than a burst.
        assert max(answered) < (MAX_UNPAID + 2) * BURST


class Wire(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.reading = True
        self.closed = False

    def write(self, data: Any) -> None:
        self.written.append(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return 0


async def started(payer: Payer) -> tuple[LiveProtocol, Wire]:
    """Return a connection of an application that takes no message, and the transport behind it."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][CONNECTION].start(payer)
        await asyncio.Event().wait()

    made = config(Settings(), cast(Starlette, application), Connections(9))
    wire = Wire()
    protocol = LiveProtocol(made, ServerState(), {})
    protocol.connection_made(wire)
    protocol.data_received(handshake("any"))
    assert not wire.reading, "nothing is read before the handshake is over"
    while not wire.reading:
        await asyncio.sleep(0)
    wire.written.clear()
    return protocol, wire


def free() -> Payer:
    """Return one who can pay for everything."""
    return Payer(RateLimits(rate=1e9, burst=1e9), "here")


async def test_others_get_their_turn_after_a_few_frames() -> None:
    protocol, wire = await started(free())
    count = 10 * MAX_FRAMES
    protocol.data_received(CONTROL["pings"] * count)
    turns = [len(wire.written)]
    while sum(turns) < count:
        assert not wire.reading
        await asyncio.sleep(0)
        turns.append(len(wire.written) - sum(turns))
    assert max(turns) == MAX_FRAMES
    await asyncio.sleep(0)
    assert wire.reading


async def test_messages_that_the_application_does_not_take_are_not_parsed() -> None:
    protocol, wire = await started(free())
    protocol.data_received(frame(PING) * 1000)
    for _ in range(1000):
        await asyncio.sleep(0)
    assert (protocol.queue.qsize(), wire.reading) == (MAX_UNREAD + 1, False)
    for _ in range(1000):
        await protocol.receive()
    await asyncio.sleep(0)
    assert (protocol.queue.qsize(), wire.reading) == (0, True)


async def test_a_message_that_is_already_there_lets_others_have_their_turn() -> None:
    protocol, _ = await started(free())
    protocol.data_received(frame(PING) * 10)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(count())
    for _ in range(10):
        await protocol.receive()
    assert turns >= 9
    other.cancel()


@pytest.mark.parametrize("is_closing", [False, True])
async def test_a_frame_that_is_not_paid_for_waits_unparsed(is_closing: bool) -> None:
    now = 0.0
    payer = Payer(RateLimits(rate=1, burst=5, clock=lambda: now), "here")
    protocol, wire = await started(payer)
    if is_closing:
        await protocol.send({"type": "websocket.close", "code": 1000})
        wire.written.clear()
    protocol.data_received(CONTROL["pings"] * 9)
    assert (len(wire.written), wire.reading, payer.unpaid) == (5, False, 1)
    now = 2.0
    await until(lambda: len(wire.written) >= 7)
    assert not wire.closed


async def test_one_frame_that_cannot_be_paid_for_is_not_going_on() -> None:
    """The pong of an honest client waits while others at its address have used up everything."""
    payer = Payer(RateLimits(rate=1, burst=0, clock=lambda: 0.0), "here")
    protocol, wire = await started(payer)
    protocol.data_received(CONTROL["pongs"])
    for _ in range(2 * MAX_UNPAID):
        protocol._parse()
    assert (payer.unpaid, wire.closed) == (0, False)


class TestWithoutConnection(AppCase):
    """A server other than ours, which passes on messages only."""

    settings = Settings(rate=1, burst=20)

    def test_unreadable_messages_are_charged(self) -> None:
        match, ann, _ = self.duel()
        with self.live(match, ann) as line:
            for _ in range(30):
                line.send(b"{")
            codes = []
            while "too_many" not in codes:
                codes.append(line.receive("refused")["error"]["code"])
            assert set(codes[:-1]) == {"unreadable"}
