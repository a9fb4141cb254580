"""What Prometheus is told."""

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
        self._seconds = Histogram("boardwright_request_seconds", "Time to answer", ("route",), registry=self._registry)
        self._messages = Counter(
            "boardwright_messages", "WebSocket messages from clients", ("answer",), registry=self._registry
        )
        self._answered: dict[str, Counter] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts an answered request; addresses that do not exist are counted together."""
        self._requests.labels(method if route else "", route, status).inc()
        self._seconds.labels(route).observe(seconds)

    def message(self, answer: str) -> None:
        """Counts a message of a live connection by how it was answered."""
        counter = self._answered.get(answer)
        if counter is None:
            counter = self._answered[answer] = self._messages.labels(answer)
        counter.inc()

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A figure that is read when it is asked for."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        """All metrics in Prometheus' format."""
        return generate_latest(self._registry)
