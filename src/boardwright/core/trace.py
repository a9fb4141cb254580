"""What a game brings to replay recorded traces: a small adapter between the trace's words and its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar


class Tracer(ABC):
    """One trace under way. It is made from the header and fed line by line.

    Every key that a line carries is compared with what these methods return, so they return everything the
    trace format of the game defines. `notes` are the keys that only comment.
    """

    notes: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def header(self) -> dict[str, Any]:
        """Our own answer to the header's keys, such as `setup` and `legal`."""

    def chance(self, outcome: dict[str, Any]) -> None:
        """An outcome of chance that the next move must take instead of drawing its own."""
        raise NotImplementedError(f"{type(self).__name__}: this game has no chance, but the trace brings {outcome}.")

    @abstractmethod
    def step(self, actor: int, move: Any) -> dict[str, Any]:
        """Tries a move: `accepted` with `state`, `legal` and more, or not accepted with `why`."""

    @abstractmethod
    def result(self) -> dict[str, Any] | None:
        """The result line's content, None while the game goes on."""
