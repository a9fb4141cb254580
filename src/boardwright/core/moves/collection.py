"""Collections of moves that are not listed before somebody asks: legal ones, and all of a table by their numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardwright.core.moves.declaration import Declaration

if TYPE_CHECKING:
    from boardwright.core.position import AnyPosition

M = TypeVar("M")


class TriedMoves(Collection[M], Generic[M]):
    """The legal moves of a seat: `in` tries one move, and all are tried only when they are listed."""

    def __init__(self, position: AnyPosition, seat: int) -> None:
        self._position, self._seat = position, seat

    @cached_property
    def _listed(self) -> tuple[M, ...]:
        found = tuple(self._position.moves.tried(self._position, self._seat))
        del self._position  # which keeps this object: nothing is left to collect
        return found

    def __contains__(self, move: object) -> bool:
        if "_listed" in self.__dict__:
            return move in self._listed
        return self._position.moves.accepts(move, self._position, self._seat)

    def __iter__(self) -> Iterator[M]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def __bool__(self) -> bool:
        if "_listed" in self.__dict__:
            return bool(self._listed)
        return any(True for _ in self._position.moves.tried(self._position, self._seat))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collection) and self._listed == tuple(other)

    __hash__ = None  # type: ignore[assignment]


class DeclaredMoves(Sequence[Any]):
    """Every move of one declaration; each is made when it is asked for, so there may be millions.

    They are the product of the domains, the last argument changing fastest.
    """

    def __init__(self, declaration: Declaration, position: Any) -> None:
        self._declaration, self._position = declaration, position
        if declaration.depends:
            self._listed = [declaration.move(values) for values in declaration.all_ways(position)]
            self._numbers = {move: number for number, move in enumerate(self._listed)}
        else:
            self._domains = [domain.all(position) for domain in declaration.domains]
            self._size = prod(map(len, self._domains))

    def __len__(self) -> int:
        return len(self._listed) if self._declaration.depends else self._size

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        number = range(len(self))[number]
        if self._declaration.depends:
            return self._listed[number]
        values: list[Any] = []
        for domain in reversed(self._domains):
            number, place = divmod(number, len(domain))
            values.append(domain[place])
        return self._declaration.move(values[::-1])

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a move; ValueError if it is not one of these."""
        if type(move) is not self._declaration.kind:
            raise ValueError(f"{move!r} is not a move of this table")
        if self._declaration.depends:
            if move not in self._numbers:
                raise ValueError(f"{move!r} is not a move of this table")
            return self._numbers[move]
        number = 0
        for domain, value in zip(self._domains, self._declaration.values(move), strict=True):
            number = number * len(domain) + domain.index(value)
        return number

    def __contains__(self, move: object) -> bool:
        if type(move) is not self._declaration.kind:
            return False
        if self._declaration.depends:
            return move in self._numbers
        values = zip(self._declaration.domains, self._declaration.values(move), strict=True)
        return all(domain.has(value, self._position) for domain, value in values)


class MoveList(Sequence[Any]):
    """Every move that can be made at a table: those of several types, one after the other."""

    def __init__(self, parts: Sequence[Sequence[Any]]) -> None:
        self._parts = parts
        self._bounds = list(accumulate(map(len, parts)))

    def __len__(self) -> int:
        return self._bounds[-1] if self._bounds else 0

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        number = range(len(self))[number]
        place = bisect_right(self._bounds, number)
        return self._parts[place][number - (self._bounds[place - 1] if place else 0)]

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a move; ValueError if it is not one of these."""
        for place, part in enumerate(self._parts):
            if move in part:
                return part.index(move) + (self._bounds[place - 1] if place else 0)
        raise ValueError(f"{move!r} is not a move of this table")

    def __contains__(self, move: object) -> bool:
        return any(move in part for part in self._parts)
