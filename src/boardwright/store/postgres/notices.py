"""Notices between processes by LISTEN and NOTIFY; they carry ids only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from boardwright.store.port import StoreError
from boardwright.store.postgres.connection import connect, translate_errors
from boardwright.store.rows import Notice

CHANNEL = "boardwright"
_MAX_BYTES = 7000
"""The maximum size of the notices in one message; PostgreSQL allows 8000 bytes."""
_FIRST_PAUSE, _MAX_PAUSE = 0.05, 5.0


class _Message(msgspec.Struct, array_like=True):
    sender: str
    notices: list[Notice]


def messages(sender: str, notices: Iterable[Notice]) -> Iterator[str]:
    """Yields the notices as messages that are short enough to send.

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


async def follow_notices(url: str, name: str, closed: asyncio.Event) -> AsyncIterator[Notice]:
    """Yields the notices of processes other than `name` until `closed`; `missed` after every (re)connection."""
    pause = _FIRST_PAUSE
    while not closed.is_set():
        queue: asyncio.Queue[Notice | None] = asyncio.Queue()
        try:
            connection = await _subscribe(url, name, queue)
        except StoreError:
            with suppress(TimeoutError):
                await asyncio.wait_for(closed.wait(), pause)
            pause = min(2 * pause, _MAX_PAUSE)
            continue
        pause = _FIRST_PAUSE
        closing = asyncio.create_task(_put_none_when_closed(closed, queue))
        try:
            yield Notice("missed")
            while (notice := await queue.get()) is not None:
                yield notice
        finally:
            closing.cancel()
            connection.terminate()


async def _put_none_when_closed(closed: asyncio.Event, queue: asyncio.Queue[Notice | None]) -> None:
    await closed.wait()
    queue.put_nowait(None)


async def _subscribe(url: str, name: str, queue: asyncio.Queue[Notice | None]) -> Any:
    """Opens a connection that puts received notices into the queue, and None when it is lost."""

    def receive(_connection: object, _pid: int, _channel: str, text: str) -> None:
        message = msgspec.json.decode(text, type=_Message)
        for notice in message.notices if message.sender != name else ():
            queue.put_nowait(notice)

    connection = await connect(url)
    connection.add_termination_listener(lambda _: queue.put_nowait(None))
    with translate_errors():
        await connection.add_listener(CHANNEL, receive)
    return connection
