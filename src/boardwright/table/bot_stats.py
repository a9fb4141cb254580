"""Statistics of the bot workers of one server process."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

FAILING = 4
"""Questions in a row that a worker died of or met an error with, from which on bots are held to fail."""
FAILING_FOR = 300.0
"""Seconds for which bots are held to fail after the last of them, if nobody asks again."""

Result: TypeAlias = Literal["chosen", "cut", "late", "slow", "died", "failed", "illegal"]
"""How a bot came to its move: its own choice; the best so far at its time limit; or the fallback move, because it
waited too long for a worker, did not stop at its time limit, lost its worker twice, raised an error, or chose an
illegal move."""


@dataclass
class Span:
    """A number of spans of time and their sum in seconds."""

    count: int = 0
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Adds one span."""
        self.count += 1
        self.seconds += seconds


@dataclass
class BotStats:
    """Counts since the start of the process."""

    moves: Counter[Result] = field(default_factory=Counter)
    canceled: int = 0
    """Requests that nobody needed any more."""
    deaths: int = 0
    """Worker processes that ended by themselves; those that are stopped on purpose do not count."""
    in_a_row: int = 0
    """Questions since the last answer."""
    last_failure: float = 0.0
    """When a question had no answer last."""
    waited: Span = field(default_factory=Span)
    """Time in the queue."""
    thought: Span = field(default_factory=Span)
    """Time in a worker."""

    def answered(self) -> None:
        """Note that a bot has answered."""
        self.in_a_row = 0

    def failed(self, now: float) -> None:
        """Note that a worker has died, or a bot has met an error, instead of answering."""
        self.in_a_row += 1
        self.last_failure = now

    def is_failing(self, now: float) -> bool:
        """Return whether bots answer nothing: their moves are fallback moves, and the host has to act.

        >>> stats = BotStats()
        >>> for second in range(4):
        ...     stats.failed(second)
        >>> stats.is_failing(5), stats.is_failing(1000)
        (True, False)
        >>> stats.answered()
        >>> stats.is_failing(5)
        False
        """
        return self.in_a_row >= FAILING and now - self.last_failure < FAILING_FOR
