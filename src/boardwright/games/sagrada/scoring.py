"""The worth of a window: patterns, objectives, penalties, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.hidden import Hand
from boardwright.core.rules.outcome import Outcome
from boardwright.games.sagrada.facts import COLOR_OF, DIAGONAL, FEATURES, FIRST_PRIVATE, LINES, SHADE_OF, VALUES, Frame
from boardwright.games.sagrada.state import CardId, CardName, Description, Draft

Feature: TypeAlias = Literal["color", "shade"]
_DECIDED = {
    "score": "Most points decided.",
    "private": "The points are equal; the private objective decided.",
    "favor": "The points are equal; the favor left decided.",
    "order": "All is equal; the later place in the order decided.",
}


class DiagonalsPattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="diagonals"):
    """Dice that have a die of the same color or shade at one of their corners."""

    object: Feature

    def num_of_patterns(self, frame: Frame) -> int:
        """Count every such die once, also in a chain."""
        feature = FEATURES[self.object]
        return sum(
            any(frame[other] and feature(frame[other]) == feature(die) for other in DIAGONAL[cell])
            for cell, die in enumerate(frame)
            if die
        )


class DifferencePattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="difference"):
    """Full rows or columns in which no color or shade repeats."""

    place: Literal["rows", "columns"]
    object: Feature

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row or column."""
        return LINES[self.place]

    def num_of_patterns(self, frame: Frame) -> int:
        """Count the lines; a line with a hole never counts."""
        feature = FEATURES[self.object]
        lines = [[frame[cell] for cell in line] for line in self.lines]
        return sum([all(dice) and len(set(map(feature, dice))) == len(dice) for dice in lines])


class SetPattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="set"):
    """Sets of dice that show all of the given colors (by name) or shades."""

    object: Feature
    values: Annotated[tuple[str | int, ...], Meta(min_length=1, max_length=6)]

    def __post_init__(self) -> None:
        possible = VALUES[self.object]
        if not set(self.values) <= set(possible):
            raise ValueError(f"values must be some of {', '.join(map(str, possible))}")

    def num_of_patterns(self, frame: Frame) -> int:
        """Count as many as the rarest value allows."""
        shown = [*map(FEATURES[self.object], filter(None, frame))]
        return min(shown.count(value) for value in self.values)


FramePattern: TypeAlias = DiagonalsPattern | DifferencePattern | SetPattern
"""Something that can be found in a frame a number of times."""


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A public objective: a pattern and what each one found is worth."""

    id: CardId
    name: CardName
    description: Description
    pattern: FramePattern
    points_per_pattern: Annotated[int, Meta(ge=0, le=100)]

    def points(self, frame: Frame) -> int:
        """Return what a frame earns with it."""
        return self.pattern.num_of_patterns(frame) * self.points_per_pattern


def private_points(card: int, frame: Frame) -> int:
    """Return the sum of the shades of all dice in the private objective's color.

    >>> private_points(23, (5, 8 + 6) + (0,) * 18)
    5
    """
    color = card - FIRST_PRIVATE
    return sum(SHADE_OF[die] for die in frame if die and COLOR_OF[die] == color)


class Breakdown(msgspec.Struct, frozen=True):
    """The sources of one seat's score; `private` is None where it is not for the reader."""

    private: int | None
    public: tuple[int, ...]
    favor: int
    empty: int
    penalty: int = 1

    @property
    def total(self) -> int:
        """The sum of all points."""
        return (self.private or 0) + sum(self.public) + self.favor - self.empty * self.penalty

    @property
    def score(self) -> int:
        """The sum, never below 0."""
        return max(0, self.total)


def breakdowns(state: Draft, privates: Iterable[Hand[int]], objectives: Mapping[int, Objective]) -> list[Breakdown]:
    """Return where the score of each seat comes from now."""
    return [
        breakdown(objectives, frame, hand.cards, state.public, favor, state.penalty)
        for frame, hand, favor in zip(state.frames, privates, state.favor, strict=True)
    ]


def breakdown(
    objectives: Mapping[int, Objective],
    frame: Frame,
    privates: tuple[int, ...],
    public: tuple[int, ...],
    favor: int,
    penalty: int,
) -> Breakdown:
    """Return where a score comes from, given the dice of a window and the cards that count.

    Alone, the better one of the two private objectives counts.
    """
    return Breakdown(
        private=max((private_points(card, frame) for card in privates), default=None),
        public=tuple(objectives[card].points(frame) for card in public),
        favor=favor,
        empty=frame.count(0),
        penalty=penalty,
    )


def ranking(parts: list[Breakdown], first: int) -> tuple[list[int], str]:
    """Return all seats, best first, and what decided between the first two.

    Ties go to more private points, then to more favor points, then to the one who comes latest clockwise
    from the first player of the last round.

    >>> level = Breakdown(3, (2,), 0, 0)
    >>> ranking([level, level], first=1)
    ([0, 1], 'order')
    """
    seats = len(parts)

    def keys(seat: int) -> tuple[int, int, int, int]:
        part = parts[seat]
        return part.score, part.private or 0, part.favor, (seat - first) % seats

    ranked = sorted(range(seats), key=keys, reverse=True)
    best, second = keys(ranked[0]), keys(ranked[1])
    return ranked, next(word for word, mine, theirs in zip(_DECIDED, best, second, strict=True) if mine != theirs)


def table_outcome(parts: list[Breakdown], first: int) -> Outcome:
    """Return how a game of two to four players ended; `first` is the first player of the last round."""
    ranked, reason = ranking(parts, first)
    detail: dict[str, JSON] = {"ranking": ranked, "breakdown": [_detail(part) for part in parts]}
    return Outcome(tuple(part.score for part in parts), (ranked[0],), reason, detail, text=_DECIDED[reason])


def solo_outcome(part: Breakdown, target: int) -> Outcome:
    """Return how a game alone ended: won by more than the target."""
    winners = (0,) if part.score > target else ()
    text = f"The target was more than {target} points."
    return Outcome((part.score,), winners, "target", {"target": target, "breakdown": [_detail(part)]}, text=text)


def _detail(part: Breakdown) -> JSON:
    return {"private": part.private, "public": list(part.public), "favor": part.favor, "empty": part.empty}
