"""Clocks. They never read the time: it is handed in, in milliseconds, and lands in the log."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

Milliseconds = Annotated[int, msgspec.Meta(ge=0)]


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of thinking time: one for each turn, a bank with an increment, both, or neither.

    When the time is out the match plays for the player (`play`, the game's fallback move) or the player
    loses (`forfeit`).

    >>> Clock(bank=300_000, increment=2_000).is_running
    True
    """

    per_turn: Milliseconds = 0
    bank: Milliseconds = 0
    increment: Milliseconds = 0
    on_timeout: Literal["play", "forfeit"] = "play"

    @property
    def is_running(self) -> bool:
        return bool(self.per_turn or self.bank)

    @classmethod
    def read(cls, text: str, on_timeout: Literal["play", "forfeit"] = "play") -> Clock:
        """Return a clock as people write it, in seconds: `60` a turn, `300+5` a bank with increment, `none`.

        >>> Clock.read("300+5").bank, Clock.read("60").per_turn, Clock.read("none").is_running
        (300000, 60000, False)
        """
        if text == "none":
            return cls(on_timeout=on_timeout)
        bank, plus, increment = text.partition("+")
        if not bank.isdecimal() or (plus and not increment.isdecimal()) or int(bank) == 0:
            raise ValueError(
                f"{text!r} is not a clock; write `60` (seconds a turn), `300+5` (bank+increment) or `none`"
            )
        if plus:
            return cls(bank=int(bank) * 1000, increment=int(increment) * 1000, on_timeout=on_timeout)
        return cls(per_turn=int(bank) * 1000, on_timeout=on_timeout)


class Running:
    """The clocks of one match, moved forward by its entries.

    A turn is named by the number of the step that began it. Time spent stays spent, also when the turn is undone
    and played again; an increment is earned by the move that ends a turn and lost with it.

    >>> clocks = Running(Clock(bank=10_000), seats=2)
    >>> clocks.turn((0,), 0, at=0)
    >>> clocks.turn((1,), 1, at=4_000, step=1, mover=0)
    >>> clocks.left(0, 9_000), clocks.left(1, 9_000), clocks.deadline(1)
    (6000, 5000, 14000)
    """

    __slots__ = ("_banks", "_earned", "_since", "_spent", "_turn", "clock")

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self._banks = [clock.bank] * seats
        self._since: dict[int, int] = {}
        self._spent: dict[tuple[int, int], int] = {}
        """By turn and seat, what was spent on that turn before the clock started last."""
        self._earned: dict[int, int] = {}
        """By step, the seat that has earned an increment with it."""
        self._turn = -1

    def turn(
        self, actors: tuple[int, ...], turn: int, at: int, step: int | None = None, mover: int | None = None
    ) -> None:
        """Set who is to act from now on; `mover` made the `step` that led here, None after undo and chance."""
        if not self.clock.is_running:
            return
        stopped = [seat for seat in self._since if turn != self._turn or seat not in actors]
        for seat in stopped:
            spent = at - self._since.pop(seat)
            self._banks[seat] = max(0, self._banks[seat] - spent)
            if self.clock.per_turn:
                self._spent[self._turn, seat] = self._spent.get((self._turn, seat), 0) + spent
        if step is not None and mover in stopped and self.clock.increment:
            self._earned[step] = mover
            self._banks[mover] += self.clock.increment
        self._turn = turn
        for seat in actors:
            self._since.setdefault(seat, at)

    def take_back(self, steps: Iterable[int]) -> None:
        """Take back the increments that these undone steps earned."""
        for step in steps:
            seat = self._earned.pop(step, None)
            if seat is not None:
                self._banks[seat] = max(0, self._banks[seat] - self.clock.increment)

    def without_time(self, actors: tuple[int, ...], turn: int, at: int, steps: Iterable[int]) -> int | None:
        """Return a seat that would have no time left if these steps were undone now and `actors` had `turn` again."""
        if not self.clock.is_running:
            return None
        earned = [self._earned[step] for step in steps if step in self._earned]
        for seat in dict.fromkeys((*actors, *earned)):
            running = at - self._since.get(seat, at)
            bank = self._banks[seat] - running - earned.count(seat) * self.clock.increment
            spent = self._spent.get((turn, seat), 0) + (running if turn == self._turn else 0)
            is_turn_over = self.clock.per_turn and seat in actors and spent >= self.clock.per_turn
            if is_turn_over or (self.clock.bank and bank <= 0):
                return seat
        return None

    def deadline(self, seat: int) -> int | None:
        """Return when that seat's time is out; None while its clock does not run."""
        since = self._since.get(seat)
        if since is None:
            return None
        limits = []
        if self.clock.per_turn:
            limits.append(since + max(0, self.clock.per_turn - self._spent.get((self._turn, seat), 0)))
        if self.clock.bank:
            limits.append(since + self._banks[seat])
        return min(limits)

    def left(self, seat: int, at: int) -> int | None:
        """Return the milliseconds that seat has left; None without a clock."""
        if not self.clock.is_running:
            return None
        deadline = self.deadline(seat)
        if deadline is not None:
            return max(0, deadline - at)
        return self._banks[seat] if self.clock.bank else self.clock.per_turn


class TurnNote(NamedTuple):
    """The seats that are to act, and whether the entry began a turn.

    >>> str(TurnNote((0, 1), True)), read_turn("0,1*") == TurnNote((0, 1), True), read_turn("") == TurnNote((), False)
    ('0,1*', True, True)
    """

    actors: tuple[int, ...]
    begins: bool

    def __str__(self) -> str:
        return ",".join(map(str, self.actors)) + "*" * self.begins


@lru_cache(maxsize=1024)
def read_turn(text: str) -> TurnNote:
    """Return the turn of that text; ValueError if it is not one."""
    seats = text.removesuffix("*")
    return TurnNote(tuple(map(int, seats.split(","))) if seats else (), text.endswith("*"))
