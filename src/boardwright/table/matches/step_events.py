"""The events of each step of a match, computed once and cached."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.match.match import Match
from boardwright.core.rules.event import Event


class EventView(msgspec.Struct, frozen=True):
    """An event of the game as the log shows it."""

    name: str
    text: str
    facts: dict[str, JSON]


class StepEvents:
    """Events by entry number. They are computed on demand, so an idle match costs nothing."""

    __slots__ = ("_events", "_match")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: dict[int, tuple[tuple[Event, EventView], ...]] = {}

    def visible(self, number: int, seat: int | None) -> tuple[EventView, ...]:
        """Return the events of entry `number` that the seat may know of; empty for an entry that is not a step."""
        found = self._events.get(number)
        if found is None:
            events = self._match.events(number)
            found = tuple([(event, EventView(event.name, event.text, event.facts)) for event in events])
            self._events[number] = found
        return tuple([view for event, view in found if event.is_visible(seat)])

    def words(self, number: int) -> str:
        """Return the move of entry `number` in words."""
        words: str = self._match.tree.step(number).move.words(self._match.before(number))
        return words
