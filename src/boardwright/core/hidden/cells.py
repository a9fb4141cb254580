"""What stands on the places of a board, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Self, TypeVar

import msgspec

T = TypeVar("T")


class Cells(msgspec.Struct, Generic[T], frozen=True):
    """A value for some places of a board; the others are free.

    >>> stones = Cells().put("c5", 0).put("a1", 1)
    >>> stones["c5"], "b2" in stones, len(stones), stones == Cells().put("a1", 1).put("c5", 0)
    (0, False, 2, True)
    >>> stones.without("c5").moved("a1", "b1")
    Cells(at={'b1': 1})
    """

    at: dict[str, T] = {}

    def __hash__(self) -> int:
        return hash(frozenset(self.at.items()))

    def __getitem__(self, place: str) -> T:
        return self.at[place]

    def __contains__(self, place: object) -> bool:
        return place in self.at

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.at))

    def __len__(self) -> int:
        return len(self.at)

    def get(self, place: str) -> T | None:
        """The value there; None if the place is free."""
        return self.at.get(place)

    def put(self, place: str, value: T) -> Self:
        """With that value there."""
        return type(self)({**self.at, place: value})

    def without(self, place: str) -> Self:
        """With that place free."""
        return type(self)({each: value for each, value in self.at.items() if each != place})

    def moved(self, start: str, end: str) -> Self:
        """With what stands at one place moved to another."""
        return self.without(start).put(end, self.at[start])

    def of(self, value: T) -> list[str]:
        """The places with that value, sorted."""
        return sorted(place for place, each in self.at.items() if each == value)
