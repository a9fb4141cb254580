"""Health and metrics endpoints."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from boardwright import __version__
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden, ServiceUnavailable
from boardwright.table.server.runtime import Server
from boardwright.web.api.endpoint import Router
from boardwright.web.api.responses import Health, json_response
from boardwright.web.metrics.metrics import Metrics

router = Router("health", prefix="")

_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers by which proxies show themselves."""


@router.add("GET", "/health", Health)
async def health(server: Server) -> Response:
    """Check that the process is alive."""
    return json_response(Health(True, __version__, server.open_matches))


@router.add("GET", "/ready", Health)
async def ready(server: Server) -> Response:
    """Check that the process can serve: the store can be written, bots answer, the server is not shutting down."""
    if server.is_closing:
        raise ServiceUnavailable(Code.STOPPING, "The server is shutting down.")
    await server.uptime.refresh()
    if server.bot_workers.is_failing:
        text = "Bots fail again and again, so they play fallback moves; the log has the reasons."
        raise ServiceUnavailable(Code.BOTS_FAIL, text)
    return json_response(Health(True, __version__, server.open_matches))


@router.add("GET", "/metrics", str, 403, media_type="text/plain")
async def metrics(request: Request) -> Response:
    """Get the Prometheus metrics; the setting `metrics_clients` says who may, without a proxy in between."""
    address = "" if request.client is None else request.client.host
    is_forwarded = any(name in request.headers for name in _FORWARDED)
    if address not in request.app.state.metrics_clients or is_forwarded:
        text = "The metrics are for clients that the setting metrics_clients names, without a proxy in between."
        raise Forbidden(Code.INSIDE_ONLY, text)
    found: Metrics = request.app.state.metrics
    return Response(found.text(), media_type="text/plain; version=0.0.4")
