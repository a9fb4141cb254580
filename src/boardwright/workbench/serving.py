"""Runs the server of the workbench, on the loopback interface only."""

from __future__ import annotations

import signal
import socket

import uvicorn

from boardwright.workbench.app import make_app
from boardwright.workbench.bench import Workbench


def listening(port: int) -> socket.socket:
    """A listening socket of this machine; port 0 takes a free one. Raises OSError."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(("127.0.0.1", port))
        made.listen()
    except OSError:
        made.close()
        raise
    return made


class _Server(uvicorn.Server):
    """Ends the streams of news before the connections, which otherwise wait for them."""

    def __init__(self, config: uvicorn.Config, bench: Workbench) -> None:
        super().__init__(config)
        self._bench = bench

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the server."""
        await self._bench.finish()
        await super().shutdown(sockets)


def serve(bench: Workbench, sock: socket.socket) -> None:
    """Serves until SIGINT or SIGTERM."""
    config = uvicorn.Config(make_app(bench), log_level="warning", timeout_graceful_shutdown=1)
    server = _Server(config, bench)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    server.run([sock])
