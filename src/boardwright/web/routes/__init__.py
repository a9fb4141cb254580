"""Endpoints of the HTTP API, one module for each subject."""

from __future__ import annotations

from boardwright.web.endpoint import Endpoint
from boardwright.web.routes import accounts, actions, chat, events, games, health, inspect, lobby

ENDPOINTS: tuple[Endpoint, ...] = tuple(
    endpoint
    for module in (accounts, games, lobby, actions, chat, inspect, events, health)
    for endpoint in module.router.endpoints
)
"""All endpoints of the API."""
