"""The application: the API, the live connections and the page in front of one runtime."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from boardwright.store.backends.open import open_store
from boardwright.store.port import Store
from boardwright.table.accounts.names import is_reserved
from boardwright.table.limits.bucket_memory import BucketMemory
from boardwright.table.limits.host_limit import Most
from boardwright.table.limits.limits import RateLimits
from boardwright.table.live.updates import encode
from boardwright.table.server.runtime import Server
from boardwright.table.server_bots import default_workers
from boardwright.web.api import errors, openapi
from boardwright.web.api.routes import ENDPOINTS
from boardwright.web.files import GAME_FILES, PageFiles
from boardwright.web.live.live import LiveEndpoint
from boardwright.web.metrics.metrics import BotMetrics, Metrics, MetricTally
from boardwright.web.metrics.metrics_memory import SharedMetrics
from boardwright.web.settings import Settings
from boardwright.web.transport.connections import ConnectionCounts, Connections, LiveSlots
from boardwright.web.transport.middleware import AccessMiddleware
from boardwright.web.transport.networks import Networks


class Shared(NamedTuple):
    """The memory that the workers of a server share; None for what is kept in this process alone."""

    buckets: BucketMemory | None = None
    counts: ConnectionCounts | None = None
    metrics: SharedMetrics | None = None


ALONE = Shared()


def make_app(
    settings: Settings, make_server: Callable[[Store], Server] | None = None, shared: Shared = ALONE
) -> Starlette:
    """Return the whole server as an ASGI application; its store is opened when it starts."""
    metrics = Metrics(shared.metrics)
    slots = LiveSlots(settings.account_connections, settings.address_connections, shared.counts)
    limits = RateLimits(settings.rate, settings.burst, accounts=settings.address_accounts, memory=shared.buckets)
    connections = Connections(settings.address_connections, proxies=settings.trusted_proxies, held=shared.counts)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with (
            await open_store(settings.db, settings.key_path) as store,
            _server(settings, store, shared.buckets) if make_server is None else make_server(store) as server,
        ):
            app.state.server = server
            _measure(server, connections, metrics)
            if shared.metrics is not None:
                server.background.supervise("metrics", metrics.keep_published)
            # The tables of names take a third of a second, for which the first guest would hold up the loop.
            names = asyncio.create_task(asyncio.to_thread(is_reserved, ""))
            yield
            await names

    app = Starlette(
        routes=_routes(LiveEndpoint(lambda: app.state.server, limits, slots, metrics)),
        lifespan=lifespan,
        middleware=[
            Middleware(AccessMiddleware, metrics=metrics, limits=limits, hsts=settings.hsts),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5),
        ],
        exception_handlers=errors.HANDLERS,
    )
    app.state.network = None  # `serve` knows the socket
    app.state.metrics_clients = Networks(settings.metrics_clients)
    app.state.metrics, app.state.limits, app.state.slots, app.state.connections = metrics, limits, slots, connections
    return app


def _measure(server: Server, connections: Connections, metrics: Metrics) -> None:
    """Add the metrics of the runtime and of connections."""
    metrics.gauge("boardwright_connections", "Open connections", lambda: len(connections))
    text = "Connections that were refused or cut"
    metrics.add(MetricTally("boardwright_connections_ended", text, "reason", connections.counts))
    metrics.gauge("boardwright_live_matches", "Open tables", lambda: server.open_matches)
    metrics.gauge("boardwright_subscribers", "Live connections", lambda: server.subscribers)
    metrics.gauge("boardwright_unreadable_matches", "Matches set aside", lambda: server.unreadable_matches)
    metrics.gauge("boardwright_notices", "1 if notices of other processes arrive", lambda: not server.notices.is_deaf)
    metrics.add(BotMetrics(server.bot_workers))
    failures = server.background.failures
    metrics.add(MetricTally("boardwright_background_failures", "Errors of background tasks", "task", failures))
    server.background.supervise("loop lag", metrics.loop_lag.measure)


def _server(settings: Settings, store: Store, memory: BucketMemory | None) -> Server:
    return Server(
        store,
        tables=settings.tables,
        bot_workers=settings.bot_workers or default_workers(settings.workers),
        hosting=Most(settings.bot_matches, settings.open_matches),
        bot_opening_delay=settings.bot_opening_delay,
        analysis_seconds=settings.analysis_seconds,
        bot_pace=settings.bot_pace,
        rate_one_address=settings.rate_one_address,
        retention=settings.retention,
        memory=memory,
    )


def _routes(live: LiveEndpoint) -> list[BaseRoute]:
    routes: list[BaseRoute] = [endpoint.route() for endpoint in ENDPOINTS]
    routes.append(Route("/api/openapi.json", _openapi))
    routes.append(WebSocketRoute("/api/matches/{match}/live", live))
    routes.append(GAME_FILES)
    page = Path(str(resources.files("boardwright.web").joinpath("page")))
    if page.is_dir():
        routes.append(Mount("/", PageFiles(page), name="page"))
    return routes


async def _openapi(_: Request) -> Response:
    return Response(_openapi_json(), media_type="application/json")


@cache
def _openapi_json() -> bytes:
    """Return the document, which takes a third of a second to make."""
    return encode(openapi.document(ENDPOINTS))
