"""The rules: who acts, what a move does, how the game ends."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from boardwright.core.chance import Distribution
from boardwright.core.outcome import Outcome
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.games.deblockle import movegen, refusals, scoring, validation
from boardwright.games.deblockle.cube import FACINGS, SIDE, TURN_OF, TURNS, UP_FACES, Cube, pack
from boardwright.games.deblockle.facts import LETTERS, NAMES, NUMBERS, SETUPS, SQUARES, STAR, STOP
from boardwright.games.deblockle.moves import PASS, Move, Place, Step, read
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.reachability import ROLLS
from boardwright.games.deblockle.state import Deal, State
from boardwright.games.deblockle.view import DeblockleView

JUST_PASS: Final[tuple[Move, ...]] = (PASS,)
FACES: Final = Distribution.uniform(tuple(LETTERS[1:]))
"""A thrown cube: six faces, equally likely."""
_ACTORS: Final = ((0,), (1,))


class DeblocklePosition(State, frozen=True):
    """A position of any variant.

    >>> from boardwright.games.deblockle import GAME
    >>> position = GAME.begin().play(GAME.begin().parse("c7-d7"))
    >>> position.phase, position.active, position.cube_at((4, 7)).cell
    ('Hop', 0, 'T1')
    """

    move_examples = "`d7-c7`, `pass` or `place c5 S-L-X`"
    seats = 2

    # Who acts

    @property
    def actors(self) -> tuple[int, ...]:
        """The active seat; nobody while cubes are thrown and when the game is over."""
        return () if self.phase in ("Throw", "End") else _ACTORS[self.active]

    # What can be played

    def choices(self, seat: int) -> tuple[Move, ...]:
        """Rolls, hops or placings, then the pass. In `original` only a player without another move may pass."""
        if self.phase == "Place":
            return movegen.placings(self)
        moves = movegen.rolls(self, seat) if self.phase == "Roll" else movegen.hops(self)
        return moves if self.is_original and moves else moves + JUST_PASS

    def read(self, text: str) -> Move | None:
        """Reads `d7-c7`, `pass` and `place c5 S-L-X`."""
        return read(text)

    def not_now(self, move: Move, seat: int | None) -> Refusal | None:
        """The first rules in the fixed order: whose turn it is, squares on the board, the end."""
        return refusals.not_now(self, move, seat)

    def why_not(self, move: Move, seat: int) -> Refusal:
        """The first of the other rules that forbids the move."""
        return refusals.why_not(self, move)

    def fallback(self, seat: int) -> Move | None:
        """The pass; where it is not allowed, the first legal move."""
        legal = self.legal_moves(seat)
        return PASS if PASS in legal else next(iter(legal), None)

    # What a move does

    def after(self, move: Move, seat: int) -> Self:
        """A step moves a cube, a placing adds one, a pass ends the turn."""
        if not isinstance(move, Step):
            return self._placed(move) if isinstance(move, Place) else self._next_turn(self.board, self.taken)
        board = self.board
        start = NUMBERS[move.start]
        end = NUMBERS[move.end]
        place = seat * 49 + start
        index = 0
        while board[index] // TURNS != place:
            index += 1
        taken = self.taken ^ (1 << start | 1 << end)
        if self.phase == "Hop":
            cube = board[index] + (end - start) * TURNS
            return self._next_turn((*board[:index], cube, *board[index + 1 :]), taken)
        cube = ROLLS[board[index]].ends[end]
        face = UP_FACES[cube % TURNS]
        if face == STAR:
            return self._scored(board[:index] + board[index + 1 :], taken ^ 1 << end)
        moved = (*board[:index], cube, *board[index + 1 :])
        if face == STOP:
            return self._next_turn(moved, taken)
        hop = self.__class__(self.deal, moved, taken, seat, "Hop", end)
        if self.is_original and not movegen.hops(hop):
            return self._next_turn(moved, taken)
        return hop

    def _next_turn(self, board: tuple[int, ...], taken: int) -> Self:
        """In `original` the game is drawn when nobody can roll; the last mover stays the active one."""
        position = self.__class__(self.deal, board, taken, 1 - self.active, "Roll")
        if self.is_original and position.is_dead:
            return self.__class__(self.deal, board, taken, self.active, "End")
        return position

    def _scored(self, board: tuple[int, ...], taken: int) -> Self:
        if any(cube // SIDE == self.active for cube in board):
            return self._next_turn(board, taken)
        return self.__class__(self.deal, board, taken, self.active, "End")

    def _placed(self, move: Place) -> Self:
        """Player 2's cubes are placed first, but player 1's are listed first."""
        (owner, _), (first, second) = self.to_place, self.deal.began
        square = NUMBERS[move.square]
        cube = (owner * 49 + square) * TURNS + TURN_OF[move.facing]
        index = len(self.board) - second if owner == 0 else len(self.board)
        board = (*self.board[:index], cube, *self.board[index:])
        taken = self.taken | 1 << square
        if len(board) < first + second:
            return self.__class__(self.deal, board, taken, int(len(board) >= second), "Place")
        return self.__class__(Deal(self.deal.options, self.deal.began), board, taken, 0, "Roll")

    # Chance

    @property
    def is_chance(self) -> bool:
        """Whether a cube is to be thrown."""
        return self.phase == "Throw"

    def chances(self) -> Distribution:
        """The six faces of the next cube, by their letters."""
        return FACES if self.phase == "Throw" else super().chances()

    def after_chance(self, outcome: str) -> Self:
        """The next cube has fallen with that face up."""
        thrown = (*self.deal.thrown, LETTERS.index(outcome))
        is_last = len(thrown) == sum(self.deal.began)
        return self.replace(
            deal=msgspec.structs.replace(self.deal, thrown=thrown), phase="Place" if is_last else "Throw"
        )

    # How it stands

    @property
    def is_dead(self) -> bool:
        """Whether no cube of either side can roll any more: then nobody can ever win."""
        return self.phase == "Roll" and not movegen.rolls(self, 0) and not movegen.rolls(self, 1)

    def outcome(self) -> Outcome | None:
        """The scores once the game is over."""
        return scoring.outcome(self) if self.phase == "End" else None

    def view(self, seat: int | None) -> DeblockleView:
        """The same for everyone."""
        return DeblockleView(
            seat=seat,
            variant=self.deal.options.variant,
            phase=self.phase,
            active_player=self.active + 1,
            board=self.cubes,
            scores=scoring.scores(self),
            began=self.deal.began,
            rolled=None if self.rolled is None else NAMES[self.rolled],
            thrown=self._waiting(),
            can_pass=PASS in self.legal_moves(),
            outcome=self.outcome(),
        )

    def _waiting(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The thrown faces still to be placed, of player 1's cubes and of player 2's."""
        first, second = self.deal.began
        thrown, placed = self.deal.thrown, len(self.board)
        return thrown[:first][max(0, placed - second) :], thrown[first:][min(placed, second) :]

    # Positions read from elsewhere

    def validate(self) -> None:
        """Checks the cubes and the phase; a set-up under way is thrown and placed again."""
        if self.phase not in ("Throw", "Place"):
            validation.check(self)
        elif self != self._set_up_again():
            raise ValueError("the set-up does not follow from the cubes thrown and placed")

    def _set_up_again(self) -> Self:
        if not self.is_original:
            raise ValueError(f"phase {self.phase} belongs to variant=original")
        options = self.deal.options
        position = self.__class__(Deal(options, (options.cubes, options.cubes)), (), 0, 0, "Throw")
        try:
            for face in self.deal.thrown:
                position = position.take(LETTERS[face])
            for cube in sorted(self.board, key=lambda cube: cube < SIDE):
                position = position.play(Place(SQUARES[cube // TURNS % 49], FACINGS[cube % TURNS]))
        except IllegalMove as error:
            raise ValueError(f"the set-up is not possible ({error.refusal.code})") from None
        return position

    def __repr__(self) -> str:
        cubes = " ".join(f"{cube.cell}{cube.name}" for cube in self.cubes)
        return f"<{type(self).__name__} {self.phase} of player {self.active + 1}: {cubes}>"


def start(seats: int, options: DeblockleOptions) -> DeblocklePosition:
    """The standard set-up; for `original` the first cube to be thrown.

    >>> start(2, DeblockleOptions(cubes=1))
    <DeblocklePosition Roll of player 1: X1d7 T2d1>
    """
    deal = Deal(options, (options.cubes, options.cubes))
    if options.variant == "original":
        return DeblocklePosition(deal, (), 0, 0, "Throw")
    board = tuple(pack(Cube(player, x, y, *facing)) for player, x, y, facing in SETUPS[options.cubes])
    return DeblocklePosition(deal, board, validation.taken_by(board), 0, "Roll")
