"""Run the web server: the page and the API. Every move is on disk before it is acknowledged."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import threading
import webbrowser
from pathlib import Path

from boardwright.cli.arguments import whole
from boardwright.cli.errors import print_error


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        metavar="URL",
        help="sqlite:///FILE, postgresql://USER@HOST/NAME or memory: (default: SQLite in your data directory)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all interfaces (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=whole(0, 65535), default=8000, help="port; 0 chooses a free one (default: 8000)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--workers",
        type=whole(1, 64),
        default=1,
        help="number of processes; more than one needs PostgreSQL (default: 1)",
    )
    parser.epilog = "example: boardwright serve --port 0 --open"


def run(args: argparse.Namespace) -> int:
    try:
        from boardwright.store.open import check_store, is_shared
        from boardwright.store.port import StoreError
        from boardwright.web.app import Settings
        from boardwright.web.server import listening, serve, serve_in_processes
    except ModuleNotFoundError as missing:
        return print_error(f"the server needs {missing.name}: pip install 'boardwright[web]'")
    url = args.db or default_db()
    if args.workers > 1 and not is_shared(url):
        return print_error("several workers need a database they can share: --db postgresql://USER@HOST/NAME")
    try:
        asyncio.run(check_store(url))
    except StoreError as error:
        return print_error(str(error))
    try:
        sock = listening(args.host, args.port)
    except OSError as error:
        return print_error(f"cannot listen on {args.host} port {args.port}: {error.strerror}; try --port 0")
    host, port = sock.getsockname()[:2]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    print(f"page      http://{shown}:{port}/")
    print(f"database  {shown_url(url)}", flush=True)
    if args.open:
        # The socket is already listening: the browser's first request waits for the server.
        threading.Thread(target=webbrowser.open, args=(f"http://{shown}:{port}/",), daemon=True).start()
    settings = Settings(db=url)
    if args.workers > 1:
        serve_in_processes(settings, sock, args.workers)
    else:
        serve(settings, sock)
    return 0


def shown_url(url: str) -> str:
    """The database URL without its password.

    >>> shown_url("postgresql://ann:secret@host/games")
    'postgresql://ann:…@host/games'
    """
    return re.sub(r"(//[^:/@]*):[^@/]*@", r"\1:…@", url)


def default_db() -> str:
    """The default database: boardwright.db in the user's data directory, which is created if needed."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(home) / "boardwright"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'boardwright.db'}"
