"""Run the web server: the page and the API. Every move is on disk before it is acknowledged.

Every setting can be given as a flag, as an environment variable (BOARDWRIGHT_PORT) or in the TOML file of
--config (port = 8000); a flag wins over a variable, and a variable over the file.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import threading
import webbrowser
from importlib import import_module
from typing import TYPE_CHECKING

from boardwright.cli.errors import UNAVAILABLE, print_error

if TYPE_CHECKING:
    from boardwright.cli.server.configuration import Configuration
    from boardwright.cli.server.server_lock import ServerLock
    from boardwright.web.settings import Settings


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

    from boardwright.cli.server.address import page_url
    from boardwright.web.server import serve, serve_in_processes

    settings, given = configuration
    try:
        sock = _listening(settings, keep_port=is_personal and "port" not in given)
    except OSError as error:
        return print_error(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}; try --port 0", UNAVAILABLE
        )
    if is_personal and "log_level" not in given:
        settings = replace(settings, log_level="warning")

    def ready() -> None:
        lock.publish(page_url(sock))
        _announce(settings, sock, is_personal=is_personal)

    run = serve_in_processes if settings.workers > 1 else serve
    run(settings, sock, ready)
    return 0


def _listening(settings: Settings, *, keep_port: bool) -> socket.socket:
    from boardwright.cli.server.address import listening_as_before
    from boardwright.web.server import listening

    listen = listening_as_before if keep_port else listening
    return listen(settings.host, settings.port)


def _announce(settings: Settings, sock: socket.socket, *, is_personal: bool) -> None:
    """Prints where everything is, the address of the page last; opens it for a person."""
    from boardwright.cli.server.address import page_url
    from boardwright.store.backends.open import shown_url
    from boardwright.web.address import network_url

    page, network = page_url(sock), network_url(sock)
    print(f"database  {shown_url(settings.db)}")
    if network is not None or is_personal:
        print(f"network   {network or _invitation()}")
    print(f"page      {page}", flush=True)
    if is_personal:
        threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()


def _invitation() -> str:
    from boardwright.cli.server.address import program

    return f"only this machine; {program()} serve --open --host 0.0.0.0 lets others in"
