"""A toy game that keeps versions 2 and 3 of its rules.

Seven: two players add to a total in turn, and reaching 7 wins. Version 3 allows 1 and 2; version 2 also allowed 3.
A player has a stock of chips, 5 in version 2 and 6 in version 3, which nothing depends on.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from boardwright.core.game.game import Game
from boardwright.core.layout import Counters, Zone
from boardwright.core.moves import Move, Number, move, require
from boardwright.core.rules.options import Options as NoVariants
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open

GOAL = 7


class Counting(Position[Move, Open], frozen=True):
    version: int
    chips: int
    total: int = 0
    turns: int = 0

    seats = 2

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.total >= GOAL else (self.turns % 2,)

    @move("add {number}")
    def add(self, number: Annotated[int, Number(1, 3)]) -> Self:
        """Add {number}."""
        require(self.version < 3 or number < 3, "too_many", "Three cannot be added.")
        return self.replace(total=self.total + number, turns=self.turns + 1)

    def outcome(self) -> Outcome | None:
        if self.total < GOAL:
            return None
        winner = (self.turns - 1) % 2
        return Outcome.highest((1 - winner, winner), "count")

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        return (Counters(values=(("total", self.total, GOAL + 2), ("turn", self.turns, GOAL))),)


class Seven(Game[Counting, NoVariants]):
    name = "seven"
    title = "Seven"
    summary = "Reach seven."
    version = 3
    oldest: ClassVar[int | None] = 2
    seats = range(2, 3)

    def start(self, seats: int, options: NoVariants, version: int = 3) -> Counting:
        return Counting(version=version, chips=5 if version < 3 else 6)


SEVEN = Seven()


class Same(Seven):
    """The same with as many chips in both versions."""

    name = "same"
    title = "Same"

    def start(self, seats: int, options: NoVariants, version: int = 3) -> Counting:
        return super().start(seats, options).replace(version=version)


SAME = Same()
