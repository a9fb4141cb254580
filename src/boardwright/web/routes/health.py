"""Addresses for those who run the server."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from boardwright import __version__
from boardwright.table.errors import Unavailable
from boardwright.web.dependencies import InServer
from boardwright.web.metrics import Metrics
from boardwright.web.responses import Health
from boardwright.web.schema import answers, reply

router = APIRouter(tags=["watching"])


@router.get("/health", responses=answers(Health))
async def health(server: InServer) -> Response:
    """The process lives."""
    return reply(Health(True, __version__, server.live))


@router.get("/ready", responses=answers(Health))
async def ready(server: InServer) -> Response:
    """The process can serve: its store answers, and it is not about to stop."""
    if server.is_closing:
        raise Unavailable("stopping", "The server stops.")
    await server.store.check()
    return reply(Health(True, __version__, server.live))


@router.get("/metrics", responses=answers(str, media="text/plain"))
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus."""
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")
