"""What a window is worth: patterns, objectives, penalties, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.outcome import Outcome
from boardwright.games.sagrada.facts import (
    COLOR_OF,
    COLORS,
    DIAGONAL,
    FIRST_PRIVATE,
    LINES_ACROSS,
    LINES_DOWN,
    SHADES,
    Frame,
    shade_of,
)
from boardwright.games.sagrada.schema import BadCards, Option, one_of, read_list, read_object, read_options
from boardwright.games.sagrada.state import Draft

OBJECT = one_of("color", "shade")


def _feature(name: str) -> Callable[[int], int]:
    return COLOR_OF.__getitem__ if name == "color" else shade_of


class FramePattern(Protocol):
    """Something that can be found in a frame a number of times."""

    def num_of_patterns(self, frame: Frame) -> int:
        """How often it is found."""
        ...


class DiagonalsPattern:
    """Dice that have a die of the same color or shade at one of their corners."""

    def __init__(self, object: str) -> None:
        self.feature = _feature(object)

    def num_of_patterns(self, frame: Frame) -> int:
        """Every such die counts once, also in a chain."""
        feature = self.feature
        return sum(
            any(frame[other] and feature(frame[other]) == feature(die) for other in DIAGONAL[cell])
            for cell, die in enumerate(frame)
            if die
        )


class DifferencePattern:
    """Full rows or columns in which no color or shade repeats."""

    def __init__(self, place: str, object: str) -> None:
        self.lines = LINES_ACROSS if place == "rows" else LINES_DOWN
        self.feature = _feature(object)

    def num_of_patterns(self, frame: Frame) -> int:
        """A line with a hole never counts."""
        found = 0
        for line in self.lines:
            dice = [frame[cell] for cell in line]
            if all(dice) and len(set(map(self.feature, dice))) == len(dice):
                found += 1
        return found


class SetPattern:
    """Sets of dice that show all of the given colors or shades."""

    def __init__(self, object: str, values: tuple[Any, ...]) -> None:
        self.feature = _feature(object)
        self.values = tuple(COLORS.index(value) if object == "color" else value for value in values)

    def num_of_patterns(self, frame: Frame) -> int:
        """As many as the rarest value allows."""
        shown = [self.feature(die) for die in frame if die]
        return min(shown.count(value) for value in self.values)


def read_pattern(data: object, where: str) -> FramePattern:
    """A pattern from its JSON.

    >>> pattern = read_pattern({"type": "set", "object": "shade", "values": [5, 6]}, "objectives.json: card 17")
    >>> pattern.num_of_patterns((5, 6, 6) + (0,) * 17)
    1
    """
    given = dict(read_object(data, where))
    kind = given.pop("type", None)
    if kind == "diagonals":
        return DiagonalsPattern(**read_options(given, {"object": OBJECT}, where))
    if kind == "difference":
        options = {"place": one_of("rows", "columns"), "object": OBJECT}
        return DifferencePattern(**read_options(given, options, where))
    if kind == "set":
        read = read_options(given, {"object": OBJECT, "values": Option(list, "a list")}, where)
        possible: tuple[Any, ...] = COLORS if read["object"] == "color" else tuple(SHADES)
        values = tuple(read_list(read["values"], where))
        if not values or any(not one_of(*possible).accepts(value) for value in values):
            raise BadCards(f"{where}: key 'values' must list some of {', '.join(map(str, possible))}.")
        return SetPattern(read["object"], values)
    raise BadCards(f"{where}: key 'type' must be diagonals, difference or set, not {kind!r}.")


class Objective(msgspec.Struct, frozen=True):
    """A public objective: a pattern and what each one found is worth."""

    id: int
    name: str
    description: str
    pattern: FramePattern
    points_per_pattern: int

    def points(self, frame: Frame) -> int:
        """What a frame earns with it."""
        return self.pattern.num_of_patterns(frame) * self.points_per_pattern


def private_points(card: int, frame: Frame) -> int:
    """The sum of the shades of all dice in the private objective's color.

    >>> private_points(23, (5, 8 + 6) + (0,) * 18)
    5
    """
    color = card - FIRST_PRIVATE
    return sum(die & 7 for die in frame if die and COLOR_OF[die] == color)


class Breakdown(msgspec.Struct, frozen=True):
    """Where one seat's score comes from; `private` is None where it is not for the reader."""

    private: int | None
    public: tuple[int, ...]
    favor: int
    empty: int
    penalty: int = 1

    @property
    def score(self) -> int:
        """Never below 0."""
        return max(0, (self.private or 0) + sum(self.public) + self.favor - self.empty * self.penalty)


def breakdown(state: Draft, objectives: Mapping[int, Objective], seat: int, *, is_open: bool = True) -> Breakdown:
    """Return where the score of a seat comes from now, without its private objective unless it is open.

    Alone, the better one of the two private objectives counts.
    """
    frame, privates = state.frames[seat], state.privates[seat] if is_open else ()
    return Breakdown(
        private=max((private_points(card, frame) for card in privates), default=None),
        public=tuple(objectives[card].points(frame) for card in state.public),
        favor=state.favor[seat],
        empty=frame.count(0),
        penalty=state.penalty,
    )


def ranking(parts: list[Breakdown], first: int) -> tuple[list[int], str]:
    """All seats, best first, and what decided between the first two.

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
    reasons = ("score", "private", "favor", "order")
    reason = next(word for word, mine, theirs in zip(reasons, best, second, strict=True) if mine != theirs)
    return ranked, reason


def table_outcome(parts: list[Breakdown], first: int) -> Outcome:
    """How a game of two to four players ended; `first` is the first player of the last round."""
    ranked, reason = ranking(parts, first)
    detail: dict[str, JSON] = {"ranking": ranked, "breakdown": [_detail(part) for part in parts]}
    return Outcome(tuple(part.score for part in parts), (ranked[0],), reason, detail)


def solo_outcome(part: Breakdown, target: int) -> Outcome:
    """How a game alone ended: won by more than the target."""
    winners = (0,) if part.score > target else ()
    return Outcome((part.score,), winners, "target", {"target": target, "breakdown": [_detail(part)]})


def _detail(part: Breakdown) -> JSON:
    return {"private": part.private, "public": list(part.public), "favor": part.favor, "empty": part.empty}
