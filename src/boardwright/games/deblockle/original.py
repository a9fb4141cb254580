"""The rules of the board game as it is sold: thrown and placed set-up, blocked paths, no free pass."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from boardwright.core.chance import Distribution
from boardwright.games.deblockle.cube import FACINGS, SIDE, TURN_OF, TURNS, UP_FACES
from boardwright.games.deblockle.facts import LETTERS, NUMBERS, START_SQUARES
from boardwright.games.deblockle.moves import STEPS, Move, Place
from boardwright.games.deblockle.position import JUST_PASS, NO_MOVES, DeblocklePosition, Last
from boardwright.games.deblockle.reachability import blocked_reach, squares_in
from boardwright.games.deblockle.view import DeblockleView

FACES: Final = Distribution.uniform(tuple(LETTERS[1:]))
"""A thrown cube: six faces, equally likely."""


class OriginalPosition(DeblocklePosition):
    """A position of the `original` variant.

    All cubes are thrown, player 1's first. Then each player places the other's cubes, player 1 begins, one cube at
    a time in the order thrown. After that the rolled cube has to hop if it can, and only who can do nothing passes.
    """

    __slots__ = ()

    @property
    def actors(self) -> tuple[int, ...]:
        """The active seat, nobody while the cubes are thrown."""
        return () if self.phase in ("Throw", "End") else (self.active,)

    @property
    def is_chance(self) -> bool:
        """Whether a cube is to be thrown."""
        return self.phase == "Throw"

    def chances(self) -> Distribution:
        """The six faces of the next cube."""
        return FACES if self.phase == "Throw" else super().chances()

    def after_chance(self, outcome: str) -> Self:
        """The next cube has fallen with that face up, given by its letter."""
        thrown = (*self.deal.thrown, LETTERS.index(outcome))
        began = self.deal.began
        deal = msgspec.structs.replace(self.deal, thrown=thrown)
        owner = 0 if len(thrown) <= began[0] else 1
        done = len(thrown) == sum(began)
        return self.__class__(deal, (), 0, 0, "Place" if done else "Throw", None, Last("thrown", owner))

    @property
    def to_place(self) -> tuple[int, int]:
        """In phase Place: the seat whose cube is placed next, and the thrown face that stays up."""
        first, second = self.deal.began
        placed = len(self.board)
        if placed < second:
            return 1, self.deal.thrown[first + placed]
        return 0, self.deal.thrown[placed - second]

    def _generate(self) -> tuple[Move, ...]:
        if self.phase == "Place":
            return self._placings()
        if self.phase == "Roll":
            return self.rolls(self.active) or JUST_PASS
        return self._hops() if self.phase == "Hop" else NO_MOVES

    def _placings(self) -> tuple[Move, ...]:
        owner, face = self.to_place
        free = [square for square in START_SQUARES[owner] if not self.taken >> NUMBERS[square] & 1]
        return tuple(Place(square, facing) for square in free for facing in FACINGS if facing[0] == face)

    def _hops(self) -> tuple[Move, ...]:
        if self.rolled is None:
            return NO_MOVES
        face = next(UP_FACES[cube % TURNS] for cube in self.board if cube // TURNS % 49 == self.rolled)
        others = self.taken & ~(1 << self.rolled)
        ends = blocked_reach(face, self.rolled, others, full_slide=self.deal.options.slide == "full")
        return tuple(STEPS[self.rolled][end] for end in squares_in(ends))

    def after(self, move: Move, seat: int | None = None, at: int | None = None) -> Self:
        """The position after a move known to be legal."""
        return self._placed(move) if isinstance(move, Place) else super().after(move)

    def _placed(self, move: Place) -> Self:
        owner, _ = self.to_place
        square = NUMBERS[move.square]
        cube = (owner * 49 + square) * TURNS + TURN_OF[move.facing]
        seconds = self.deal.began[1]
        own = sum(cube // SIDE == 0 for cube in self.board)
        board = (*self.board[:own], cube, *self.board[own:]) if owner == 0 else (*self.board, cube)
        taken = self.taken | 1 << square
        last = Last("placed", self.active, move)
        if len(board) < sum(self.deal.began):
            return self.__class__(self.deal, board, taken, int(len(board) >= seconds), "Place", None, last)
        deal = msgspec.structs.replace(self.deal, thrown=())
        return self.__class__(deal, board, taken, 0, "Roll", None, last)

    def _hop_next(self, board: tuple[int, ...], taken: int, rolled: int, move: Move) -> Self:
        """A roll whose hop has nowhere to go ends the turn."""
        position = super()._hop_next(board, taken, rolled, move)
        if position.legal_moves():
            return position
        return self._next_turn(board, taken, Last("blocked", self.active, move))

    def _next_turn(self, board: tuple[int, ...], taken: int, last: Last) -> Self:
        """When nobody can roll any more the game is drawn, and the last mover stays the active one."""
        position = super()._next_turn(board, taken, last)
        if position.is_dead:
            return self.__class__(self.deal, board, taken, self.active, "End", None, last)
        return position

    def view(self, seat: int | None) -> DeblockleView:
        """The same for everyone, with the cubes still to be placed."""
        view = super().view(seat)
        if self.phase not in ("Throw", "Place"):
            return view
        first, second = self.deal.began
        thrown, placed = self.deal.thrown, len(self.board)
        waiting = thrown[:first][max(0, placed - second) :], thrown[first:][min(placed, second) :]
        return msgspec.structs.replace(view, thrown=waiting)
