"""Prometheus metrics of the bot workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from boardwright.table.bot_stats import Result
from boardwright.table.bot_workers import BotWorkers


class BotMetrics(Collector):
    """Reads the statistics of the workers on every scrape."""

    def __init__(self, workers: BotWorkers) -> None:
        self._workers = workers

    def collect(self) -> Iterator[Metric]:
        """Yields all metrics of bots."""
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
