"""Annotations of a match: lines that were not played, and notes on its positions, as a record file holds them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Annotated, Any

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.match.match import Match
from boardwright.core.refusal import BadRecord, BoardwrightError, Unreadable
from boardwright.core.rules.line import Line, StepText


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that was not played, from where the match stood after an entry; 0 is the start."""

    after: int
    steps: Annotated[tuple[StepText, ...], msgspec.Meta(min_length=1)]

    def line(self, match: Match) -> Line[Any]:
        """Return the line; IllegalMove or Unreadable if the rules do not allow it."""
        return reduce(Line.read, self.steps, Line(match.at(self.after)))


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A comment on a position: after an entry of the match, or after so many steps of a variation.

    `variation` counts from 1; 0 is the match itself. `marks` are parts of the table, such as squares. `facts` is what
    a program knows of the position.
    """

    after: int
    variation: int = 0
    text: str = ""
    marks: tuple[str, ...] = ()
    facts: dict[str, JSON] = {}


class Annotations(msgspec.Struct, frozen=True):
    """The variations and notes of a match.

    >>> match = Match.new("deblockle")
    >>> _ = match.play("c7-b7")
    >>> found = Annotations((Variation(0, (StepText(0, "e7-f7"),)),), (Note(1, 1, "Better.", ("f7",)),))
    >>> found.check(match)
    >>> str(found), [step.text for step in found.variations[0].line(match).steps]
    ('1 variation, 1 note', ['e7-f7'])
    """

    variations: tuple[Variation, ...] = ()
    notes: tuple[Note, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.variations or self.notes)

    def __str__(self) -> str:
        return f"{_counted(len(self.variations), 'variation')}, {_counted(len(self.notes), 'note')}"

    def check_places(self, entries: int) -> None:
        """Raise BadRecord if an annotation is about an entry, a variation or a step that does not exist."""
        lengths = [entries, *(len(each.steps) for each in self.variations)]
        for number, each in enumerate(self.variations, 1):
            if not 0 <= each.after <= entries:
                raise BadRecord(f"Variation {number}: there is no entry {each.after}.")
        for number, note in enumerate(self.notes, 1):
            if not 0 <= note.variation < len(lengths) or not 0 <= note.after <= lengths[note.variation]:
                raise BadRecord(f"Note {number}: there is no such position.")

    def check(self, match: Match) -> None:
        """Raise BadRecord if an annotation is about nothing, or a variation is against the rules."""
        self.check_places(match.number)
        for number, each in enumerate(self.variations, 1):
            try:
                each.line(match)
            except (BoardwrightError, ValueError) as error:
                raise BadRecord(f"Variation {number}: {error}") from error


def variation_of(match: Match, other: Match) -> Variation | None:
    """Return how another match leaves this one, None if it does not; Unreadable if it begins elsewhere.

    >>> one, two = Match.new("deblockle"), Match.new("deblockle")
    >>> _ = one.play("c7-b7"), two.play("e7-f7")
    >>> variation_of(one, two)
    Variation(after=0, steps=(StepText(seat=0, text='e7-f7'),))
    """
    if match.at(0) != other.at(0):
        raise Unreadable("The variations do not begin where the match does; put them into a file of their own.")
    own, steps = match.line(), [step.written for step in other.steps()]
    shared = 0
    while shared < min(len(own), len(steps)) and StepText(own[shared].seat, own[shared].text) == steps[shared]:
        shared += 1
    after = own[shared - 1].number if shared else 0
    return Variation(after, tuple(steps[shared:])) if steps[shared:] else None


def branches(match: Match, variations: Sequence[Variation]) -> list[Match]:
    """Return the variations of a match as matches of their own, without seeds."""
    return [match.branch(each.after, seed=None).follow(each.line(match).steps) for each in variations]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
