"""Running the application: sockets, worker processes, graceful shutdown."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import threading
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess

import uvicorn
from starlette.applications import Starlette

from boardwright.table.runtime import Server
from boardwright.web.app import Settings, make_app
from boardwright.web.logs import to_stderr
from boardwright.web.messages import MAX_MESSAGE


class GracefulServer(uvicorn.Server):
    """A uvicorn server that closes the runtime before it closes the connections."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Closes the runtime, then the connections, then the process."""
        app = self.config.loaded_app
        while app is not None and not isinstance(app, Starlette):
            app = getattr(app, "app", None)
        if app is not None:
            await _close(app.state.server)
        await super().shutdown(sockets)


async def _close(server: Server) -> None:
    await server.close()
    for _ in range(40):
        if not server.subscribers:
            return
        await asyncio.sleep(0.05)


def config(app: Starlette) -> uvicorn.Config:
    """Returns uvicorn's configuration: no logs of its own, small messages, no compression of messages."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def listening(host: str, port: int) -> socket.socket:
    """Returns a listening socket; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(2048)
    except OSError:
        made.close()
        raise
    made.set_inheritable(True)
    return made


def serve(settings: Settings, sock: socket.socket) -> None:
    """Serves in this process until it receives SIGINT or SIGTERM."""
    to_stderr()
    # Matches are long-lived and have no reference cycles, so frequent collections find nothing.
    gc.set_threshold(50_000, 20, 100)
    server = GracefulServer(config(make_app(settings)))
    for number in (signal.SIGINT, signal.SIGTERM):
        # uvicorn raises the signal again at its end; a requested stop is not a failure.
        signal.signal(number, server.handle_exit)
    server.run([sock])


def serve_in_processes(settings: Settings, sock: socket.socket, workers: int) -> None:
    """Serves in several processes that share the socket; a process that dies is replaced."""
    spawn = get_context("spawn")
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    running = [_started(spawn.Process(target=serve, args=(settings, sock))) for _ in range(workers)]
    while not stopping.wait(0.5):
        for place, process in enumerate(running):
            if not process.is_alive():
                running[place] = _started(spawn.Process(target=serve, args=(settings, sock)))
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def _started(process: SpawnProcess) -> SpawnProcess:
    process.start()
    return process
