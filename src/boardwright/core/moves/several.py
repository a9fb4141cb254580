"""The domain of several values of another domain, picked together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

from boardwright.core.moves.domain import Domain
from boardwright.core.refusal import Refusal


class Several(Domain):
    """So many different values of another domain; their order does not matter.

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
        """Every combination, in the order of the values."""
        return _Combinations(tuple(self.of.all(position)), self.count)

    def now(self, position: Any, seat: int, *before: Any) -> Iterable[tuple[Any, ...]]:
        """The combinations of what is possible now."""
        possible = set(self.of.now(position, seat))
        return combinations([value for value in self.of.all(position) if value in possible], self.count)

    def has(self, value: Any, position: Any) -> bool:
        """Return whether that is so many different values in their order."""
        if not isinstance(value, tuple) or len(value) != self.count:
            return False
        if not all(self.of.has(each, position) for each in value):
            return False
        places = [self.of.all(position).index(each) for each in value]
        return places == sorted(set(places))

    def text(self, value: tuple[Any, ...]) -> str:
        """The values with commas between them."""
        return ",".join(map(self.of.text, value))

    def read(self, text: str, position: Any) -> tuple[Any, ...] | None:
        """The values in their order."""
        values = tuple(self.of.read(part, position) for part in text.split(","))
        if len(values) != self.count or None in values:
            return None
        places = [self.of.all(position).index(value) for value in values]
        return values if places == sorted(set(places)) else None

    def from_names(self, names: Sequence[str], position: Any) -> tuple[Any, ...] | None:
        """Return the values, whose parts come in their order."""
        values = tuple(self.of.from_name(name, position) for name in names)
        return values if self.has(values, position) else None

    def refusal(self, value: tuple[Any, ...], position: Any, seat: int) -> Refusal | None:
        """The first refusal of a value."""
        return next(filter(None, (self.of.refusal(each, position, seat) for each in value)), None)


class _Combinations(Sequence[Any]):
    """All combinations by their number, none of them kept."""

    def __init__(self, values: tuple[Any, ...], count: int) -> None:
        self._values, self._count = values, count

    def __len__(self) -> int:
        return comb(len(self._values), self._count)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        found, start = [], 0
        for left in range(self._count, 0, -1):
            while number >= (ways := comb(len(self._values) - start - 1, left - 1)):
                number -= ways
                start += 1
            found.append(self._values[start])
            start += 1
        return tuple(found)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a combination."""
        number, first = 0, 0
        for left, each in zip(range(self._count, 0, -1), value, strict=True):
            place = self._values.index(each)
            number += sum(comb(len(self._values) - skipped - 1, left - 1) for skipped in range(first, place))
            first = place + 1
        return number
