"""Running the application: sockets, workers, and a stop that says goodbye."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import threading
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess

import uvicorn
from fastapi import FastAPI

from boardwright.table.runtime import Server
from boardwright.web.app import Settings, make_app
from boardwright.web.logs import to_stderr
from boardwright.web.messages import LARGEST


class GracefulServer(uvicorn.Server):
    """A server that lets the server say goodbye before connections are cut."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops: first the server, then the connections, then the process."""
        app = self.config.loaded_app
        while app is not None and not isinstance(app, FastAPI):
            app = getattr(app, "app", None)
        if app is not None:
            await _goodbye(app.state.server)
        await super().shutdown(sockets)


async def _goodbye(server: Server) -> None:
    await server.close()
    for _ in range(40):
        if not server.subscribers:
            return
        await asyncio.sleep(0.05)


def config(app: FastAPI) -> uvicorn.Config:
    """How uvicorn is set up: its own logs off, small messages only, no compression of them."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes a free one. OSError says why not."""
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
    """Serves in this process until it is told to stop."""
    to_stderr()
    # Matches live long and hold no cycles: looking for garbage among them again and again finds nothing.
    gc.set_threshold(50_000, 20, 100)
    server = GracefulServer(config(make_app(settings)))
    for number in (signal.SIGINT, signal.SIGTERM):
        # uvicorn raises the signal once more at its end; whoever stops on request has not failed.
        signal.signal(number, server.handle_exit)
    server.run([sock])


def serve_in_processes(settings: Settings, sock: socket.socket, workers: int) -> None:
    """Serves in several processes that share the socket; one that dies is replaced."""
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
