"""The application: the API, the live connections and the page in front of one runtime."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from boardwright.core.refusal import BoardwrightError
from boardwright.store.open import open_store
from boardwright.store.port import Store
from boardwright.table.runtime import Server
from boardwright.web import errors, openapi
from boardwright.web.limits import Buckets
from boardwright.web.live import LiveEndpoint
from boardwright.web.metrics import Metrics
from boardwright.web.middleware import AccessMiddleware
from boardwright.web.responses import json_response
from boardwright.web.routes import ENDPOINTS


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server process."""

    db: str = "memory:"
    rate: float = 40
    """Requests per second that one account or address may make in the long run."""
    burst: float = 120
    """Requests that it may make at once."""
    tables: int = 5000
    """Open tables kept in memory."""
    bot_workers: int = 1
    """Processes in which bots choose moves."""
    bot_opening_delay: int = 5000
    """Milliseconds for which a bot leaves the first move to a person who may make it too."""


def make_app(settings: Settings, make_server: Callable[[Store], Server] | None = None) -> Starlette:
    """Returns the whole server as an ASGI application; its store is opened when it starts."""
    metrics = Metrics()
    buckets = Buckets(settings.rate, settings.burst)

    def default_server(store: Store) -> Server:
        return Server(
            store,
            tables=settings.tables,
            bot_workers=settings.bot_workers,
            bot_opening_delay=settings.bot_opening_delay,
        )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with await open_store(settings.db) as store, (make_server or default_server)(store) as server:
            app.state.server = server
            metrics.gauge("boardwright_live_matches", "Open tables", lambda: server.open_tables)
            metrics.gauge("boardwright_subscribers", "Live connections", lambda: server.subscribers)
            yield

    live = LiveEndpoint(lambda: app.state.server, buckets, metrics)
    app = Starlette(
        routes=_routes(live),
        lifespan=lifespan,
        middleware=[
            Middleware(AccessMiddleware, metrics=metrics),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5),
        ],
        exception_handlers={
            BoardwrightError: errors.on_refused,
            HTTPException: errors.on_http_error,
            Exception: errors.on_crash,
        },
    )
    app.state.metrics, app.state.buckets = metrics, buckets
    return app


def _routes(live: LiveEndpoint) -> list[BaseRoute]:
    routes: list[BaseRoute] = [endpoint.route() for endpoint in ENDPOINTS]
    routes.append(Route("/api/openapi.json", _openapi))
    routes.append(WebSocketRoute("/api/matches/{match}/live", live))
    page = Path(str(resources.files("boardwright.web").joinpath("page")))
    if page.is_dir():
        routes.append(Mount("/", StaticFiles(directory=page, html=True), name="page"))
    return routes


async def _openapi(_: Request) -> Response:
    return json_response(openapi.document(ENDPOINTS))
