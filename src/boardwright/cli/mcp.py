"""Let language-model agents play, by the Model Context Protocol.

An agent lists games, reads rules, starts or joins matches, looks, plays, asks why a move is refused, takes back, and
studies finished matches. Matches are played in this process against bots and other agents, or with --server on a
Boardwright server against people. The tools are offered on standard input and output, or over HTTP with --port.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
from typing import TYPE_CHECKING, Any

from boardwright.cli.arguments import whole
from boardwright.cli.errors import print_error
from boardwright.core.refusal import BadOptions

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from boardwright.agents.engine import Engine

TOKEN = "BOARDWRIGHT_TOKEN"
"""The environment variable with the token of the account that plays."""


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=whole(0, 65535), metavar="N", help="serve HTTP on http://HOST:N/mcp; 0 chooses a free port"
    )
    parser.add_argument("--host", help="with --port: address to listen on (default: 127.0.0.1)")
    parser.add_argument("--server", metavar="URL", help="play on this Boardwright server instead of in this process")
    parser.add_argument(
        "--name", help=f"with --server: play as a new guest of this name (default: the account of ${TOKEN})"
    )
    parser.epilog = (
        "example: boardwright mcp --port 8400\n         boardwright mcp --server http://127.0.0.1:8000 --name Robot"
    )


def run(args: argparse.Namespace) -> int:
    if args.host and args.port is None:
        raise BadOptions("--host needs --port.")
    if args.name and not args.server:
        raise BadOptions("--name needs --server URL.")
    try:
        import boardwright.agents.tools  # noqa: F401  the extra is missing, or everything is there
    except ModuleNotFoundError as missing:
        return print_error(f"agents need {missing.name}: pip install 'boardwright[mcp]'")
    asyncio.run(_serve(args))
    return 0


async def _serve(args: argparse.Namespace) -> None:
    from boardwright.agents.tools import server

    engine = await _engine(args)
    try:
        made = server(engine)
        if args.port is None:
            await made.run_stdio_async()
        else:
            await _serve_http(made, args.host or "127.0.0.1", args.port)
    finally:
        await engine.close()


async def _serve_http(made: MCPServer[Any], host: str, port: int) -> None:
    import uvicorn

    with socket.create_server((host, port)) as sock:
        print(f"tools  http://{host}:{sock.getsockname()[1]}/mcp", flush=True)
        app = made.streamable_http_app(host=host)
        await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve(sockets=[sock])


async def _engine(args: argparse.Namespace) -> Engine:
    if not args.server:
        from boardwright.agents.local import LocalEngine

        return LocalEngine()
    from boardwright.agents.remote import RemoteEngine

    token = "" if args.name else os.environ.get(TOKEN, "")
    if not token and not args.name:
        raise BadOptions(f"Who plays? Set {TOKEN} to the token of an account, or give --name for a guest.")
    engine = RemoteEngine(args.server, token)
    if args.name:
        await engine.sign_in(args.name)
    return engine
