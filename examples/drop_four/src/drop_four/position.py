"""The rules: who acts, what they can do, what happens then, and when it is over."""

from __future__ import annotations

from typing import Self

from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.view import Open

from drop_four.facts import COLUMNS, LINES_THROUGH, PLACES, WIDTH

DISCS = "XO"
EMPTY = "."


class DropFourPosition(Position[str, Open], frozen=True):
    """The discs, and the line of four that ends the game.

    >>> position = DropFourPosition().play("d").play("d")
    >>> position.actors, position.discs[-WIDTH:]
    ((0,), '...X...')
    """

    discs: str = EMPTY * PLACES
    four: tuple[int, ...] = ()
    """The places of a finished line."""
    seats = 2

    def validate(self) -> None:
        """Refuses positions from files that cannot be."""
        if len(self.discs) != PLACES or not set(self.discs) <= {*DISCS, EMPTY}:
            raise ValueError(f"a board is {PLACES} of {DISCS}{EMPTY}")

    @property
    def to_move(self) -> int:
        """The seat whose turn it is: discs are dropped in turn, so their number says it."""
        return (PLACES - self.discs.count(EMPTY)) % 2

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may act now: nobody when it is over."""
        return () if self.outcome() else (self.to_move,)

    def all_moves(self) -> tuple[str, ...]:
        """Every move that can ever be made."""
        return COLUMNS

    def choices(self, seat: int) -> tuple[str, ...]:
        """The columns with a place left: those whose top place is empty."""
        return tuple(column for column, top in zip(COLUMNS, self.discs, strict=False) if top == EMPTY)

    def landing(self, move: str) -> int:
        """The lowest free place of a column."""
        column = COLUMNS.index(move)
        return column + WIDTH * (self.discs[column::WIDTH].count(EMPTY) - 1)

    def after(self, move: str, seat: int) -> Self:
        """The disc falls; perhaps it completes a line."""
        place, disc = self.landing(move), DISCS[self.to_move]
        discs = self.discs[:place] + disc + self.discs[place + 1 :]
        four = next((line for line in LINES_THROUGH[place] if all(discs[each] == disc for each in line)), ())
        return self.replace(discs=discs, four=four)

    def outcome(self) -> Outcome | None:
        """Scores, winners and the reason once it is over."""
        if self.four:
            return Outcome.highest((0, 1) if self.discs[self.four[0]] == DISCS[1] else (1, 0), "four_in_a_row")
        if EMPTY not in self.discs:
            return Outcome((0, 0), (), "board_full")
        return None


def start(seats: int, options: Options) -> DropFourPosition:
    """An empty board."""
    return DropFourPosition()
