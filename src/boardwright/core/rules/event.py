"""Events of a step: a contest, points, a die, a scored cube."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON


class Event(msgspec.Struct, frozen=True):
    """One thing that happened in a step.

    `seats` are the seats that may know of it; None means everybody, spectators too.

    >>> Event("cube_scored", "Player 1 scores!", {"seat": 0}).is_visible(None)
    True
    """

    name: str
    text: str
    facts: dict[str, JSON] = {}
    seats: tuple[int, ...] | None = None

    def is_visible(self, seat: int | None) -> bool:
        """Return whether that seat (None: a spectator) may know of the event."""
        return self.seats is None or seat in self.seats
