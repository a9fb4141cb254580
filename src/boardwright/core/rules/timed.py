"""Positions with time limits of their own, and what everyone asks of a position that may have some."""

from __future__ import annotations

from typing import Any, Self, TypeVar, final

from boardwright.core.rules.position import AnyPosition, M_co, Position, V_co

P = TypeVar("P", bound=Position[Any, Any])


class Timed(Position[M_co, V_co], frozen=True, dict=True):
    """The base of positions in games with time limits of their own; times are in milliseconds since 1970.

    >>> from boardwright.core.moves import Move
    >>> from boardwright.core.rules.view import Open
    >>> class Bidding(Timed[Move, Open], frozen=True):
    ...     began: int = 0
    ...     now: int = 0
    ...     actors = property(lambda self: (0,) if self.now < self.next_deadline else (1,))
    ...     next_deadline = property(lambda self: self.began + 1000)
    ...     def start_clock(self, at): return self.replace(began=at)
    ...     def as_of(self, at): return self.replace(now=at)
    >>> position = start_clock(Bidding(), 500)
    >>> as_of(position, 1499).actors, as_of(position, 1500).actors
    ((0,), (1,))
    """

    @property
    def keeps_time(self) -> bool:
        """Whether these limits apply at this table; then the match has no clock beside them."""
        return True

    def start_clock(self, at: int) -> Self:
        """Return this position as play begins on it, in a new match or a branch."""
        return self

    def as_of(self, at: int) -> Self:
        """Return this position as time alone has changed it by then: who may act, and what they may do."""
        return self

    @property
    def next_deadline(self) -> int | None:
        """Tell when time alone will change what may be done here, in the time of `as_of`; None if it never will."""
        return None

    @final
    def _as_of(self, at: int) -> Self:
        return self.as_of(at)


def keeps_time(position: AnyPosition) -> bool:
    """Return whether time limits of the game itself apply at this table."""
    return isinstance(position, Timed) and position.keeps_time


def start_clock(position: P, at: int) -> P:
    """Return the position as play begins on it at that time."""
    return position.start_clock(at) if isinstance(position, Timed) else position


def as_of(position: P, at: int) -> P:
    """Return the position as time alone has changed it by then."""
    return position.as_of(at) if isinstance(position, Timed) else position


def next_deadline(position: AnyPosition) -> int | None:
    """Tell when time alone will change what may be done in this position; None if it never will."""
    return position.next_deadline if isinstance(position, Timed) else None
