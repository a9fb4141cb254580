"""A fixed numbering of all moves and an array form of positions, for learning programs."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Generic, NamedTuple, TypeVar, cast

from boardwright.core.rules.hooks import answer
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition

M = TypeVar("M", bound=Hashable)
P = TypeVar("P", bound=AnyPosition)


LISTED = 1 << 16
"""Up to so many moves are listed; more are numbered one by one when they are asked for."""


class Plane(NamedTuple):
    """One or more consecutive planes of an observation under a name; a plane has a number for every cell.

    >>> Plane("stones", "the stones of each seat", 2).size
    2
    """

    name: str
    meaning: str
    size: int = 1


@lru_cache(maxsize=4096)
def even_plane(value: float, cells: int) -> bytes:
    """Return a plane with the same number for every cell, as the bytes of an array."""
    return (array("f", [value]) * cells).tobytes()


class Limits(NamedTuple):
    """The most moves that a game can have, and the most outcomes of one chance node; None where unknown."""

    moves: int | None = None
    outcomes: int | None = None


def limits(game: object, seats: int, options: Options) -> Limits:
    """Return how long games can get and how many outcomes a chance node has: `limits` of the game's `actions.py`."""
    return answer(game, "actions", "limits", Limits(), seats, options)


class Actions(Generic[M, P]):
    """Every move a game can ever have, numbered from 0, and how a position becomes numbers.

    `encode(position, seat)` is what that seat sees, None a spectator: flat, in row-major order of `shape`, every number
    between -1 and 1. It contains all that the seat's legal moves depend on. `shape` is the number of planes and then
    `cells`, the shape of one plane. `find` returns the numbers of an actor's legal moves where that is faster than one
    by one, and `mask` one byte for each move, 1 where it is legal.

    >>> wind = Plane("wind", "1 if it blows")
    >>> actions = Actions(["left", "right"], planes=[wind], encode=lambda position, seat: array("f", [0.0]))
    >>> actions.size, actions.number("right"), actions.move(0), actions.shape
    (2, 1, 'left', (1,))
    """

    def __init__(
        self,
        moves: Iterable[M],
        *,
        planes: Sequence[Plane],
        cells: tuple[int, ...] = (),
        encode: Callable[[P, int | None], array[float]],
        find: Callable[[P, int], Iterable[int]] | None = None,
        mask: Callable[[P, int], bytearray] | None = None,
    ) -> None:
        is_large = isinstance(moves, Sequence) and len(moves) > LISTED
        self.moves: Sequence[M] = moves if is_large and isinstance(moves, Sequence) else tuple(moves)
        self.planes = tuple(planes)
        self.shape = (sum(plane.size for plane in planes), *cells)
        self.length = prod(self.shape)
        self.encode = encode
        self._find = find
        self._mask = mask
        self._numbers = {} if is_large else {move: number for number, move in enumerate(self.moves)}

    @property
    def size(self) -> int:
        """Number of all moves."""
        return len(self.moves)

    def number(self, move: M) -> int:
        """Return the move's number; KeyError if the move is not one of this game's."""
        if self._numbers:
            return self._numbers[move]
        try:
            return self.moves.index(move)
        except ValueError:
            raise KeyError(move) from None

    def move(self, number: int) -> M:
        """Return the move with that number."""
        return self.moves[number]

    @property
    def has_shortcuts(self) -> bool:
        """Whether the game itself finds the numbers or the mask of legal moves."""
        return self._find is not None or self._mask is not None

    def legal(self, position: P, seat: int) -> list[int]:
        """Return the numbers of the seat's legal moves, ascending."""
        return sorted(self._legal(position, seat))

    def mask(self, position: P, seat: int) -> bytearray:
        """Return one byte a move: 1 where it is legal."""
        if self._mask is not None and seat in position.actors:
            return self._mask(position, seat)
        mask = bytearray(len(self.moves))
        for number in self._legal(position, seat):
            mask[number] = 1
        return mask

    def _legal(self, position: P, seat: int) -> Iterable[int]:
        if self._find is not None and seat in position.actors:
            return self._find(position, seat)
        numbers, legal = self._numbers, cast("Iterable[M]", position.legal_moves(seat))
        if not numbers:
            return map(self.number, legal)
        return [numbers[move] for move in legal]

    def __deepcopy__(self, memo: dict[int, Any]) -> Actions[M, P]:
        """Return itself, for it never changes."""
        return self


AnyActions = Actions[Any, Any]
