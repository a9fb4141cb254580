"""Statistics of the bot workers of one server process."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

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
    waited: Span = field(default_factory=Span)
    """Time in the queue."""
    thought: Span = field(default_factory=Span)
    """Time in a worker."""
