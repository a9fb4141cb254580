"""Tables for an optional compiled kernel: made from a game's Python rules, which stay the authority."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from boardwright.core.chance.distribution import Rng
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import Actions

P = TypeVar("P", bound=AnyPosition)
O = TypeVar("O", bound=Options)


class PlayoutTables(ABC, Generic[P]):
    """The tables of compiled play-outs, for a game whose other rules stay in Python."""

    engine: ClassVar[str]
    """The play-outs of the compiled package that read these tables."""
    count: ClassVar[int]
    """Number of play-outs that together judge a position."""

    @abstractmethod
    def tables(self) -> dict[str, array[Any]]:
        """Return named arrays of 64-bit integers (`q`) or doubles (`d`)."""

    @abstractmethod
    def pack(self, position: P, rng: Rng) -> bytes | None:
        """Return a state to play on from, as 32-bit words; None where `Heuristics.playout` has to do."""


class KernelTables(ABC, Generic[P, O]):
    """The tables of one variant, and how its positions become the flat states of a kernel and back.

    A kernel plays by numbers of moves, those of `Game.actions`, and observes as its `encode` does.

    >>> from boardwright.core.game.registry import game
    >>> start = game("deblockle").begin()
    >>> tables = game("deblockle").kernel(start)
    >>> tables.unpack(tables.pack(start)) == start
    True
    """

    engine: ClassVar[str]
    """The engine of the compiled package that reads these tables."""
    evaluates: ClassVar[bool] = True
    """Whether it also judges positions and moves, as search and shaped rewards need it."""
    outcomes: Sequence[str] = ()
    """All chance outcomes after the first move by their numbers."""

    def __init__(self, seats: int, options: O, actions: Actions[Any, Any]) -> None:
        self.seats = seats
        self.options = options
        self.actions = actions
        self.moves = tuple(actions.moves)
        """All moves by their numbers."""

    @classmethod
    def of(cls, position: P) -> Self:
        """Return the tables of the position's variant; equal variants have the same object."""
        at: Any = position
        return cast(Self, _tables(cls, at._game, at.seats, at.options))

    def is_open(self, position: P) -> bool:
        """Return whether everybody sees every move from here on (`Move.secret`)."""
        return True

    @abstractmethod
    def tables(self) -> dict[str, array[Any]]:
        """Return named arrays of 64-bit integers (`q`) or doubles (`d`)."""

    @abstractmethod
    def pack(self, position: P, seat: int | None = None) -> bytes:
        """Return the position as 32-bit words; where several seats may act, `seat` does, by default the first."""

    @abstractmethod
    def unpack(self, state: bytes) -> P:
        """Return a position of a state; it may differ from the packed one where nothing in play depends on it."""


@cache
def _tables(kind: type[AnyKernelTables], game: Any, seats: int, options: Options) -> AnyKernelTables:
    return kind(seats, options, game.actions(seats, options))


AnyKernelTables = KernelTables[Any, Any]
AnyPlayoutTables = PlayoutTables[Any]


def integers(numbers: Iterable[int]) -> array[int]:
    """Return a table of integers.

    >>> integers(range(3))
    array('q', [0, 1, 2])
    """
    return array("q", numbers)


def reals(*numbers: float) -> array[float]:
    """Return a table of real numbers."""
    return array("d", numbers)


def texts(names: Iterable[str], room: int = 16) -> array[int]:
    """Return a table of texts, with room for so many bytes each."""
    return integers(byte for name in names for byte in filled(name.encode(), room))


def filled(numbers: Iterable[int], size: int, rest: int = 0) -> list[int]:
    """Return these numbers, and `rest` in all places that are left.

    >>> filled((3, 4), 4)
    [3, 4, 0, 0]
    """
    given = list(numbers)
    return given + [rest] * (size - len(given))
