"""How late the event loop is: a metric, and a log line when something has held it up."""

from __future__ import annotations

import asyncio
import logging

from prometheus_client import CollectorRegistry, Histogram

log = logging.getLogger("boardwright.web")

INTERVAL = 0.1
"""Seconds between two measurements."""
BLOCKED = 0.5
"""Seconds of lag from which on it is logged."""


class LoopLag:
    """Measures by how much a short sleep is too long."""

    def __init__(self, registry: CollectorRegistry) -> None:
        buckets = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
        text = "Delay of a timer in the event loop"
        self._seconds = Histogram("boardwright_loop_lag_seconds", text, buckets=buckets, registry=registry)

    async def measure(self) -> None:
        """Measures for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.note(loop.time() - due)

    def note(self, lag: float) -> None:
        """Counts one measurement."""
        self._seconds.observe(max(0.0, lag))
        if lag >= BLOCKED:
            # Not a warning: on a busy machine it says nothing about the server.
            log.info("the event loop was held up for %.1f s; nobody was served meanwhile", lag)
