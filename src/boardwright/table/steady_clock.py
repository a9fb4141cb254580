"""A clock that never jumps, so that a correction of the system time gives or takes nobody's time."""

from __future__ import annotations

import time
from collections.abc import Callable


def milliseconds() -> int:
    """Returns the system time as logs store it: milliseconds since 1970."""
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
