"""Connections of clients: how many there may be, and which are cut because they only cost memory and descriptors."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from multiprocessing import get_context
from typing import Any, Literal, Protocol, get_args

from boardwright.table.codes import Code
from boardwright.table.errors import RequestError
from boardwright.table.limits.limits import address_key
from boardwright.web.transport.networks import Networks

log = logging.getLogger("boardwright.web")

REQUEST_TIMEOUT = 30.0
"""Seconds in which a connection has to send a complete request, counted from its start or its last response."""
STALL_TIMEOUT = 30.0
"""Seconds in which a client has to take a part of what it was sent."""
SWEEP = 5.0
"""Seconds between two looks for overdue connections, and between two log lines about them."""
ENOUGH = 4096
"""File descriptors below which a warning is logged."""
RESERVE = 64
"""File descriptors that are kept for files, the database and bot workers."""
_SLOTS = 1 << 16
"""The number of counts of a worker. Keys that share one are counted together, which is rare and costs little."""

Reason = Literal["address", "total", "idle", "stalled", "invalid", "unpaid"]


def raise_file_limit(most: int = 1 << 16) -> int:
    """Raise the limit as far as the system allows, up to `most`, and return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    limit = most if soft == resource.RLIM_INFINITY else soft
    if limit < ENOUGH:
        log.warning("only %d files may be open, so there can be few connections; raise the limit `nofile`", limit)
    return limit


class ConnectionCounts:
    """The numbers of connections by keys, in memory that workers may share; it is passed on to spawned processes.

    Each worker writes its own part alone, and its successor empties that, so there is no lock, and a worker that is
    killed leaves nothing behind. The random salt keeps clients from choosing addresses that share a count.

    >>> counts = ConnectionCounts.shared(workers=2)
    >>> one, two = counts.of(0), counts.of(1)
    >>> one.add("ann", 2), two.add("ann", 1)
    (None, None)
    >>> one.get("ann"), two.get("ann"), one.get("bob")
    (3, 3, 0)
    >>> counts.of(0).get("ann")
    1
    """

    def __init__(self, memory: Any = None, salt: bytes = b"", place: int = 0) -> None:
        self._memory = bytearray(2 * _SLOTS) if memory is None else memory
        self._salt = salt or secrets.token_bytes(16)
        self._place = place
        self._cells = memoryview(self._memory).cast("B").cast("H")

    @classmethod
    def shared(cls, workers: int) -> ConnectionCounts:
        """Return empty counts for so many workers."""
        return cls(get_context("spawn").RawArray("H", workers * _SLOTS))

    def of(self, place: int) -> ConnectionCounts:
        """Return the counts for a new worker at that place, whose own part is empty."""
        made = ConnectionCounts(self._memory, self._salt, place)
        made._cells[place * _SLOTS : (place + 1) * _SLOTS] = memoryview(bytes(2 * _SLOTS)).cast("H")
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return ConnectionCounts, (self._memory, self._salt, self._place)

    def get(self, key: str) -> int:
        """Return the count of a key in all workers."""
        return sum(self._cells[self._slot(key) :: _SLOTS])

    def add(self, key: str, change: int) -> None:
        """Change the count of a key in this worker."""
        self._cells[self._place * _SLOTS + self._slot(key)] += change

    def _slot(self, key: str) -> int:
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=2, key=self._salt).digest()
        return int.from_bytes(digest)


class TooManyConnections(RequestError):
    """An account or address has as many live connections as it may have."""

    def __init__(self, kind: str, most: int) -> None:
        super().__init__(Code.CONNECTIONS, f"This {kind} has as many live connections as this server allows ({most}).")


class Tracked(Protocol):
    """A connection that is looked at now and then."""

    def overdue(self, now: float) -> Reason | None:
        """Return why the connection should be cut at that time; None if it should not."""

    def abort(self) -> None:
        """End the connection at once."""


class Connections:
    """All connections of a process. `most` is the limit for an address, `total` the one for all.

    Connections of `proxies` count only in the total: behind them are many clients. In `held` other processes may
    count, too.
    """

    def __init__(
        self, most: int, total: int = 10_000, proxies: Collection[str] = (), held: ConnectionCounts | None = None
    ) -> None:
        self.total = total
        self.counts: Counter[str] = Counter(dict.fromkeys(get_args(Reason), 0))
        """The numbers of connections that were refused or cut, by reason."""
        self._most = most
        self._proxies = Networks(proxies)
        self._open: dict[Tracked, str] = {}
        self._held = held or ConnectionCounts()
        self._logged: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Tracked, address: str) -> Reason | None:
        """Add a connection, or return why it is refused."""
        key = "" if address in self._proxies else address_key(address)
        reason: Reason | None = None
        if len(self._open) >= self.total:
            reason = "total"
        elif key and self._held.get(f"connections {key}") >= self._most:
            reason = "address"
        if reason is not None:
            self.counts[reason] += 1
            return reason
        self._open[connection] = key
        if key:
            self._held.add(f"connections {key}", 1)
        return None

    def replace(self, old: Tracked, new: Tracked) -> None:
        """Let the connection of an upgraded protocol take the place of the old one."""
        if old in self._open:
            self._open[new] = self._open.pop(old)

    def remove(self, connection: Tracked) -> None:
        """Remove a connection that has ended; do nothing for one that was refused."""
        if key := self._open.pop(connection, ""):
            self._held.add(f"connections {key}", -1)

    def sweep(self, now: float) -> None:
        """Cut all overdue connections, and log how many were refused and cut since the last time."""
        for connection in tuple(self._open):
            reason = connection.overdue(now)
            if reason is not None:
                self.counts[reason] += 1
                connection.abort()
        new = self.counts - self._logged
        self._logged = self.counts.copy()
        if new["address"] or new["total"]:
            log.warning(
                "connections refused: %d beyond the limit of %d for an address, %d beyond the limit of %d in all",
                new["address"], self._most, new["total"], self.total,
            )  # fmt: skip
        if new["idle"] or new["stalled"] or new["invalid"] or new["unpaid"]:
            log.info(
                "connections cut: %d that sent no complete request in %g s, %d that took nothing in %g s, "
                "%d that did not speak HTTP, %d that went on beyond the rate limits",
                new["idle"], REQUEST_TIMEOUT, new["stalled"], STALL_TIMEOUT, new["invalid"], new["unpaid"],
            )  # fmt: skip

    async def watch(self) -> None:
        """Sweep for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(asyncio.get_running_loop().time())


class LiveSlots:
    """The limits of live connections of accounts and addresses, whatever proxies are in between.

    >>> slots = LiveSlots(account=1, address=2)
    >>> with slots.hold(account="ann"), slots.hold(account="bob"), slots.hold(account="ann"):
    ...     pass
    Traceback (most recent call last):
        ...
    boardwright.web.transport.connections.TooManyConnections: This account has as many live connections as ...
    """

    def __init__(self, account: int, address: int, held: ConnectionCounts | None = None) -> None:
        self._most = {"account": account, "address": address}
        self._held = held or ConnectionCounts()

    @contextmanager
    def hold(self, **keys: str | None) -> Iterator[None]:
        """Count a connection of an `account` or `address` for the length of a block; raise TooManyConnections."""
        held = {kind: f"live {kind} {key}" for kind, key in keys.items() if key is not None}
        for kind, key in held.items():
            if self._held.get(key) >= self._most[kind]:
                raise TooManyConnections(kind, self._most[kind])
        for key in held.values():
            self._held.add(key, 1)
        try:
            yield
        finally:
            for key in held.values():
                self._held.add(key, -1)
