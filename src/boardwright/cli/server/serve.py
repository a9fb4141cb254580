"""Run the web server: the page and the API. Every move is on disk before it is acknowledged.

Every setting can be given as a flag, as an environment variable (BOARDWRIGHT_PORT) or in the TOML file of
--config (port = 8000); a flag wins over a variable, and a variable over the file.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.arena.atomic import write_atomically
from boardwright.cli.errors import UNAVAILABLE, print_error
from boardwright.store.directories import state_folder
from boardwright.web.server import WILDCARDS, network_url

if TYPE_CHECKING:
    from boardwright.cli.server.configuration import Configuration
    from boardwright.cli.server.server_lock import ServerLock


def parser(parser: argparse.ArgumentParser) -> None:
    from boardwright.cli.server.configuration import add_settings

    parser.add_argument(
        "--open",
        action="store_true",
        help="play on this machine: open the page in a browser, keep the port of the last time, log warnings only",
    )
    add_settings(parser)
    parser.epilog = "example: boardwright serve --open"


def run(args: argparse.Namespace) -> int:
    from boardwright.cli.server.configuration import load
    from boardwright.cli.server.server_lock import AlreadyServed, server_lock
    from boardwright.store.backends.open import check_store, is_shared

    try:
        import_module("boardwright.web.server")
    except ModuleNotFoundError as missing:
        return print_error(f"the server needs {missing.name}: pip install 'boardwright[web]'")
    configuration = load(args)
    settings = configuration.settings
    if settings.workers > 1 and not is_shared(settings.db):
        return print_error("several workers need a database they can share: --db postgresql://USER@HOST/NAME")
    try:
        with server_lock(settings.db) as lock:
            asyncio.run(check_store(settings.db, settings.key_path))
            return _serve(configuration, lock, is_personal=args.open)
    except AlreadyServed as served:
        if not args.open or not served.page:
            raise
        print(f"already running\npage      {served.page}", flush=True)
        webbrowser.open(served.page)
        return 0


def _serve(configuration: Configuration, lock: ServerLock, *, is_personal: bool) -> int:
    from msgspec.structs import replace

    from boardwright.store.backends.open import shown_url
    from boardwright.web.server import listening, serve, serve_in_processes

    settings, given = configuration
    try:
        listen = listening_as_before if is_personal and "port" not in given else listening
        sock = listen(settings.host, settings.port)
    except OSError as error:
        return print_error(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}; try --port 0", UNAVAILABLE
        )
    if is_personal and "log_level" not in given:
        settings = replace(settings, log_level="warning")

    def ready() -> None:
        page, network = page_url(sock), network_url(sock)
        lock.publish(page)
        print(f"database  {shown_url(settings.db)}")
        if network is not None or is_personal:
            invitation = f"only this machine; {program()} serve --open --host 0.0.0.0 lets others in"
            print(f"network   {network or invitation}")
        print(f"page      {page}", flush=True)
        if is_personal:
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    run = serve_in_processes if settings.workers > 1 else serve
    run(settings, sock, ready)
    return 0


def listening_as_before(host: str, port: int) -> socket.socket:
    """Return a socket on the port of the last time, else on `port`, else on a free one; remember which.

    An address that stays the same keeps bookmarks valid, and what the browser stores for it: who the player is.
    """
    from boardwright.web.server import listening

    for tried in (*_remembered(), port):
        with suppress(OSError):
            return _remember(listening(host, tried))
    return _remember(listening(host, 0))


def page_url(sock: socket.socket) -> str:
    """Return the URL of the page on this machine."""
    host, port = sock.getsockname()[:2]
    shown = "127.0.0.1" if host in WILDCARDS else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def program() -> str:
    """Return how this program was called, so that commands in its messages can be repeated as they are."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{sys.executable} -m boardwright"
    return called.name if shutil.which(called.name) == str(called) else str(called)


def _remembered() -> Iterator[int]:
    with suppress(OSError, ValueError):
        port = int((state_folder() / "port").read_text("ascii"))
        if 0 < port < 65536:
            yield port


def _remember(sock: socket.socket) -> socket.socket:
    write_atomically(state_folder() / "port", str(sock.getsockname()[1]).encode())
    return sock
