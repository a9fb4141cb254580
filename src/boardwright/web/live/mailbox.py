"""Mailbox: messages that wait for a task to send them, where a connection cannot be written to directly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


class Mailbox:
    """Messages in order, until it is closed.

    >>> async def read():
    ...     mailbox = Mailbox()
    ...     mailbox.write(b"one")
    ...     mailbox.close()
    ...     return mailbox.backlog, [message async for message in mailbox]
    >>> asyncio.run(read())
    (3, [b'one'])
    """

    def __init__(self) -> None:
        self.backlog = 0
        """The bytes of the messages that wait."""
        self.is_closed = False
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def write(self, message: bytes) -> None:
        """Adds a message."""
        self.backlog += len(message)
        self._queue.put_nowait(message)

    def close(self) -> None:
        """Ends the mailbox after its messages."""
        self.is_closed = True
        self._queue.put_nowait(None)

    def abort(self) -> None:
        """Ends the mailbox and drops its messages."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self.close()

    async def get(self) -> bytes | None:
        """Returns the next message when there is one; None at the end."""
        message = await self._queue.get()
        self.backlog -= len(message or b"")
        return message

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (message := await self.get()) is not None:
            yield message
