"""How processes hear of each other: LISTEN and NOTIFY, ids only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from boardwright.store.port import StoreError
from boardwright.store.postgres.connection import connect, translated
from boardwright.store.rows import Notice

CHANNEL = "boardwright"
_MOST = 7000
"""How many bytes of notices go into one message; PostgreSQL takes 8000."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0


class _Message(msgspec.Struct, array_like=True):
    sender: str
    notices: list[Notice]


def messages(sender: str, notices: Iterable[Notice]) -> Iterator[str]:
    """The notices as texts that are short enough to send.

    >>> list(messages("me", [Notice("match", "m1", 7)]))
    ['["me",[{"kind":"match","match":"m1","number":7}]]']
    """
    message, size = _Message(sender, []), 0
    for notice in notices:
        length = len(msgspec.json.encode(notice)) + 1
        if message.notices and size + length > _MOST:
            yield msgspec.json.encode(message).decode()
            message, size = _Message(sender, []), 0
        message.notices.append(notice)
        size += length
    if message.notices:
        yield msgspec.json.encode(message).decode()


async def heard(url: str, name: str, closed: asyncio.Event) -> AsyncIterator[Notice]:
    """What others than `name` send, until `closed`; `missed` at the beginning and after every lost connection."""
    pause = _FIRST_PAUSE
    while not closed.is_set():
        queue: asyncio.Queue[Notice | None] = asyncio.Queue()
        try:
            connection = await _subscribe(url, name, queue)
        except StoreError:
            with suppress(TimeoutError):
                await asyncio.wait_for(closed.wait(), pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            continue
        pause = _FIRST_PAUSE
        closing = asyncio.create_task(_put_at_end(closed, queue))
        try:
            yield Notice("missed")
            while (notice := await queue.get()) is not None:
                yield notice
        finally:
            closing.cancel()
            connection.terminate()


async def _put_at_end(closed: asyncio.Event, queue: asyncio.Queue[Notice | None]) -> None:
    await closed.wait()
    queue.put_nowait(None)


async def _subscribe(url: str, name: str, queue: asyncio.Queue[Notice | None]) -> Any:
    """A connection that puts what it hears into the queue, and None when it is lost."""

    def hear(_connection: object, _pid: int, _channel: str, text: str) -> None:
        message = msgspec.json.decode(text, type=_Message)
        for notice in message.notices if message.sender != name else ():
            queue.put_nowait(notice)

    connection = await connect(url)
    connection.add_termination_listener(lambda _: queue.put_nowait(None))
    with translated():
        await connection.add_listener(CHANNEL, hear)
    return connection
