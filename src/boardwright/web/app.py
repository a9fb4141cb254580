"""The application: one house behind all addresses."""

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
from boardwright.store.opening import open_store
from boardwright.store.port import Store
from boardwright.table.house import House
from boardwright.web import accounts, doors, errors, events, games, lobby, looking, playing, schema, watch
from boardwright.web.figures import Figures
from boardwright.web.limits import Buckets
from boardwright.web.live import Live


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is set up."""

    db: str = "memory:"
    rate: float = 40
    """Requests a second that one account or address may make in the long run."""
    burst: float = 120
    """Requests it may make at once."""
    tables: int = 5000
    """Matches kept in memory."""
    thinkers: int = 1
    """Processes in which bots think."""


def make_app(settings: Settings, open_house: Callable[[Store], House] | None = None) -> FastAPI:
    """The whole server as an ASGI application; its store is opened when it starts."""
    figures = Figures()
    buckets = Buckets(settings.rate, settings.burst)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with await open_store(settings.db) as store:
            make = open_house or (lambda store: House(store, tables=settings.tables, thinkers=settings.thinkers))
            async with make(store) as house:
                app.state.house = house
                figures.gauge("boardwright_live_matches", "Matches in memory", lambda: house.live)
                figures.gauge("boardwright_listeners", "Live connections", lambda: house.listeners)
                yield

    app = FastAPI(
        title="Boardwright", version=__version__, description=__doc__ or "", lifespan=life,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
    )  # fmt: skip
    app.state.figures, app.state.buckets = figures, buckets
    api = APIRouter(prefix="/api")
    for part in (accounts, games, lobby, playing, looking, events):
        api.include_router(part.router)
    app.include_router(api)
    app.include_router(watch.router)
    live = Live(lambda: app.state.house, buckets, figures)
    app.router.routes.append(WebSocketRoute("/api/matches/{match}/live", live))
    page = Path(str(resources.files("boardwright.web").joinpath("page")))
    if page.is_dir():
        app.mount("/", StaticFiles(directory=page, html=True), "page")
    errors.add_to(app)
    schema.add_to(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(doors.Doors, figures=figures)
    return app
