"""Endpoints of the HTTP API, one module for each subject."""

from __future__ import annotations

from boardwright.web.api.endpoint import Endpoint
from boardwright.web.api.routes import (
    accounts,
    actions,
    admin,
    analysis,
    events,
    games,
    health,
    inspect,
    learning,
    lobby,
)

MODULES = (
    accounts,
    games,
    learning,
    lobby,
    actions,
    inspect,
    events,
    analysis,
    admin,
    health,
)

ENDPOINTS: tuple[Endpoint, ...] = tuple(endpoint for module in MODULES for endpoint in module.router.endpoints)
"""All endpoints of the API."""
