"""WebSocket connections under uvicorn, with a short way for the messages of a match.

uvicorn and `websockets` do the handshake, control frames, fragments, limits and errors. A whole text message of a
client goes straight to the application, and the application writes straight to the transport, without a task and
a queue in between. A message for many clients is framed, and compressed, once.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.protocol import State

from boardwright.web.connections import STALL_TIMEOUT, Reason
from boardwright.web.http import Stalled

if TYPE_CHECKING:
    from boardwright.web.server import ServerConfig

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

_compressor: Callable[..., Any] = zlib.compressobj
with suppress(ImportError):  # where it has no wheel
    from isal import isal_zlib

    _compressor = isal_zlib.compressobj  # packs as tightly as zlib's first level in half the time

CONNECTION = "boardwright.connection"
"""The key in the extensions of an ASGI scope under which an application finds its `Connection`."""
MAX_UNREAD = 32
"""Messages of one client that may wait for the application before the connection is not read any more."""
CLOSE_TIMEOUT = 10.0
"""Seconds in which a client has to read what it was sent before a close."""
MIN_COMPRESSED = 1024
"""Bytes from which on a message is worth compressing."""
_TEXT = 0x81
_COMPRESSED = 0x40


class Connection(Protocol):
    """The sending end of a live connection."""

    @property
    def backlog(self) -> int:
        """The bytes that were written and that the client has not taken yet."""

    @property
    def is_closed(self) -> bool:
        """True if nothing that is written reaches the client any more."""

    def write(self, message: bytes) -> None:
        """Sends a text message, in order and without blocking; does nothing once the connection is closed."""

    def close(self) -> None:
        """Ends the connection after the messages written so far."""

    def abort(self) -> None:
        """Ends the connection at once."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which is also the `Connection` of the application."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._early = 0
        """Chunks received before the handshake was over: the request, and possibly frames that came too soon."""
        self._unread = b""
        """The beginning of a frame."""
        self._closing: asyncio.Task[None] | None = None
        self._tracked = cast("ServerConfig", self.config).connections
        self._stalled = Stalled()

    async def run_asgi(self) -> None:
        """Runs the application, which finds this connection in its scope."""
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[CONNECTION] = self
        await super().run_asgi()

    # Ending

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._tracked.remove(self)
        super().connection_lost(exc)

    def overdue(self, now: float) -> Reason | None:
        """Returns why the connection should be cut: it is being closed, and the client does not take the rest.

        Before that, pings and the backlog tell whether somebody is there.
        """
        unread = self.backlog if self.is_closed else 0
        return "stalled" if self._stalled.since(now, unread) > STALL_TIMEOUT else None

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Cuts the stream into frames; all but simple ones are left to `websockets`, whole."""
        if not self.handshake_complete:
            self._early += 1
        if self._early > 1 or not self.handshake_complete or self.conn.state is not State.OPEN:
            super().data_received(data)
            return
        data, start = self._unread + data if self._unread else data, 0
        while (frame := _next_frame(data, start)) is not None:
            begin, end = frame
            is_too_big = end - begin > self.config.ws_max_size
            if end > len(data) and not is_too_big:
                break
            if is_too_big or not self._take_text(data, start, begin, end):
                super().data_received(data[start:end])
            if self.conn.state is not State.OPEN:
                return
            start = end
        self._unread = data[start:]

    def _take_text(self, data: bytes, start: int, begin: int, end: int) -> bool:
        """Takes a text message that is whole, masked and not compressed; returns False for any other frame."""
        if data[start] != _TEXT or data[start + 1] < 0x80 or self.conn.current_size is not None:
            return False
        text = apply_mask(data[begin:end], data[begin - 4 : begin])
        if not text.isascii() and not _is_utf8(text):
            return False
        if not self.close_sent:
            # As bytes: the application decodes JSON, and would have to encode a text for that.
            self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
            if not self.read_paused and self.queue.qsize() > MAX_UNREAD:
                self.read_paused = True
                self.transport.pause_reading()
        return True

    # Sending

    @property
    def backlog(self) -> int:
        """The bytes that the transport could not hand to the system yet."""
        return self.transport.get_write_buffer_size()

    @property
    def is_closed(self) -> bool:
        """True if the connection has ended or is being closed."""
        return self.close_sent or self.transport.is_closing()

    def write(self, message: bytes) -> None:
        """Sends a text message at once."""
        if not self.is_closed:
            deflate = self.conn.extensions[0] if self.conn.extensions and len(message) >= MIN_COMPRESSED else None
            self.transport.write(_frames.get(message, deflate))

    def close(self) -> None:
        """Ends the connection when the client has taken what it was sent, or after a while."""
        if self._closing is None:
            self._closing = self.loop.create_task(self._close())

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self.send({"type": "websocket.close", "code": 1000})
        except (TimeoutError, ClientDisconnected, RuntimeError):
            self.abort()

    def abort(self) -> None:
        """Ends the connection at once; what the client has not taken is lost."""
        self.transport.abort()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _next_frame(data: bytes, start: int) -> tuple[int, int] | None:
    """Returns where the content of the frame at `start` begins and ends, perhaps beyond the data.

    None if the length is not there yet.
    """
    if len(data) < start + 2:
        return None
    second = data[start + 1]
    size, begin = second & 127, start + 2
    if size > 125:
        begin += 2 if size == 126 else 8
        if len(data) < begin:
            return None
        size = int.from_bytes(data[start + 2 : begin], "big")
    if second & 128:
        begin += 4
    return begin, begin + size


class _LastFrame:
    """The frame of the last message: the next client is likely to get the same one."""

    def __init__(self) -> None:
        self._message, self._window, self._frame = b"", 0, b""

    def get(self, message: bytes, deflate: Any) -> bytes:
        """Returns the message as a frame, compressed if the client takes that.

        A message is compressed without regard to those before it, so that all clients can be sent the same bytes.
        """
        window = deflate.local_max_window_bits if isinstance(deflate, PerMessageDeflate) else 0
        if message is not self._message or window != self._window:
            self._message, self._window, self._frame = message, window, _frame(message, window)
        return self._frame


_frames = _LastFrame()


def _frame(message: bytes, window: int) -> bytes:
    first = _TEXT
    if window:
        # The tables of a window that is larger than the message would only have to be cleared.
        window = min(window, len(message).bit_length())
        compressor = _compressor(1, zlib.DEFLATED, -window, max(5, window - 8))
        packed = compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH)
        first, message = _TEXT | _COMPRESSED, packed[:-4]
    size = len(message)
    if size < 126:
        return bytes((first, size)) + message
    if size < 65536:
        return bytes((first, 126)) + size.to_bytes(2, "big") + message
    return bytes((first, 127)) + size.to_bytes(8, "big") + message
