"""Metrics of all workers of a server, in memory that they share, so that each of them can answer for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from typing import Any

import msgspec
from prometheus_client import Metric

_HALF = 1 << 20
"""Bytes for the metrics of a worker, twice. The labels are routes and statuses, so metrics take a tenth of that."""


class Family(msgspec.Struct, frozen=True, array_like=True):
    """The samples of one metric in one worker."""

    name: str
    text: str
    kind: str
    samples: list[tuple[str, dict[str, str], float]]

    @classmethod
    def of(cls, metric: Metric) -> Family:
        """Return the samples of a metric as it is now."""
        samples = [(sample.name, sample.labels, sample.value) for sample in metric.samples]
        return cls(metric.name, metric.documentation, metric.type, samples)


class SharedMetrics:
    """Shared memory with a part for each worker, which it alone writes; it is passed on to processes that are spawned.

    A part has two halves in turn, so a worker that is killed while it writes leaves the other one intact, and readers
    need no lock.

    >>> metrics = SharedMetrics.new(workers=2)
    >>> metrics.of(0).publish([Family("moves", "Moves", "counter", [("moves_total", {}, 2.0)])])
    >>> metrics.of(1).publish([Family("moves", "Moves", "counter", [("moves_total", {}, 3.0)])])
    >>> [(sample.labels, sample.value) for metric in metrics.collect() for sample in metric.samples]
    [({'worker': '0'}, 2.0), ({'worker': '1'}, 3.0)]
    """

    def __init__(self, memory: Any, turns: Any, place: int) -> None:
        self._memory, self._turns, self._place = memory, turns, place
        self._bytes = memoryview(memory).cast("B")
        self._numbers = memoryview(turns).cast("B").cast("Q")
        """For each worker: how often it has published, and the sizes of its halves."""

    @classmethod
    def new(cls, workers: int) -> SharedMetrics:
        """Return an empty memory."""
        spawn = get_context("spawn")
        return cls(spawn.RawArray("B", workers * 2 * _HALF), spawn.RawArray("Q", workers * 3), 0)

    def of(self, place: int) -> SharedMetrics:
        """Return the memory for a new worker at that place, whose own part is empty."""
        made = SharedMetrics(self._memory, self._turns, place)
        made._numbers[3 * place] = 0
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return SharedMetrics, (self._memory, self._turns, self._place)

    def publish(self, families: Iterable[Family]) -> None:
        """Write the metrics of this worker in place of those before the last ones."""
        data = msgspec.msgpack.encode(list(families))
        if len(data) > _HALF:
            raise ValueError(f"the metrics take {len(data)} bytes, and there is room for {_HALF}")
        turn = self._numbers[3 * self._place] + 1
        start = (2 * self._place + turn % 2) * _HALF
        self._bytes[start : start + len(data)] = data
        self._numbers[3 * self._place + 1 + turn % 2] = len(data)
        self._numbers[3 * self._place] = turn

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of all workers, with the label `worker`."""
        together: dict[str, Metric] = {}
        for place in range(len(self._numbers) // 3):
            for family in self._read(place):
                metric = together.setdefault(family.name, Metric(family.name, family.text, family.kind))
                for name, labels, value in family.samples:
                    metric.add_sample(name, {**labels, "worker": str(place)}, value)
        yield from together.values()

    def _read(self, place: int) -> list[Family]:
        """Return what a worker has published last; reads again if it has published meanwhile."""
        while turn := self._numbers[3 * place]:
            start = (2 * place + turn % 2) * _HALF
            data = bytes(self._bytes[start : start + self._numbers[3 * place + 1 + turn % 2]])
            if turn == self._numbers[3 * place]:
                return msgspec.msgpack.decode(data, type=list[Family])
        return []
