"""The base class of positions: their fields, and what follows from them without the rules of movement."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.games.deblockle.cube import SIDE, TURNS, Cube, unpack
from boardwright.games.deblockle.facts import NUMBERS, Square
from boardwright.games.deblockle.moves import DeblockleMove
from boardwright.games.deblockle.options import DeblockleOptions, Phase
from boardwright.games.deblockle.view import DeblockleView


class State(Position[DeblockleMove, DeblockleView], frozen=True, forbid_unknown_fields=True):
    """The fields of a position. Cubes are numbers as `boardwright.games.deblockle.cube` defines them."""

    options: DeblockleOptions
    began: tuple[Annotated[int, Meta(ge=0, le=49)], Annotated[int, Meta(ge=0, le=49)]]
    """Number of cubes that each seat began with."""
    board: Annotated[tuple[Annotated[int, Meta(ge=0, lt=2 * SIDE)], ...], Meta(max_length=49)]
    """The cubes in the order of the set-up."""
    taken: int
    """The mask of the squares with a cube on them; it follows from `board`, and is kept because it is slow to find."""
    active: Annotated[int, Meta(ge=0, le=1)]
    """The seat that acts, or acted last when the game is over."""
    phase: Phase
    rolled: Annotated[int, Meta(ge=0, le=48)] | None = None
    """In phase Hop, the number of the square with the cube just rolled."""
    thrown: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=8)] = ()
    """While a set-up is thrown and placed: the faces thrown so far, all of seat 0's cubes first."""

    @property
    def is_original(self) -> bool:
        """Whether this is the variant `original`."""
        return self.options.variant == "original"

    @property
    def cubes(self) -> tuple[Cube, ...]:
        """The cubes on the board, in board order."""
        return tuple(unpack(cube) for cube in self.board)

    def cube_at(self, square: Square) -> Cube | None:
        """Return the cube on that square; None if there is none."""
        number = NUMBERS.get(square)
        return next((unpack(cube) for cube in self.board if cube // TURNS % 49 == number), None)

    @property
    def waiting(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The thrown faces still to be placed, of player 1's cubes and of player 2's."""
        first, second = self.began
        thrown, placed = self.thrown, len(self.board)
        return thrown[:first][max(0, placed - second) :], thrown[first:][min(placed, second) :]

    @property
    def to_place(self) -> tuple[int, int]:
        """In phase Place: the seat whose cube is placed next, and the thrown face that stays up."""
        first, second = self.waiting
        return (1, second[0]) if second else (0, first[0])

    @property
    def scores(self) -> tuple[int, int]:
        """Number of cubes that each seat has rolled home."""
        if self.phase in ("Throw", "Place"):
            return 0, 0
        second = sum(cube // SIDE for cube in self.board)
        return self.began[0] - (len(self.board) - second), self.began[1] - second

    def outcome(self) -> Outcome | None:
        """Return the win of the seat without cubes, or the draw because no cube can roll."""
        if self.phase != "End":
            return None
        points = self.scores
        if points[self.active] == self.began[self.active]:
            return Outcome(points, (self.active,), "all_cubes_removed", text="The last cube is home.")
        return Outcome(points, (), "dead_position")
