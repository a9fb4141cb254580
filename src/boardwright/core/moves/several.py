"""The domain of several values of another domain, picked together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from math import comb
from typing import Any

from boardwright.core.moves.collection import Numbered
from boardwright.core.moves.domain import Domain
from boardwright.core.refusal import Refusal


class Several(Domain):
    """A number of different values of another domain; their order does not matter.

    >>> from boardwright.core.moves.domain import Number
    >>> pair = Several(2, Number(1, 3))
    >>> pair.all(None)[1], pair.text((1, 3)), pair.read("3,1", None), pair.read("3", None)
    ((1, 3), '1,3', None, None)
    """

    def __init__(self, count: int, of: Domain) -> None:
        super().__init__()
        self.count, self.of = count, of
        self.noun, self.is_drawn = f"pick of {count}", of.is_drawn

    def all(self, position: Any, *before: Any) -> Sequence[tuple[Any, ...]]:
        """Return every combination, in the order of the values."""
        return _Combinations(tuple(self.of.all(position)), self.count)

    def now(self, position: Any, seat: int, *before: Any) -> Iterable[tuple[Any, ...]]:
        """Return the combinations of what is possible now."""
        possible = set(self.of.now(position, seat))
        return combinations([value for value in self.of.all(position) if value in possible], self.count)

    def has(self, value: Any, position: Any) -> bool:
        if not isinstance(value, tuple) or len(value) != self.count:
            return False
        if not all(self.of.has(each, position) for each in value):
            return False
        places = [self.of.all(position).index(each) for each in value]
        return places == sorted(set(places))

    def text(self, value: tuple[Any, ...]) -> str:
        return ",".join(map(self.of.text, value))

    def parts(self, value: tuple[Any, ...]) -> tuple[str, ...]:
        return tuple(chain.from_iterable(map(self.of.parts, value)))

    def read(self, text: str, position: Any) -> tuple[Any, ...] | None:
        values = tuple(self.of.read(part, position) for part in text.split(","))
        return values if self.has(values, position) else None

    def from_parts(self, parts: tuple[str, ...], position: Any) -> tuple[Any, ...] | None:
        values = tuple(self.of.from_parts((part,), position) for part in parts)
        return values if self.has(values, position) else None

    def refusal(self, value: tuple[Any, ...], position: Any, seat: int) -> Refusal | None:
        return next(filter(None, (self.of.refusal(each, position, seat) for each in value)), None)


class _Combinations(Numbered):
    """All combinations by their number, none of them kept."""

    def __init__(self, values: tuple[Any, ...], count: int) -> None:
        self._values, self._count = values, count

    def __len__(self) -> int:
        return comb(len(self._values), self._count)

    def at(self, number: int) -> tuple[Any, ...]:
        found, start = [], 0
        for left in range(self._count, 0, -1):
            while number >= (ways := comb(len(self._values) - start - 1, left - 1)):
                number -= ways
                start += 1
            found.append(self._values[start])
            start += 1
        return tuple(found)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        places, last = map(self._values.index, value), len(self._values) - 1
        after = (comb(last - place, left) for left, place in zip(range(self._count, 0, -1), places, strict=True))
        return len(self) - 1 - sum(after)
