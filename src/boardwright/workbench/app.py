"""The workbench as a small server for one person on this machine."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from boardwright.core.drawing.assets import KINDS, ROOT
from boardwright.web.files import tell_extras
from boardwright.workbench import commands
from boardwright.workbench.answers import Failed
from boardwright.workbench.bench import Workbench

_ENTRY = Path(__file__).parent / "page" / "index.html"
_decoder = msgspec.json.Decoder(commands.Any_)


class Endpoints:
    """The answers of a workbench to its page."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    async def state(self, _: Request) -> Response:
        """Send everything that the page shows."""
        return self._answer()

    async def do(self, request: Request) -> Response:
        """Carry out a command; 409 for one that is refused."""
        try:
            command = _decoder.decode(await request.body())
        except msgspec.DecodeError as error:
            return JSONResponse({"text": f"{error}."}, 422)
        said = await self._bench.do(command)
        return self._answer(said, 409 if isinstance(said, Failed) else 200)

    async def record(self, _: Request) -> Response:
        """Send the line that is shown as a record file."""
        written = await self._bench.ask(commands.Record(), self._bench.session)
        if isinstance(written, Failed):
            return JSONResponse({"text": written.text}, 409)
        name = f'attachment; filename="{self._bench.name}.jsonl"'
        return Response(written, media_type="application/jsonl", headers={"content-disposition": name})

    async def news(self, _: Request) -> Response:
        """Send the number of the news whenever there are some."""

        async def stream() -> AsyncIterator[bytes]:
            seen = -1
            while not self._bench.is_over:
                seen = await self._bench.wait(seen)
                yield f"data: {seen}\n\n".encode()

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def entry(self, _: Request) -> Response:
        """Send the page."""
        about = self._bench.state.about
        found = {} if about is None else {about.name: about.extras}
        return HTMLResponse(tell_extras(_ENTRY.read_text("utf-8"), found))

    async def file(self, request: Request) -> Response:
        """Send a text, sound, picture or font of the game."""
        name = Path(request.path_params["name"]).name
        if name in self._bench.texts:
            return Response(self._bench.texts[name], media_type="application/json")
        path = self._bench.folder / "assets" / name
        return FileResponse(path) if path.suffix in KINDS and path.is_file() else Response(status_code=404)

    def _answer(self, said: Any = None, status: int = 200) -> Response:
        state = msgspec.structs.replace(self._bench.state, said=said)
        return Response(msgspec.json.encode(state), status, media_type="application/json")


def make_app(bench: Workbench) -> Starlette:
    """Return the page and the API of a workbench."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(bench.run())
        yield
        running.cancel()
        bench.close()
        with suppress(asyncio.CancelledError):
            await running

    at = Endpoints(bench)
    routes = [
        Route("/", at.entry),
        Route("/api/state", at.state),
        Route("/api/do", at.do, methods=["POST"]),
        Route("/api/record", at.record),
        Route("/api/news", at.news),
        Route(f"{ROOT}{{package}}/{{digest}}/{{name}}", at.file),
        Mount("/", StaticFiles(packages=[("boardwright.workbench", "page"), ("boardwright.web", "page")], html=True)),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(OnlyHere)])


class OnlyHere:
    """Middleware that refuses what comes from elsewhere: the workbench runs code, and has no accounts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests whose names for this machine are local ones."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        if not is_local(host) or (origin is not None and origin.partition("://")[2] != host):
            refused = PlainTextResponse("The workbench answers to this machine only.", 403)
            await refused(scope, receive, send)
            return

        async def without_cache(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"cache-control", b"no-cache")]
            await send(message)

        await self._app(scope, receive, without_cache)


def is_local(host: str) -> bool:
    """Return whether the name in a request means this machine.

    >>> is_local("127.0.0.1:8000"), is_local("localhost:80"), is_local("[::1]:80"), is_local("evil.example")
    (True, True, True, False)
    """
    name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return name == "localhost"


class _Server(uvicorn.Server):
    """A server that ends the streams of news before the connections, which otherwise wait for them."""

    def __init__(self, config: uvicorn.Config, bench: Workbench) -> None:
        super().__init__(config)
        self._bench = bench

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the server."""
        await self._bench.finish()
        await super().shutdown(sockets)


def serve(bench: Workbench, sock: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM."""
    config = uvicorn.Config(make_app(bench), log_level="warning", timeout_graceful_shutdown=1)
    server = _Server(config, bench)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    server.run([sock])
