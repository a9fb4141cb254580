"""Solved games: a table of how every position of a small variant ends with best play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from boardwright.core.rules.position import AnyPosition

P = TypeVar("P", bound=AnyPosition)


class Solution(ABC, Generic[P]):
    """A solver for a game or its endings. It builds the table and reads it; callers store it."""

    name: ClassVar[str]
    """What the table is called where it is kept."""
    version: ClassVar[int] = 1
    """Raised when the table would come out differently."""

    @abstractmethod
    def build(self) -> bytes:
        """The table, worked out from nothing but the rules."""

    @abstractmethod
    def turns(self, table: bytes, position: P) -> int | None:
        """In how many turns the game ends with best play, this turn counted.

        Positive when the seat that acts wins, negative when it loses, 0 when neither can force the end, None
        when the table does not know the position.
        """


AnySolution = Solution[Any]
