"""What each entry of a match brought about, read along the log once and remembered."""

from __future__ import annotations

from boardwright.core.event import Event
from boardwright.core.match import Match
from boardwright.core.step_tree import step


class StepEvents:
    """The events of a match by entry; read when asked for, so that an idle match costs nothing."""

    __slots__ = ("_events", "_match", "_position")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: list[tuple[Event, ...]] = [()]
        self._position = match.at(0)

    def events(self, number: int) -> tuple[Event, ...]:
        """What entry `number` brought about; nothing for one that is no step."""
        while len(self._events) <= number:
            self._read()
        return self._events[number]

    def _read(self) -> None:
        match, number = self._match, len(self._events)
        entry = match.entries[number - 1]
        if entry.is_step and number < match.number:
            self._position = step(self._position, entry)
        else:
            self._position = match.at(number)
        self._events.append(self._position.events if entry.is_step else ())
