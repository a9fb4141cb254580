"""Deletion of what nobody needs any more: expired tokens, guests who have gone, unstarted matches, old analyses."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable

import msgspec

from boardwright.store.port import Store
from boardwright.table.background import Background

log = logging.getLogger("boardwright.table")

PAUSE = 60.0
"""Seconds between two batches."""
DAY = 24 * 3600 * 1000
MOST_ANALYSES = 20_000
"""The number of analyses that are kept; one is about 50 kB."""


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """The days for which sessions last, and things are kept that nobody uses."""

    sessions: int = 90
    """Sessions, from signing in on."""
    guests: int = 30
    """Guests who have not been seen; their matches stay."""
    unstarted: int = 14
    """Matches that wait for players, or were closed before they started."""
    requests: int = 7
    """Request ids of matches in which nothing happens; afterwards a repeated request is executed again."""
    analyses: int = 90
    """Analyses of matches; they can be computed again."""

    def unstarted_before(self, now: int) -> int:
        """Return the time before which a match that has not started may be deleted."""
        return now - self.unstarted * DAY


async def clean(store: Store, now: int, retention: Retention, background: Background) -> dict[str, int]:
    """Delete one batch of each kind and return how many rows; an error in one kind stops no other."""
    kinds: dict[str, Callable[[], Awaitable[int]]] = {
        "tokens": lambda: store.drop_expired(now),
        "guests": lambda: store.drop_guests(now - retention.guests * DAY),
        "unstarted": lambda: store.drop_unstarted(retention.unstarted_before(now)),
        "requests": lambda: store.drop_requests(now - retention.requests * DAY),
        "analyses": lambda: store.drop_analyses(now - retention.analyses * DAY, MOST_ANALYSES),
    }
    deleted = {}
    for kind, delete in kinds.items():
        try:
            deleted[kind] = await delete()
        except Exception as error:
            background.failed("cleaning", error, f"cannot delete old {kind}; trying again in {PAUSE:g} s")
    if any(deleted.values()):
        log.info("cleaned: %s", ", ".join(f"{count} {kind}" for kind, count in deleted.items() if count))
    return deleted


def milliseconds() -> int:
    """Return the system time as logs store it: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class SteadyClock:
    """The system time when it was made, carried on by monotonic time.

    >>> clock = SteadyClock(wall=lambda: 5000, monotonic=iter((100_000_000, 350_000_000)).__next__)
    >>> clock()
    5250
    """

    def __init__(
        self, wall: Callable[[], int] = milliseconds, monotonic: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._nanoseconds = monotonic
        self._offset = wall() * 1_000_000 - monotonic()

    def __call__(self) -> int:
        return (self._nanoseconds() + self._offset) // 1_000_000
