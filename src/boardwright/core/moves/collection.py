"""Collections of moves that are not listed before somebody asks: legal ones, and all of a table by their numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardwright.core.refusal import Refusal

if TYPE_CHECKING:
    from boardwright.core.moves.declaration import Declaration

M = TypeVar("M")


class TriedMoves(Collection[M], Generic[M]):
    """The legal moves of a seat: `in` tries one move, and all are tried only when they are listed."""

    def __init__(self, position: Any, seat: int) -> None:
        self._position, self._seat = position, seat

    @cached_property
    def _listed(self) -> tuple[M, ...]:
        found = tuple(self._position.moves.tried(self._position, self._seat))
        del self._position  # which keeps this object: nothing is left to collect
        return found

    def __contains__(self, move: object) -> bool:
        if "_listed" in self.__dict__:
            return move in self._listed
        position = self._position
        return type(move) in position.moves.kinds and not isinstance(position.apply(move, self._seat), Refusal)

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


class Numbered(Sequence[Any]):
    """Values that are made when they are asked for by their numbers, so there may be millions.

    `index` has the number of a value, also without listing any; ValueError if it is not one of these.
    """

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(map(self.at, range(*number.indices(len(self)))))
        return self.at(range(len(self))[number])

    def at(self, number: int) -> Any:
        """Return the value of that number, which is from 0 on."""
        raise NotImplementedError


class DeclaredMoves(Numbered):
    """Every move of one declaration: the product of the domains, the last argument changing fastest."""

    def __init__(self, declaration: Declaration, position: Any) -> None:
        self._declaration, self._position = declaration, position
        self._domains = [domain.all(position) for domain in declaration.domains]
        self._size = prod(map(len, self._domains))

    def __len__(self) -> int:
        return self._size

    def at(self, number: int) -> Any:
        values: list[Any] = []
        for domain in reversed(self._domains):
            number, place = divmod(number, len(domain))
            values.append(domain[place])
        return self._declaration.move(values[::-1])

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        if type(move) is not self._declaration.kind:
            raise ValueError(f"{move!r} is not a move of this table")
        number = 0
        for domain, value in zip(self._domains, self._declaration.values(move), strict=True):
            number = number * len(domain) + domain.index(value)
        return number

    def __contains__(self, move: object) -> bool:
        if type(move) is not self._declaration.kind:
            return False
        values = zip(self._declaration.domains, self._declaration.values(move), strict=True)
        return all(domain.has(value, self._position) for domain, value in values)


class MoveList(Numbered):
    """Every move that can be made at a table: those of several types, one after the other."""

    def __init__(self, parts: Sequence[Sequence[Any]]) -> None:
        self._parts = parts
        self._bounds = list(accumulate(map(len, parts), initial=0))

    def __len__(self) -> int:
        return self._bounds[-1]

    def at(self, number: int) -> Any:
        place = bisect_right(self._bounds, number) - 1
        return self._parts[place][number - self._bounds[place]]

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        for first, part in zip(self._bounds, self._parts, strict=False):
            if move in part:
                return first + part.index(move)
        raise ValueError(f"{move!r} is not a move of this table")

    def __contains__(self, move: object) -> bool:
        return any(move in part for part in self._parts)
