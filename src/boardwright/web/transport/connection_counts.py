"""How many connections everybody has: to this process, or to all workers of a server together."""

from __future__ import annotations

import secrets
from collections import Counter
from hashlib import blake2b
from multiprocessing import get_context
from typing import Any, Protocol

_SLOTS = 1 << 16
"""How many counts a worker has. Keys that share one are counted together, which is rare and costs a few connections."""


class Counts(Protocol):
    """Counts by keys."""

    def get(self, key: str) -> int:
        """Returns the count of a key."""

    def add(self, key: str, change: int) -> None:
        """Changes the count of a key."""


class OwnCounts:
    """The counts of one process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def get(self, key: str) -> int:
        """Returns the count of a key."""
        return self._counts[key]

    def add(self, key: str, change: int) -> None:
        """Changes the count of a key."""
        self._counts[key] += change
        if not self._counts[key]:
            del self._counts[key]


class SharedCounts:
    """Counts in memory that several workers share; it is passed on to processes that are spawned.

    Each worker writes its own part alone, and its successor empties that, so there is no lock, and a worker that is
    killed leaves nothing behind.

    >>> counts = SharedCounts.new(workers=2)
    >>> one, two = counts.of(0), counts.of(1)
    >>> one.add("ann", 2), two.add("ann", 1)
    (None, None)
    >>> one.get("ann"), two.get("ann"), one.get("bob")
    (3, 3, 0)
    >>> counts.of(0).get("ann")
    1
    """

    def __init__(self, memory: Any, salt: bytes, place: int) -> None:
        self._memory = memory
        self._salt = salt
        self._place = place
        self._cells = memoryview(memory).cast("B").cast("H")

    @classmethod
    def new(cls, workers: int) -> SharedCounts:
        """Returns empty counts. Their random salt keeps clients from choosing addresses that share a count."""
        return cls(get_context("spawn").RawArray("H", workers * _SLOTS), secrets.token_bytes(16), 0)

    def of(self, place: int) -> SharedCounts:
        """Returns the counts for a new worker at that place, whose own part is empty."""
        made = SharedCounts(self._memory, self._salt, place)
        made._cells[place * _SLOTS : (place + 1) * _SLOTS] = memoryview(bytes(2 * _SLOTS)).cast("H")
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return SharedCounts, (self._memory, self._salt, self._place)

    def get(self, key: str) -> int:
        """Returns the count of a key in all workers."""
        return sum(self._cells[self._slot(key) :: _SLOTS])

    def add(self, key: str, change: int) -> None:
        """Changes the count of a key in this worker."""
        self._cells[self._place * _SLOTS + self._slot(key)] += change

    def _slot(self, key: str) -> int:
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=2, key=self._salt).digest()
        return int.from_bytes(digest)
