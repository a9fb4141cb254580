"""Prometheus metrics."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import TypeAlias, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from boardwright.table.bots.bot_workers import BotWorkers, Result
from boardwright.web.metrics.metrics_memory import Family, SharedMetrics

PUBLISH = 2.0
"""Seconds after which other workers know the metrics of a worker at the latest."""

Counts: TypeAlias = MutableMapping[str, int]


class MetricTally(Collector):
    """A counter with one label that is only a dictionary until it is scraped.

    >>> tally = MetricTally("moves", "Moves", "result")
    >>> tally.counts["legal"] += 2
    >>> [(sample.name, sample.labels, sample.value) for family in tally.collect() for sample in family.samples]
    [('moves_total', {'result': 'legal'}, 2)]
    """

    def __init__(self, name: str, text: str, label: str, counts: Counts | None = None) -> None:
        self.counts: Counts = defaultdict(int) if counts is None else counts
        self._name, self._text, self._label = name, text, label

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Yield the counts so far."""
        family = CounterMetricFamily(self._name, self._text, labels=(self._label,))
        for value, count in self.counts.items():
            family.add_metric((value,), count)
        yield family


class Metrics:
    """The metrics of one app, in a registry of its own. In `shared` memory it answers for all workers."""

    def __init__(self, shared: SharedMetrics | None = None) -> None:
        self._registry = CollectorRegistry()
        self._shared = shared
        self._requests = Counter(
            "boardwright_requests", "HTTP requests", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "boardwright_request_seconds", "Response time of HTTP requests", ("route",), registry=self._registry
        )
        self._messages = MetricTally("boardwright_messages", "WebSocket messages from clients", "answer")
        self._registry.register(self._messages)
        ProcessCollector(registry=self._registry)
        self.loop_lag = LoopLag(self._registry)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; requests without a route share one label."""
        self._requests.labels(method if route else "", route, status).inc()
        self._seconds.labels(route).observe(seconds)

    def message(self, result: str) -> None:
        """Count a message of a live connection by its result."""
        self._messages.counts[result] += 1

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Add a gauge whose value is read on every scrape."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def add(self, collector: Collector) -> None:
        """Add metrics that are computed on every scrape."""
        self._registry.register(collector)

    def text(self) -> bytes:
        """Return all metrics in the exposition format of Prometheus."""
        self._publish()
        return generate_latest(self._shared or self._registry)

    async def keep_published(self) -> None:
        """Let other workers know the metrics of this one for as long as the server runs."""
        while self._shared is not None:
            self._publish()
            await asyncio.sleep(PUBLISH)

    def _publish(self) -> None:
        if self._shared is not None:
            self._shared.publish(map(Family.of, self._registry.collect()))


log = logging.getLogger("boardwright.web")

INTERVAL = 0.1
"""Seconds between two measurements."""
BLOCKED = 0.5
"""Seconds of lag from which on it is logged."""


class LoopLag:
    """The lag of the event loop: by how much a short sleep is too long."""

    def __init__(self, registry: CollectorRegistry) -> None:
        buckets = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
        text = "Delay of a timer in the event loop"
        self._seconds = Histogram("boardwright_loop_lag_seconds", text, buckets=buckets, registry=registry)

    async def measure(self) -> None:
        """Measure for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.note(loop.time() - due)

    def note(self, lag: float) -> None:
        """Count one measurement."""
        self._seconds.observe(max(0.0, lag))
        if lag >= BLOCKED:
            # Not a warning: on a busy machine it says nothing about the server.
            log.info("the event loop was held up for %.1f s; nobody was served meanwhile", lag)


class BotMetrics(Collector):
    """The statistics of bot workers, read on every scrape."""

    def __init__(self, workers: BotWorkers) -> None:
        self._workers = workers

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics of bots."""
        workers, stats = self._workers, self._workers.stats
        yield GaugeMetricFamily("boardwright_bot_queue", "Bot moves that wait for a worker", workers.waiting)
        yield GaugeMetricFamily("boardwright_bot_thinking", "Bot workers that choose a move", workers.thinking)
        for name, text, span in (
            ("boardwright_bot_wait_seconds", "Time of bot moves in the queue", stats.waited),
            ("boardwright_bot_think_seconds", "Time of bot moves in a worker", stats.thought),
        ):
            yield SummaryMetricFamily(name, text, count_value=span.count, sum_value=span.seconds)
        yield CounterMetricFamily("boardwright_bot_worker_deaths", "Bot workers that died", stats.deaths)
        yield CounterMetricFamily("boardwright_bot_canceled", "Bot moves that nobody needed any more", stats.canceled)
        moves = CounterMetricFamily("boardwright_bot_moves", "Bot moves by result", labels=["result"])
        for result in get_args(Result):
            moves.add_metric([result], stats.moves[result])
        yield moves
