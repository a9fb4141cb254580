"""A WebSocket client that costs next to nothing, so that a load test measures the server and not itself.

It reads whole messages, answers pings, inflates what the server compresses, and counts the bytes on the wire. It
sends short text messages only. Its mask is zero, which the protocol allows, so that masking changes nothing.
"""

from __future__ import annotations

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from typing import Self, cast
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_TAIL = b"\x00\x00\xff\xff"
"""The end of a deflated message, which its sender leaves out."""


class WebSocket(asyncio.Protocol):
    """One connection; `on_message` is called with every message, `received` counts bytes of the stream."""

    def __init__(self, url: str, on_message: Callable[[bytes], None]) -> None:
        self.on_message = on_message
        self.received = 0
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._url = urlsplit(url)
        self._buffer = b""
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS).decompress
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, url: str, on_message: Callable[[bytes], None], sender: str | None = None) -> Self:
        """Return an open connection from that address; raises ConnectionError if the server does not accept it."""
        socket = cls(url, on_message)
        loop, local = asyncio.get_running_loop(), None if sender is None else (sender, 0)
        host, port = socket._url.hostname or "", socket._url.port or 80
        await loop.create_connection(lambda: socket, host, port, local_addr=local)
        await socket.is_open
        return socket

    def send(self, message: bytes) -> None:
        """Send a text message of less than 64 kB."""
        self._send(_TEXT, message)

    def close(self) -> None:
        """Cut the connection."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport = cast(asyncio.Transport, transport)  # uvloop's has another base
        target = self._url.path + (f"?{self._url.query}" if self._url.query else "")
        lines = (
            f"GET {target} HTTP/1.1",
            f"Host: {self._url.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: permessage-deflate",
        )
        transport.write("\r\n".join((*lines, "", "")).encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError("The server closed the connection."))

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._buffer = data = self._buffer + data if self._buffer else data
        if not self.is_open.done() and not self._read_response():
            return
        data, start = self._buffer, 0
        while (frame := _frame(data, start)) is not None:
            first, body, start = frame
            self._take(first, body)
        self._buffer = data[start:]

    def _read_response(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.is_open.set_exception(ConnectionError(head.decode()))
            return False
        self._buffer = rest
        self.is_open.set_result(None)
        return True

    def _take(self, first: int, body: bytes) -> None:
        opcode = first & 15
        if opcode == _PING:
            self._send(_PONG, body)
        elif opcode == _CLOSE:
            self.close()
        elif opcode != _PONG:
            if first & 0x8F not in (0x81, 0x82):
                raise ValueError(f"This client reads whole messages only, not a frame that begins with {first:#x}.")
            self.deliver(self._inflate(body + _TAIL) if first & 0x40 else body)

    def deliver(self, message: bytes) -> None:
        """Pass a message on."""
        self.on_message(message)

    def _send(self, opcode: int, body: bytes) -> None:
        assert self._transport is not None
        size = len(body)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((0x80 | opcode,)) + length + b"\0\0\0\0" + body)


def _frame(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """Return the first byte, the body and the end of the frame at `start`; None if it is not complete."""
    if len(data) < start + 2:
        return None
    size, begin = data[start + 1], start + 2
    if size > 125:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[start + 2 : begin], "big")
    end = begin + size
    return None if len(data) < end else (data[start], data[begin:end], end)
