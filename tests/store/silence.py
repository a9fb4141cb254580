"""A TCP proxy in front of the PostgreSQL of the tests that can go silent, as a network or a machine does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from tests.postgres import server


class SilentProxy:
    """`await SilentProxy().start(database)` returns the URL of the database behind the proxy."""

    def __init__(self) -> None:
        self._links: list[_Link] = []
        self.held = b""
        """A message of a client that is kept until `release`, with all that follows on its connection."""
        self._kept: list[tuple[asyncio.StreamWriter, bytes]] = []

    async def start(self, url: str) -> str:
        """Listen on a free port and return the URL for it."""
        self._listening = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        name = url.removeprefix("postgresql://postgres@/").partition("?")[0]
        port = self._listening.sockets[0].getsockname()[1]
        return f"postgresql://postgres@127.0.0.1:{port}/{name}?sslmode=disable"

    def silence(self) -> None:
        """Let nothing more pass through the connections that are open now; new ones work."""
        for link in self._links:
            link.is_silent = True

    def release(self) -> None:
        """Deliver the messages that were held."""
        for writer, data in self._kept:
            writer.write(data)

    async def close(self) -> None:
        """End all connections."""
        self._listening.close()
        for link in self._links:
            link.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        info = server().get_postmaster_info()
        path = Path(str(info.socket_dir)) / f".s.PGSQL.{info.port or 5432}"
        there_reader, there_writer = await asyncio.open_unix_connection(str(path))
        link = _Link(writer, there_writer)
        self._links.append(link)
        await asyncio.gather(self._pass(link, reader, there_writer), self._pass(link, there_reader, writer))

    async def _pass(self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.held and self.held in data:
                    link.is_silent = True
                    self._kept.append((writer, data))
                if not link.is_silent:
                    writer.write(data)
                    await writer.drain()
        if not link.is_silent:
            link.close()


class _Link:
    """Both ends of a connection."""

    def __init__(self, *writers: asyncio.StreamWriter) -> None:
        self.is_silent = False
        self._writers = writers

    def close(self) -> None:
        for writer in self._writers:
            writer.close()
