"""Prometheus metrics."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The metrics of one app, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "boardwright_requests", "HTTP requests", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "boardwright_request_seconds", "Response time of HTTP requests", ("route",), registry=self._registry
        )
        self._messages = Counter(
            "boardwright_messages", "WebSocket messages from clients", ("answer",), registry=self._registry
        )
        self._by_result: dict[str, Counter] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts a request; requests without a route share one label."""
        self._requests.labels(method if route else "", route, status).inc()
        self._seconds.labels(route).observe(seconds)

    def message(self, result: str) -> None:
        """Counts a message of a live connection by its result."""
        counter = self._by_result.get(result)
        if counter is None:
            counter = self._by_result[result] = self._messages.labels(result)
        counter.inc()

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Adds a gauge whose value is read on every scrape."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        """Returns all metrics in the exposition format of Prometheus."""
        return generate_latest(self._registry)
