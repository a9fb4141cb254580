"""Notices between processes by LISTEN and NOTIFY; they carry ids only.

A connection that only listens would not notice that nobody is at its other end, so it also sends queries.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from boardwright.store.port import StoreError
from boardwright.store.postgres.connection import COMMAND_LIMIT, SETTINGS, connect, time_limit, translate_errors
from boardwright.store.rows import Notice

CHANNEL = "boardwright"
LISTENER = "boardwright listener"
"""The name of a listening connection."""
_MAX_BYTES = 7000
"""The maximum size of the notices in one message; PostgreSQL allows 8000 bytes."""
_FIRST_PAUSE, _MAX_PAUSE = 0.05, 1.0
_PING_PAUSE, _PING_LIMIT = 1.0, 2.0
"""Seconds between two queries of a listening connection, and to wait for the response."""


class _Message(msgspec.Struct, array_like=True):
    sender: str
    notices: list[Notice]


def messages(sender: str, notices: Iterable[Notice]) -> Iterator[str]:
    """Yield the notices as messages that are short enough to send.

    >>> list(messages("me", [Notice("match", "m1", 7)]))
    ['["me",[{"kind":"match","match":"m1","number":7}]]']
    """
    message, size = _Message(sender, []), 0
    for notice in notices:
        length = len(msgspec.json.encode(notice)) + 1
        if message.notices and size + length > _MAX_BYTES:
            yield msgspec.json.encode(message).decode()
            message, size = _Message(sender, []), 0
        message.notices.append(notice)
        size += length
    if message.notices:
        yield msgspec.json.encode(message).decode()


async def follow_notices(url: str, is_own: Callable[[str], bool], closed: asyncio.Event) -> AsyncIterator[Notice]:
    """Yield the notices of other senders until `closed`; see `Store.listen` for `missed` and `lost`."""
    pause = _FIRST_PAUSE
    while not closed.is_set():
        queue: asyncio.Queue[Notice | None] = asyncio.Queue()
        try:
            connection = await _subscribe(url, is_own, queue)
        except StoreError:
            yield Notice("lost")
            with suppress(TimeoutError):
                await asyncio.wait_for(closed.wait(), pause)
            pause = min(2 * pause, _MAX_PAUSE)
            continue
        pause = _FIRST_PAUSE
        tasks = [asyncio.create_task(_put_none_when_closed(closed, queue)), asyncio.create_task(_ping(connection))]
        try:
            yield Notice("missed")
            while (notice := await queue.get()) is not None:
                yield notice
        finally:
            for task in tasks:
                task.cancel()
            connection.terminate()
        if not closed.is_set():
            yield Notice("lost")


async def _put_none_when_closed(closed: asyncio.Event, queue: asyncio.Queue[Notice | None]) -> None:
    await closed.wait()
    queue.put_nowait(None)


async def _ping(connection: Any) -> None:
    """End the connection once it does not respond in time."""
    with suppress(StoreError), translate_errors():
        while True:
            await asyncio.sleep(_PING_PAUSE)
            with time_limit(connection, _PING_LIMIT):
                await connection.execute("select 1")


async def _subscribe(url: str, is_own: Callable[[str], bool], queue: asyncio.Queue[Notice | None]) -> Any:
    """Open a connection that puts received notices into the queue, and None when it is lost."""

    def receive(_connection: object, _pid: int, _channel: str, text: str) -> None:
        try:
            message = msgspec.json.decode(text, type=_Message)
        except msgspec.DecodeError:  # of another version, or of another program
            queue.put_nowait(Notice("missed"))
            return
        for notice in () if is_own(message.sender) else message.notices:
            queue.put_nowait(notice)

    connection = await connect(url, SETTINGS | {"application_name": LISTENER})
    connection.add_termination_listener(lambda _: queue.put_nowait(None))
    with translate_errors(), time_limit(connection, COMMAND_LIMIT):
        await connection.add_listener(CHANNEL, receive)
    return connection
