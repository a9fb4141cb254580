"""The events of each step of a match, computed once and cached."""

from __future__ import annotations

from boardwright.core.event import Event
from boardwright.core.match import Match
from boardwright.core.step_tree import step


class StepEvents:
    """Events by entry number. They are computed on demand, so an idle match costs nothing."""

    __slots__ = ("_events", "_match", "_position")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: list[tuple[Event, ...]] = [()]
        self._position = match.at(0)

    def events(self, number: int) -> tuple[Event, ...]:
        """Returns the events of entry `number`; empty for an entry that is not a step."""
        while len(self._events) <= number:
            self._read_next()
        return self._events[number]

    def _read_next(self) -> None:
        match, number = self._match, len(self._events)
        entry = match.entries[number - 1]
        if entry.is_step and number < match.number:
            self._position = step(self._position, entry)
        else:
            self._position = match.at(number)
        self._events.append(self._position.events if entry.is_step else ())
