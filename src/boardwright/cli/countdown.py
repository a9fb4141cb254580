"""A countdown while a terminal waits for a line, which ends the wait when the time has come."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_INTERVAL = 0.2
"""Seconds between two looks at the time."""


class TimeHasCome(Exception):
    """Raised in the wait for a line when no time is left."""


def seconds(milliseconds: int) -> int:
    """Whole seconds, rounded up.

    >>> seconds(1001), seconds(1000)
    (2, 1)
    """
    return -(-milliseconds // 1000)


@contextmanager
def countdown(left: Callable[[], int], show: Callable[[int], None]) -> Iterator[None]:
    """Shows every second that begins, and raises TimeHasCome once `left` returns no milliseconds any more."""
    shown = seconds(left())

    def tick(*_: object) -> None:
        nonlocal shown
        now = left()
        if now <= 0:
            raise TimeHasCome
        if seconds(now) != shown:
            shown = seconds(now)
            show(shown)

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, _INTERVAL, _INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
