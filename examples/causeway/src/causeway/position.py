"""The rules: stones on hexagons, a swap, and a chain from shore to shore."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Self

from boardwright.api import BoardZone, Cell, Cells, HexBoard, Move, Open, Outcome, Position, Zone, disc, move, require

from causeway.options import CausewayOptions


class CausewayPosition(Position[Move, Open], frozen=True):
    """The stones by their cells, and who is to move."""

    size: int = 11
    stones: Cells[int] = Cells()
    to_move: int = 0
    seats = 2

    @property
    def board(self) -> HexBoard:
        """A rhombus."""
        return HexBoard(self.size)

    @move("{cell}")
    def place(self, cell: Cell) -> Self:
        """Put a stone on {cell}."""
        require(cell not in self.stones, "taken", "{cell} is taken.")
        return self.replace(stones=self.stones.put(cell, self.to_move), to_move=1 - self.to_move)

    @move("swap")
    def swap(self) -> Self:
        """Take over the first stone."""
        require(len(self.stones) == self.to_move == 1, "too_late", "Only the first stone can be swapped, at once.")
        (cell,) = self.stones
        return self.replace(stones=Cells({self.board.mirrored(cell): 1}), to_move=0)

    def shores(self, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The cells along the two shores of a player."""
        line = self.board.column if seat else self.board.row
        return tuple(line(0)), tuple(line(-1))

    @cached_property
    def winner(self) -> int | None:
        """The player whose shores are connected; only the last who moved can be."""
        seat = 1 - self.to_move
        own = set(self.stones.of(seat))
        first, last = self.shores(seat)
        found = any(self.board.path(cell, last, within=own) for cell in own.intersection(first))
        return seat if found else None

    def outcome(self) -> Outcome | None:
        """A connection wins."""
        if self.winner is None:
            return None
        return Outcome.highest((1 - self.winner, self.winner), "connected", "The shores are connected.")

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """The board, with the shores in the players' colors."""
        stones = {cell: disc(owner) for cell, owner in self.stones.at.items()}
        rims = tuple((owner, shore) for owner in (0, 1) for shore in self.shores(owner))
        return (BoardZone(board=self.board, pieces=stones, rims=rims),)

    def problems(self) -> Iterator[str]:
        """Positions from files that cannot be."""
        seats = {*self.stones.at.values(), self.to_move}
        if not 3 <= self.size <= 19 or not set(self.stones) <= set(self.board.cells) or not seats <= {0, 1}:
            yield "stones of two players lie on the board"


def start(seats: int, options: CausewayOptions) -> CausewayPosition:
    """An empty board."""
    return CausewayPosition(options.size)
