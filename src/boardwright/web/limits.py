"""Rate limits: a token bucket for each account or address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from boardwright.table.errors import RateLimited


class Buckets:
    """Token buckets of capacity `burst`, refilled by `rate` per second; the least recently used are dropped.

    >>> time = iter((0.0, 0.0, 0.0, 0.5))
    >>> buckets = Buckets(rate=2, burst=2, clock=lambda: next(time))
    >>> buckets.take("ann"), buckets.take("ann")
    (None, None)
    >>> buckets.take("ann")
    Traceback (most recent call last):
        ...
    boardwright.table.errors.RateLimited: Too many requests; wait 0.5 seconds.
    >>> buckets.take("ann")
    """

    def __init__(
        self, rate: float, burst: float, *, clock: Callable[[], float] = monotonic, size: int = 100_000
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._size = size
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> None:
        """Takes `cost` out of a bucket; raises RateLimited with the time until that much is available."""
        now = self._clock()
        level, since = self._buckets.pop(key, (self._burst, now))
        level = min(self._burst, level + (now - since) * self._rate)
        enough = level >= cost
        self._buckets[key] = (level - cost if enough else level, now)
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        if not enough:
            raise RateLimited((cost - level) / self._rate)
