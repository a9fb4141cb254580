"""The application: one server behind all addresses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path

import msgspec
from fastapi import APIRouter, FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute

from boardwright import __version__
from boardwright.store.open import open_store
from boardwright.store.port import Store
from boardwright.table.runtime import Server
from boardwright.web import errors, middleware, schema
from boardwright.web.limits import Buckets
from boardwright.web.live import Live
from boardwright.web.metrics import Metrics
from boardwright.web.routes import accounts, actions, events, games, health, inspect, lobby


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is set up."""

    db: str = "memory:"
    rate: float = 40
    """Requests a second that one account or address may make in the long run."""
    burst: float = 120
    """Requests it may make at once."""
    tables: int = 5000
    """Matches kept in memory."""
    bot_workers: int = 1
    """Processes in which bots think."""


def make_app(settings: Settings, open_server: Callable[[Store], Server] | None = None) -> FastAPI:
    """The whole server as an ASGI application; its store is opened when it starts."""
    metrics = Metrics()
    buckets = Buckets(settings.rate, settings.burst)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with await open_store(settings.db) as store:
            make = open_server or (
                lambda store: Server(store, tables=settings.tables, bot_workers=settings.bot_workers)
            )
            async with make(store) as server:
                app.state.server = server
                metrics.gauge("boardwright_live_matches", "Matches in memory", lambda: server.live)
                metrics.gauge("boardwright_listeners", "Live connections", lambda: server.subscribers)
                yield

    app = FastAPI(
        title="Boardwright", version=__version__, description=__doc__ or "", lifespan=life,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
    )  # fmt: skip
    app.state.metrics, app.state.buckets = metrics, buckets
    api = APIRouter(prefix="/api")
    for part in (accounts, games, lobby, actions, inspect, events):
        api.include_router(part.router)
    app.include_router(api)
    app.include_router(health.router)
    live = Live(lambda: app.state.server, buckets, metrics)
    app.router.routes.append(WebSocketRoute("/api/matches/{match}/live", live))
    page = Path(str(resources.files("boardwright.web").joinpath("page")))
    if page.is_dir():
        app.mount("/", StaticFiles(directory=page, html=True), "page")
    errors.add_to(app)
    schema.add_to(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(middleware.AccessMiddleware, metrics=metrics)
    return app
