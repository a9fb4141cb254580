"""Connections of clients: how many there may be, and which are cut because they only cost memory and descriptors."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal, Protocol, get_args

from boardwright.table.codes import Code
from boardwright.table.errors import RequestError
from boardwright.table.limits.limits import address_key
from boardwright.web.transport.connection_counts import Counts, OwnCounts
from boardwright.web.transport.networks import Networks

ENOUGH = 4096
"""File descriptors below which a warning is logged."""


def raise_file_limit(most: int = 1 << 16) -> int:
    """Raises the limit as far as the system allows, up to `most`, and returns it."""
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


log = logging.getLogger("boardwright.web")

REQUEST_TIMEOUT = 30.0
"""Seconds in which a connection has to send a complete request, counted from its start or its last response."""
STALL_TIMEOUT = 30.0
"""Seconds in which a client has to take a part of what it was sent."""
SWEEP = 5.0
"""Seconds between two looks for overdue connections, and between two log lines about them."""
RESERVE = 64
"""File descriptors that are kept for files, the database and bot workers."""

Reason = Literal["address", "total", "idle", "stalled", "invalid", "unpaid"]


class TooManyConnections(RequestError):
    """An account or address has as many live connections as it may have."""

    def __init__(self, kind: str, most: int) -> None:
        super().__init__(Code.CONNECTIONS, f"This {kind} has as many live connections as this server allows ({most}).")


class Tracked(Protocol):
    """A connection that is looked at now and then."""

    def overdue(self, now: float) -> Reason | None:
        """Returns why the connection should be cut at that time; None if it should not."""

    def abort(self) -> None:
        """Ends the connection at once."""


class Connections:
    """All connections of a process. `most` is the limit for an address, `total` the one for all.

    Connections of `proxies` count only in the total: behind them are many clients. In `held` other processes may
    count, too.
    """

    def __init__(
        self, most: int, total: int = 10_000, proxies: Collection[str] = (), held: Counts | None = None
    ) -> None:
        self.total = total
        self.counts: Counter[str] = Counter(dict.fromkeys(get_args(Reason), 0))
        """How many connections were refused or cut, by reason."""
        self._most = most
        self._proxies = Networks(proxies)
        self._open: dict[Tracked, str] = {}
        self._held = held or OwnCounts()
        self._logged: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Tracked, address: str) -> Reason | None:
        """Adds a connection, or returns why it is refused."""
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
        self._held.add(f"connections {key}", 1)
        return None

    def replace(self, old: Tracked, new: Tracked) -> None:
        """Lets the connection of an upgraded protocol take the place of the old one."""
        if old in self._open:
            self._open[new] = self._open.pop(old)

    def remove(self, connection: Tracked) -> None:
        """Removes a connection that has ended; does nothing for one that was refused."""
        key = self._open.pop(connection, None)
        if key is not None:
            self._held.add(f"connections {key}", -1)

    def sweep(self, now: float) -> None:
        """Cuts all overdue connections, and logs how many were refused and cut since the last time."""
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
        """Sweeps for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(asyncio.get_running_loop().time())


class LiveSlots:
    """Limits the live connections of accounts and addresses, whatever proxies are in between.

    >>> slots = LiveSlots(account=1, address=2)
    >>> with slots.hold(account="ann"), slots.hold(account="bob"), slots.hold(account="ann"):
    ...     pass
    Traceback (most recent call last):
        ...
    boardwright.web.transport.connections.TooManyConnections: This account has as many live connections as ...
    """

    def __init__(self, account: int, address: int, held: Counts | None = None) -> None:
        self._most = {"account": account, "address": address}
        self._held = held or OwnCounts()

    @contextmanager
    def hold(self, **keys: str | None) -> Iterator[None]:
        """Counts a connection of an `account` or `address` for the length of a block; raises TooManyConnections."""
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
