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
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from boardwright.core.drawing.assets import KINDS, ROOT
from boardwright.web.files.game_files import tell_extras
from boardwright.workbench import commands
from boardwright.workbench.bench import Status, Workbench
from boardwright.workbench.jobs import Progress
from boardwright.workbench.questions import About, Failed

_ENTRY = Path(__file__).parent / "page" / "index.html"
_decoder = msgspec.json.Decoder(commands.Any_)


class BenchState(msgspec.Struct, kw_only=True):
    """Everything that the page shows."""

    news: int
    about: About | None
    status: Status
    shown: msgspec.Raw
    jobs: dict[str, Progress]
    said: Any = None
    """What there is to say about the command: a refusal, or the reason of one."""


def make_app(bench: Workbench) -> Starlette:
    """The page and the API of a workbench."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(bench.run())
        yield
        running.cancel()
        bench.close()
        with suppress(asyncio.CancelledError):
            await running

    async def state(_: Request) -> Response:
        return _answer(bench)

    async def do(request: Request) -> Response:
        try:
            command = _decoder.decode(await request.body())
        except msgspec.DecodeError as error:
            return JSONResponse({"text": f"{error}."}, 422)
        said = await bench.do(command)
        return _answer(bench, said, 409 if isinstance(said, Failed) else 200)

    async def record(_: Request) -> Response:
        written = await bench.record()
        if isinstance(written, Failed):
            return JSONResponse({"text": written.text}, 409)
        name = f'attachment; filename="{bench.name}.jsonl"'
        return Response(written.data, media_type="application/jsonl", headers={"content-disposition": name})

    async def news(request: Request) -> Response:
        async def stream() -> AsyncIterator[bytes]:
            seen = -1
            while not bench.is_over:
                seen = await bench.wait(seen)
                yield f"data: {seen}\n\n".encode()

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def entry(_: Request) -> Response:
        found = {} if bench.about is None else {bench.about.name: bench.about.extras}
        return HTMLResponse(tell_extras(_ENTRY.read_text("utf-8"), found))

    async def file(request: Request) -> Response:
        name = Path(request.path_params["name"]).name
        if name in bench.texts:
            return Response(bench.texts[name], media_type="application/json")
        path = bench.folder / "assets" / name
        return FileResponse(path) if path.suffix in KINDS and path.is_file() else Response(status_code=404)

    files = StaticFiles(packages=[("boardwright.workbench", "page"), ("boardwright.web", "page")], html=True)
    app = Starlette(
        routes=[
            Route("/", entry),
            Route("/api/state", state),
            Route("/api/do", do, methods=["POST"]),
            Route("/api/record", record),
            Route("/api/news", news),
            Route(f"{ROOT}{{package}}/{{digest}}/{{name}}", file),
            Mount("/", files),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(OnlyHere)
    return app


class OnlyHere:
    """Refuses what does not come from a page of this machine: the workbench runs code, and has no accounts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers requests whose names for this machine are local ones."""
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
    """Whether the name in a request means this machine.

    >>> is_local("127.0.0.1:8000"), is_local("localhost:80"), is_local("[::1]:80"), is_local("evil.example")
    (True, True, True, False)
    """
    name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return name == "localhost"


def _answer(bench: Workbench, said: Any = None, status: int = 200) -> Response:
    state = BenchState(
        news=bench.news,
        about=bench.about,
        status=bench.status,
        shown=msgspec.Raw(bench.shown or b"null"),
        jobs={str(kind): progress for kind, progress in bench.jobs.items()},
        said=said,
    )
    return Response(msgspec.json.encode(state), status, media_type="application/json")


def listening(port: int) -> socket.socket:
    """A listening socket of this machine; port 0 takes a free one. Raises OSError."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(("127.0.0.1", port))
        made.listen()
    except OSError:
        made.close()
        raise
    return made


class _Server(uvicorn.Server):
    """Ends the streams of news before the connections, which otherwise wait for them."""

    def __init__(self, config: uvicorn.Config, bench: Workbench) -> None:
        super().__init__(config)
        self._bench = bench

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the server."""
        await self._bench.finish()
        await super().shutdown(sockets)


def serve(bench: Workbench, sock: socket.socket) -> None:
    """Serves until SIGINT or SIGTERM."""
    config = uvicorn.Config(make_app(bench), log_level="warning", timeout_graceful_shutdown=1)
    server = _Server(config, bench)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    server.run([sock])
