"""The events of each step of a match, computed once and cached."""

from __future__ import annotations

from boardwright.core.event import Event
from boardwright.core.match import Match


class StepEvents:
    """Events by entry number. They are computed on demand, so an idle match costs nothing."""

    __slots__ = ("_events", "_match")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: list[tuple[Event, ...]] = [()]

    def events(self, number: int) -> tuple[Event, ...]:
        """Returns the events of entry `number`; empty for an entry that is not a step."""
        while len(self._events) <= number:
            self._events.append(self._match.events(len(self._events)))
        return self._events[number]
