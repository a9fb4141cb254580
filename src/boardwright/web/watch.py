"""Addresses for those who run the server."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from boardwright import __version__
from boardwright.table.refused import Closed
from boardwright.web.answers import Health
from boardwright.web.caller import InHouse
from boardwright.web.figures import Figures
from boardwright.web.schema import answers, reply

router = APIRouter(tags=["watching"])


@router.get("/health", responses=answers(Health))
async def health(house: InHouse) -> Response:
    """The process lives."""
    return reply(Health(True, __version__, house.live))


@router.get("/ready", responses=answers(Health))
async def ready(house: InHouse) -> Response:
    """The process can serve: its store answers, and it is not about to stop."""
    if house.is_closing:
        raise Closed("stopping", "The server stops.")
    await house.store.check()
    return reply(Health(True, __version__, house.live))


@router.get("/metrics", responses=answers(str, media="text/plain"))
async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    figures: Figures = request.app.state.figures
    return Response(figures.text(), media_type="text/plain; version=0.0.4")
