"""A queue with fair shares for all accounts, cheap requests first: in front of bot workers, and of password hashes."""

from __future__ import annotations

import heapq
from itertools import count
from math import inf
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Start-time fair queuing over accounts.

    Each account has a virtual time, which grows by the cost of every request that is taken for it. The next request
    is the one with the smallest sum of its account's time and its cost: an account with many requests waits for
    itself only, and a cheap request overtakes costly ones. An account that was away gets no credit for it.

    >>> queue = FairQueue[str]()
    >>> for move in ("a1", "a2", "a3"):
    ...     queue.put("Ann", 20, move)
    >>> queue.put("Bob", 20, "b1")
    >>> queue.put("Cy", 5, "c1")
    >>> [queue.take() for _ in range(6)]
    ['c1', 'a1', 'b1', 'a2', 'a3', None]
    """

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[float, int, T]]] = {}
        self._times: dict[str, float] = {}
        self._time = 0.0
        self._order = count()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, account: str, cost: float, item: T) -> None:
        """Add a request; one that was taken before and comes back costs nothing."""
        if account not in self._waiting:
            self._waiting[account] = []
            self._times[account] = max(self._times.get(account, 0.0), self._time)
        heapq.heappush(self._waiting[account], (cost, next(self._order), item))

    def take(self, most: float = inf) -> T | None:
        """Remove and return the next request that costs at most so much; None if there is none."""
        found = [
            (self._times[account] + requests[0][0], requests[0][1], account)
            for account, requests in self._waiting.items()
            if requests[0][0] <= most
        ]
        if not found:
            return None
        account = min(found)[2]
        cost, _, item = heapq.heappop(self._waiting[account])
        self._time = max(self._time, self._times[account])
        self._times[account] += cost
        self._forget_if_idle(account)
        return item

    def remove(self, account: str, item: T) -> bool:
        """Remove a request; return False if it is not in the queue."""
        requests = self._waiting.get(account, [])
        kept = [each for each in requests if each[2] is not item]
        if len(kept) == len(requests):
            return False
        heapq.heapify(kept)
        self._waiting[account] = kept
        self._forget_if_idle(account)
        return True

    def _forget_if_idle(self, account: str) -> None:
        """Drop what needs not be known: accounts without requests whose time has come."""
        if not self._waiting[account]:
            del self._waiting[account]
        idle = [name for name, time in self._times.items() if time <= self._time and name not in self._waiting]
        for name in idle:
            del self._times[name]
