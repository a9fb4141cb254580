"""Running the application: sockets, worker processes, graceful shutdown."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess

import uvicorn
from starlette.applications import Starlette

from boardwright.table.limits.bucket_memory import SharedBuckets
from boardwright.table.rules_watch import RulesWatch
from boardwright.table.server.runtime import Server
from boardwright.web.api.messages import MAX_MESSAGE
from boardwright.web.app import ALONE, Shared, make_app
from boardwright.web.logs import to_stderr
from boardwright.web.metrics.metrics_memory import SharedMetrics
from boardwright.web.settings import Settings
from boardwright.web.transport.connections import RESERVE, ConnectionCounts, Connections, raise_file_limit
from boardwright.web.transport.http import HttpProtocol, ServerConfig
from boardwright.web.transport.websocket import LiveProtocol

log = logging.getLogger("boardwright.web")

WILDCARDS = ("0.0.0.0", "::")
"""Hosts that stand for all interfaces."""


class GracefulServer(uvicorn.Server):
    """A uvicorn server that calls `ready` once it serves, and closes the runtime before the connections."""

    def __init__(self, app: Starlette, config: ServerConfig, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._connections = config.connections
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the runtime, then accept connections."""
        await super().startup(sockets)
        if self.started:
            self._app.state.server.background.supervise("connections", self._connections.watch)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the runtime, then the connections, then the process."""
        runtime: Server = self._app.state.server
        await runtime.close()
        for _ in range(40):
            if not runtime.subscribers:
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def config(settings: Settings, app: Starlette, connections: Connections) -> ServerConfig:
    """Return uvicorn's configuration: no logs of its own, small messages from clients."""
    return ServerConfig(
        app,
        connections,
        http=HttpProtocol,
        ws=LiveProtocol,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        log_config=None,
        access_log=False,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=True,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    if os.name == "posix":  # elsewhere it lets two servers listen on one port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(2048)
    except OSError:
        made.close()
        raise
    made.set_inheritable(True)
    return made


def network_url(sock: socket.socket) -> str | None:
    """Return the URL for other machines in the network; None if the socket is not open to them."""
    host, port = sock.getsockname()[:2]
    if host not in WILDCARDS:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # Connecting a datagram socket sends nothing; it selects the interface that leads to other machines.
        probe.connect(("192.0.2.1", 9))
        return f"http://{probe.getsockname()[0]}:{port}/"
    return None


def serve(
    settings: Settings,
    sock: socket.socket,
    ready: Callable[[], None] = lambda: None,
    shared: Shared = ALONE,
) -> None:
    """Serve in this process until it receives SIGINT or SIGTERM; call `ready` once it accepts connections."""
    to_stderr(settings)
    # Matches are long-lived and have no reference cycles, so frequent collections find nothing.
    gc.set_threshold(50_000, 20, 100)
    app = make_app(settings, shared=shared)
    app.state.network = network_url(sock)
    connections: Connections = app.state.connections
    connections.total = max(1, raise_file_limit() - RESERVE)
    server = GracefulServer(app, config(settings, app, connections), ready)
    for number in (signal.SIGINT, signal.SIGTERM):
        # uvicorn raises the signal again at its end; a requested stop is not a failure.
        signal.signal(number, server.handle_exit)
    watch = RulesWatch(settings.rules_seconds)
    watch.start()
    server.run([sock])
    watch.stop()


def serve_in_processes(settings: Settings, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in several processes that share the socket, the limits and the metrics; a process that dies is replaced.

    Calls `ready` once the first of them accepts connections.
    """
    to_stderr(settings)
    spawn = get_context("spawn")
    stopping, is_ready = threading.Event(), spawn.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    buckets, counts = SharedBuckets.new(), ConnectionCounts.shared(settings.workers)
    metrics = SharedMetrics.new(settings.workers)

    def start(place: int) -> SpawnProcess:
        shared = Shared(buckets, counts.of(place), metrics.of(place))
        process = spawn.Process(target=serve, args=(settings, sock, is_ready.set, shared))
        process.start()
        return process

    running = [start(place) for place in range(settings.workers)]
    is_announced = False
    while not stopping.wait(0.5 if is_announced else 0.05):
        if not is_announced and is_ready.is_set():
            is_announced = True
            ready()
        for place, process in enumerate(running):
            if not process.is_alive():
                log.error("a server process ended with code %s; starting another one", process.exitcode)
                running[place] = start(place)
    for process in running:
        process.terminate()
    for process in running:
        process.join()
