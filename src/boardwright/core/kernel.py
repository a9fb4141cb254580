"""What an optional compiled kernel is told about a game: tables from its Python rules, which stay the authority."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from boardwright.core.position import AnyPosition

P = TypeVar("P", bound=AnyPosition)


class BatchObserver(Protocol):
    """Writes observations of many states into numpy arrays, equal to what `Actions.encode` returns for each."""

    def over(self, states: Any) -> Any:
        """Which games are over."""

    def write(self, states: Any, seats: Any, out: Any) -> None:
        """Writes the seat to act and its observation; of a game that is over, those of the seat in `seats`.

        `out` holds what the last call wrote; at first it is all zeros.
        """


class KernelTables(ABC, Generic[P]):
    """The tables of one variant, and how its positions become the flat states of a kernel and back.

    A kernel plays by numbers of moves: those of `Game.actions`.
    """

    engine: ClassVar[str]
    """The engine of the compiled package that reads these tables."""

    @property
    @abstractmethod
    def moves(self) -> Sequence[Any]:
        """All moves by their numbers."""

    @property
    def outcomes(self) -> Sequence[str]:
        """All chance outcomes after the first move by their numbers."""
        return ()

    @abstractmethod
    def tables(self) -> dict[str, array[Any]]:
        """Named arrays of 64-bit integers (`q`) or doubles (`d`)."""

    @abstractmethod
    def pack(self, position: P, seat: int | None = None) -> bytes:
        """The position as 32-bit words; where several seats may act, `seat` does, by default the first."""

    @abstractmethod
    def unpack(self, state: bytes) -> P:
        """A position of a state: it differs from the one that was packed only where nothing in play depends on it."""

    def observer(self, kernel: Any, count: int) -> BatchObserver | None:
        """What observes that many states of a kernel; None if there is nothing faster than one by one. Needs numpy."""
        return None


AnyKernelTables = KernelTables[Any]


def integers(numbers: Iterable[int]) -> array[int]:
    """A table of integers.

    >>> integers(range(3))
    array('q', [0, 1, 2])
    """
    return array("q", numbers)


def reals(*numbers: float) -> array[float]:
    """A table of real numbers."""
    return array("d", numbers)
