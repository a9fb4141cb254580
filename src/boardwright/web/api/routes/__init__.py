"""Endpoints of the HTTP API, one module for each subject."""

from __future__ import annotations

from boardwright.web.api.endpoint import Endpoint
from boardwright.web.api.routes import (
    accounts,
    actions,
    admin,
    analysis,
    chat,
    commitments,
    events,
    games,
    health,
    inspect,
    learning,
    lobby,
    log,
)

MODULES = (
    accounts,
    games,
    learning,
    commitments,
    lobby,
    actions,
    chat,
    inspect,
    log,
    events,
    analysis,
    admin,
    health,
)

ENDPOINTS: tuple[Endpoint, ...] = tuple(endpoint for module in MODULES for endpoint in module.router.endpoints)
"""All endpoints of the API."""
