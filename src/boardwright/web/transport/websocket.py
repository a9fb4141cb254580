"""WebSocket connections under uvicorn, with a short way for the messages of a match.

uvicorn and `websockets` do the handshake, control frames, fragments, limits and errors. A whole text message of a
client goes straight to the application, and the application writes straight to the transport, without a task and
a queue in between. A message for many clients is framed, and compressed, once.

Every frame is paid for before it is parsed: the last frame of a message by the application, which takes the message,
all others here. Only a few frames are parsed before other connections get their turn.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import CloseCode

from boardwright.table.errors import RateLimited
from boardwright.table.limits.limits import Payer
from boardwright.web.api import costs
from boardwright.web.transport.connections import STALL_TIMEOUT, Reason
from boardwright.web.transport.http import ServerConfig, Stalled

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
MAX_FRAMES = 64
"""Frames of one client that are parsed in one piece, in less than a millisecond."""
MAX_BACKLOG = 1_000_000
"""Bytes that a client may leave unread before it is disconnected."""
CLOSE_TIMEOUT = 10.0
"""Seconds in which a client has to read what it was sent before a close."""
MIN_COMPRESSED = 1024
"""Bytes from which on a message is worth compressing."""
_FINAL = 0x80
_CONTROL = 0x08
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
        """Send a text message, in order and without blocking; do nothing once the connection is closed."""

    def close(self) -> None:
        """End the connection after the messages written so far."""

    def abort(self) -> None:
        """End the connection at once."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which is also the `Connection` of the application."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._payer: Payer | None = None
        self._unread, self._start = b"", 0
        """Received data, and the beginning of the first frame in it that is not parsed yet."""
        self._next: asyncio.Handle | None = None
        """The call that continues to parse, while data waits for its turn or for its payment."""
        self._closing: asyncio.Task[None] | None = None
        self._tracked = cast(ServerConfig, self.config).connections
        self._stalled = Stalled()

    async def run_asgi(self) -> None:
        """Run the application, which finds this connection in its scope."""
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[CONNECTION] = self
        await super().run_asgi()

    # Ending

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._tracked.remove(self)
        if self._next is not None:
            self._next.cancel()
        super().connection_lost(exc)

    def overdue(self, now: float) -> Reason | None:
        """Return why the connection should be cut: it is being closed, and the client does not take the rest.

        Before that, pings and the backlog tell whether somebody is there.
        """
        unread = self.backlog if self.is_closed else 0
        return "stalled" if self._stalled.since(now, unread) > STALL_TIMEOUT else None

    # Receiving

    def start(self, payer: Payer) -> None:
        """Begin to read frames, at the expense of `payer`."""
        self._payer = payer
        self._schedule()

    def data_received(self, data: bytes) -> None:
        """Take the request of the handshake, then frames."""
        if not self.handshake_initiated:
            super().data_received(data)
            self._pause()
            return
        self._unread, self._start = self._unread[self._start :] + data if self._unread else data, 0
        if self._payer is None or self._next is not None:
            self._pause()
        else:
            self._parse()

    def _parse(self) -> None:
        """Parse some frames; all but simple ones are left to `websockets`, whole.

        Reading pauses while complete frames are left: until others had their turn, until they are paid for, or until
        the application has taken the messages so far.
        """
        self._next, data, start = None, self._unread, self._start
        for _ in range(MAX_FRAMES):
            frame = None if self.transport.is_closing() else _next_frame(data, start)
            is_too_big = frame is not None and frame[1] - frame[0] > self.config.ws_max_size
            if frame is None or (frame[1] > len(data) and not is_too_big):
                self._unread, self._start = data[start:], 0
                self._resume()
                return
            self._start, (begin, end) = start, frame
            if self.queue.qsize() > MAX_UNREAD:
                self._pause()
                return
            if not self._pay(data[start], has_more=end < len(data)):
                return
            if is_too_big or not self._take_text(data, start, begin, end):
                super().data_received(data[start:end])
            start = end
        self._start = start
        self._schedule()

    def _pay(self, first: int, *, has_more: bool) -> bool:
        """Return whether the frame that begins with `first` may be parsed; otherwise try again later."""
        if first & _FINAL and not first & _CONTROL and not self.close_sent:
            return True  # the application takes the message, and is paid for it
        try:
            cast(Payer, self._payer).take()
        except RateLimited:
            self._refuse(has_more=has_more)
            return False
        if self.backlog > MAX_BACKLOG:  # of pongs
            self.abort()
            return False
        return True

    def _refuse(self, *, has_more: bool) -> None:
        """Wait for a payment, or cut a client that has not stopped sending for too long."""
        if not has_more:
            self._settle()
        if cast(Payer, self._payer).is_exhausted:
            self._cut()
        else:
            self._pause()
            self._next = self.loop.call_later(costs.DELAY, self._parse)

    def _cut(self) -> None:
        if not self.is_closed:
            self._tracked.counts["unpaid"] += 1
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()

    def _schedule(self) -> None:
        self._pause()
        self._next = self.loop.call_soon(self._parse)

    def _pause(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def _resume(self) -> None:
        """Read again: no complete frame is left."""
        if self.queue.empty():
            self._settle()
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def _settle(self) -> None:
        """Forget earlier refusals: the client has stopped and waits."""
        if self._payer is not None:
            self._payer.unpaid = 0

    async def receive(self) -> Any:
        """Return the next message; others get their turn before one that is already there."""
        if self._payer is not None and self._payer.is_exhausted:
            self._cut()
        if not self.queue.empty():
            await asyncio.sleep(0)
        elif not self.read_paused:
            self._settle()
        message = await self.queue.get()
        if self.read_paused and self._next is None and self.queue.empty() and self._payer is not None:
            self._schedule()
        return message

    def _take_text(self, data: bytes, start: int, begin: int, end: int) -> bool:
        """Take a text message that is whole, masked and not compressed; return False for any other frame."""
        if data[start] != _TEXT or data[start + 1] < 0x80 or self.conn.current_size is not None:
            return False
        text = apply_mask(data[begin:end], data[begin - 4 : begin])
        if not text.isascii() and not _is_utf8(text):
            return False
        if not self.close_sent:
            # As bytes: the application decodes JSON, and would have to encode a text for that.
            self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
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
        """Send a text message at once."""
        if not self.is_closed:
            deflate = self.conn.extensions[0] if self.conn.extensions and len(message) >= MIN_COMPRESSED else None
            self.transport.write(_frames.get(message, deflate))

    def close(self) -> None:
        """End the connection when the client has taken what it was sent, or after a while."""
        if self._closing is None:
            self._closing = self.loop.create_task(self._close())

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self.send({"type": "websocket.close", "code": 1000})
        except (TimeoutError, ClientDisconnected, RuntimeError):
            self.abort()

    def abort(self) -> None:
        """End the connection at once; what the client has not taken is lost."""
        self.transport.abort()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _next_frame(data: bytes, start: int) -> tuple[int, int] | None:
    """Return where the content of the frame at `start` begins and ends, perhaps beyond the data.

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
        """Return the message as a frame, compressed if the client takes that.

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
