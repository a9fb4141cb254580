"""Open the workbench of a game: it is shown from all seats while you write it, and reloads when you save.

The page has the state of the game, its steps, the laws, random games, coverage of the rules and a profile.
"""

from __future__ import annotations

import argparse
import os
import socket
import threading
import webbrowser
from importlib import import_module

from boardwright.cli.arguments import add_variant, read_pairs, whole
from boardwright.cli.errors import UNAVAILABLE, print_error


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add_variant(parser)
    parser.add_argument("--seed", default="1", metavar="TEXT", help="seed of chance (default: 1)")
    parser.add_argument("--port", type=whole(0, 65535), default=0, metavar="P", help="port (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.epilog = "example: boardwright dev deblockle --seed sunday"


def run(args: argparse.Namespace) -> int:
    try:
        import_module("boardwright.workbench.app")
        import_module("uvicorn")
    except ModuleNotFoundError as missing:
        return print_error(f"the workbench needs {missing.name}: pip install 'boardwright[kit,web]'")
    from boardwright.workbench.app import serve
    from boardwright.workbench.bench import Workbench
    from boardwright.workbench.session import BenchSession

    bench = Workbench(args.game, BenchSession(seats=args.seats, options=read_pairs(args.option), seed=args.seed))
    try:
        sock = socket.create_server(("127.0.0.1", args.port))
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        return print_error(f"cannot listen on port {args.port}: {reason}; try --port 0", UNAVAILABLE)
    page = f"http://127.0.0.1:{sock.getsockname()[1]}/"
    print(f"files      {bench.folder}\nworkbench  {page}", flush=True)
    if not args.no_browser:
        threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
    serve(bench, sock)
    return 0
