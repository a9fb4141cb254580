"""The memory of rate limits: how much everybody has left, in this process or shared by all workers of a server."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import blake2b
from multiprocessing import get_context
from typing import Any, NamedTuple, Protocol

_SETS, _WAYS, _FIELDS = 1 << 15, 8, 3
"""Shared memory has so many sets of so many buckets, with a fingerprint of the key, a level and a time each."""


class Bucket(NamedTuple):
    """The rest that was left at a time, in seconds."""

    level: float
    since: float


class BucketMemory(Protocol):
    """A memory of buckets by their keys, as many as it can; those that were not used for long are forgotten."""

    def get(self, key: str) -> Bucket | None:
        """Return a bucket; None for one that is full or forgotten."""

    def put(self, key: str, bucket: Bucket) -> None:
        """Remember a bucket."""


class OwnBuckets:
    """The buckets of one process.

    >>> buckets = OwnBuckets(size=1)
    >>> buckets.put("ann", Bucket(2, 0))
    >>> buckets.put("bob", Bucket(5, 0))
    >>> buckets.get("ann"), buckets.get("bob")
    (None, Bucket(level=5, since=0))
    """

    def __init__(self, size: int = 100_000) -> None:
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def get(self, key: str) -> Bucket | None:
        """Return a bucket."""
        return self._buckets.get(key)

    def put(self, key: str, bucket: Bucket) -> None:
        """Remember a bucket, and forget the least recently used one if there are too many."""
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)


class SharedBuckets:
    """Buckets in memory that several processes share; it is passed on to processes that are spawned.

    There is no lock, which a process that is killed could leave locked. Two processes that change one bucket in the
    same microsecond may forget one of both changes.

    >>> buckets = SharedBuckets.new()
    >>> buckets.put("ann", Bucket(2, 7))
    >>> buckets.get("ann"), buckets.get("bob")
    (Bucket(level=2.0, since=7.0), None)
    """

    def __init__(self, memory: Any, salt: bytes) -> None:
        self._memory = memory
        self._salt = salt
        self._cells = memoryview(memory).cast("B").cast("d")

    @classmethod
    def new(cls) -> SharedBuckets:
        """Return an empty memory. Its random salt keeps clients from choosing names that displace a bucket."""
        return cls(get_context("spawn").RawArray("d", _SETS * _WAYS * _FIELDS), secrets.token_bytes(16))

    def __reduce__(self) -> tuple[Any, ...]:
        return SharedBuckets, (self._memory, self._salt)

    def get(self, key: str) -> Bucket | None:
        """Return a bucket."""
        fingerprint, places = self._places(key)
        for place in places:
            if self._cells[place] == fingerprint:
                return Bucket(self._cells[place + 1], self._cells[place + 2])
        return None

    def put(self, key: str, bucket: Bucket) -> None:
        """Remember a bucket, in place of the one of its set that was not used for longest if there is none free."""
        fingerprint, places = self._places(key)
        cells = self._cells
        own = next((place for place in places if cells[place] == fingerprint), None)
        place = min(places, key=lambda each: cells[each + 2]) if own is None else own
        cells[place], cells[place + 1], cells[place + 2] = fingerprint, bucket.level, bucket.since

    def _places(self, key: str) -> tuple[float, range]:
        """Return the fingerprint of a key, which is never 0, and the places at which it may be."""
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8, key=self._salt).digest()
        first = int.from_bytes(digest[:2]) % _SETS * _WAYS * _FIELDS
        return float(int.from_bytes(digest[2:]) + 1), range(first, first + _WAYS * _FIELDS, _FIELDS)
