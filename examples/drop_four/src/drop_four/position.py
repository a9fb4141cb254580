"""The rules: discs fall, and four in a row win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Self

from boardwright.api import (
    BoardZone,
    Cell,
    Cells,
    Move,
    Open,
    Outcome,
    Position,
    SquareBoard,
    Zone,
    disc,
    move,
    require,
)

FOUR = 4
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


class DropFourPosition(Position[Move, Open], frozen=True):
    """The discs by their places, and who is to move.

    >>> position = DropFourPosition().play("d6").play("d5")
    >>> position.actors, position.discs["d5"]
    ((0,), 1)
    """

    discs: Cells[int] = Cells()
    to_move: int = 0
    seats = 2
    board = SquareBoard(7, 6)

    @move("{cell}")
    def drop(self, cell: Cell) -> Self:
        """Drop a disc to {cell}."""
        require(cell not in self.discs, "taken", "{cell} is taken.")
        below = self.board.step(cell, 0, 1)
        require(below is None or below in self.discs, "falls", "A disc would fall further than {cell}.")
        return self.replace(discs=self.discs.put(cell, self.to_move), to_move=1 - self.to_move)

    @cached_property
    def four(self) -> list[str]:
        """Four in a row; only the last who moved can have them."""
        own = set(self.discs.of(1 - self.to_move))
        lines = (self.board.line(cell, *step)[:FOUR] for cell in own for step in DIRECTIONS)
        return next((line for line in lines if len(line) == FOUR and own.issuperset(line)), [])

    def outcome(self) -> Outcome | None:
        """Four in a row win; a full board is a draw."""
        if self.four:
            return Outcome.highest((self.to_move, 1 - self.to_move), "four_in_a_row")
        return Outcome((0, 0), (), "board_full") if len(self.discs) == len(self.board.cells) else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """The board; the four that win are on colored squares."""
        discs = {cell: disc(owner) for cell, owner in self.discs.at.items()}
        return (BoardZone(board=self.board, pieces=discs, tints={cell: 1 - self.to_move for cell in self.four}),)

    def problems(self) -> Iterator[str]:
        """Positions from files that cannot be."""
        if not set(self.discs) <= set(self.board.cells) or not {*self.discs.at.values(), self.to_move} <= {0, 1}:
            yield "discs of two players lie on the board"
