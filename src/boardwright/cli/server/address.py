"""The address of a server: the socket it listens on, and the URLs under which people find it."""

from __future__ import annotations

import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from boardwright.arena.atomic import write_atomically
from boardwright.store.directories import state_folder
from boardwright.web.address import WILDCARDS
from boardwright.web.server import listening


def listening_as_before(host: str, port: int) -> socket.socket:
    """Returns a socket on the port of the last time, else on `port`, else on a free one; remembers which.

    An address that stays the same keeps bookmarks valid, and what the browser stores for it: who the player is.
    """
    for tried in (*_remembered(), port):
        with suppress(OSError):
            return _remember(listening(host, tried))
    return _remember(listening(host, 0))


def page_url(sock: socket.socket) -> str:
    """Returns the URL of the page on this machine."""
    host, port = sock.getsockname()[:2]
    shown = "127.0.0.1" if host in WILDCARDS else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def program() -> str:
    """Returns how this program was called, so that commands in its messages can be repeated as they are."""
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
