"""The rules of the three variants: who acts, what a move does, how the game ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final, Self, TypeAlias

from msgspec.structs import replace

from boardwright.core.chance.distribution import Distribution
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal, check
from boardwright.games.deblockle import refusals
from boardwright.games.deblockle.cube import FACINGS, SIDE, TURN_OF, TURNS, UP_FACES, Cube, pack, set_up, taken_by
from boardwright.games.deblockle.facts import LETTERS, NAMES, NUMBERS, SQUARES, STAR, START_SQUARES, STOP, Square
from boardwright.games.deblockle.movegen import HOPS, ROLLS, any_hops, blocked_hops, hops, rolls
from boardwright.games.deblockle.moves import CUBE_MOVE_NUMBERS, PASS, CubeMove, DeblockleMove, Pass, Place
from boardwright.games.deblockle.options import DeblockleOptions, Phase
from boardwright.games.deblockle.state import State
from boardwright.games.deblockle.view import DeblockleView

JUST_PASS: Final[tuple[DeblockleMove, ...]] = (PASS,)
FACES: Final = Distribution.uniform(tuple(LETTERS[1:]))
"""A thrown cube: six faces, equally likely."""
_ACTORS: Final = ((0,), (1,))


class DeblocklePosition(State, frozen=True, tag="standard"):
    """A position of the default variant: the cube just rolled may hop, jumping over anything; passing is free.

    >>> from boardwright.games.deblockle import GAME
    >>> position = GAME.begin().play(GAME.begin().parse("c7-d7"))
    >>> position.phase, position.active, position.cube_at((4, 7)).cell
    ('Hop', 0, 'T1')
    """

    seats = 2
    out_of_turn = refusals.out_of_turn
    problems = refusals.problems
    _hops = hops
    _all_hop: ClassVar[bool] = False
    """Whether cubes may hop that have not just rolled."""

    @property
    def actors(self) -> tuple[int, ...]:
        """The active seat; nobody while cubes are thrown and when the game is over."""
        return () if self.phase in ("Throw", "End") else _ACTORS[self.active]

    def legal(self, seat: int) -> tuple[DeblockleMove, ...]:
        """Return rolls or hops cube by cube in board order, then the pass."""
        return (rolls(self, seat) if self.phase == "Roll" else self._hops()) + JUST_PASS

    def fallback(self, seat: int) -> DeblockleMove | None:
        """Return the pass; where it is not allowed, the first legal move."""
        legal = self.legal_moves(seat)
        return PASS if PASS in legal else next(iter(legal), None)

    def apply(self, move: DeblockleMove, seat: int) -> Self | Refusal:
        """Roll or hop with the cube, or end the turn."""
        squares = CUBE_MOVE_NUMBERS.get(move)
        if squares is None:
            is_pass = isinstance(move, Pass)
            return self._next_turn(self.board, self.taken) if is_pass else refusals.refuse(self, move)
        start, end, both = squares
        cubes = list(self.board)
        low = (seat * 49 + start) * TURNS
        high = low + TURNS
        index = 0
        for cube in cubes:
            if low <= cube < high:
                break
            index += 1
        else:
            return refusals.refuse(self, move)
        taken = self.taken
        if self.phase == "Hop":
            if taken >> end & 1 or not HOPS[cube].mask >> end & 1 or (start != self.rolled and not self._all_hop):
                return refusals.refuse(self, move)
            cubes[index] = cube + (end - start) * TURNS
            return self._next_turn(tuple(cubes), taken ^ both)
        moved = ROLLS[cube].ends.get(end)
        if moved is None or taken >> end & 1:
            return refusals.refuse(self, move)
        cubes[index] = moved
        taken ^= both
        face = UP_FACES[moved % TURNS]
        if face == STAR:
            del cubes[index]
            return self._scored(tuple(cubes), taken ^ 1 << end)
        return self._next_turn(tuple(cubes), taken) if face == STOP else self._hop_next(tuple(cubes), taken, end)

    def _hop_next(self, board: tuple[int, ...], taken: int, rolled: int) -> Self:
        return self.__class__(self.options, self.began, board, taken, self.active, "Hop", rolled)

    def _next_turn(self, board: tuple[int, ...], taken: int) -> Self:
        return self.__class__(self.options, self.began, board, taken, 1 - self.active, "Roll")

    def _scored(self, board: tuple[int, ...], taken: int) -> Self:
        if any(cube // SIDE == self.active for cube in board):
            return self._next_turn(board, taken)
        return self.__class__(self.options, self.began, board, taken, self.active, "End")

    @property
    def is_dead(self) -> bool:
        """Whether no cube of either side can roll any more: then nobody can ever win."""
        return self.phase == "Roll" and not rolls(self, 0) and not rolls(self, 1)

    def view(self, seat: int | None) -> DeblockleView:
        return self._seen if seat is None else replace(self._seen, seat=seat)

    @cached_property
    def _seen(self) -> DeblockleView:
        """The view of a spectator."""
        return DeblockleView(
            seat=None,
            variant=self.options.variant,
            phase=self.phase,
            active_player=self.active + 1,
            board=self.cubes,
            scores=self.scores,
            began=self.began,
            rolled=None if self.rolled is None else NAMES[self.rolled],
            thrown=self.waiting,
            can_pass=PASS in self.legal_moves(),
            outcome=self.outcome(),
        )

    def __repr__(self) -> str:
        cubes = " ".join(f"{cube.cell}{cube.name}" for cube in self.cubes)
        return f"<{type(self).__name__} {self.phase} of player {self.active + 1}: {cubes}>"


class ContractPosition(DeblocklePosition, frozen=True, tag="contract"):
    """The smart contract's rules: any cube of the active player may hop, each by its own upper face."""

    _hops = any_hops
    _all_hop = True


class OriginalPosition(DeblocklePosition, frozen=True, tag="original"):
    """The board game as it is sold: thrown and placed set-up, blocked paths, no free pass.

    All cubes are thrown, player 1's first. Then each player places the other's cubes, player 1 begins, one cube at
    a time in the order thrown. After that the rolled cube has to hop if it can.
    """

    @property
    def chance(self) -> Distribution | None:
        """The six faces of the next cube, by their letters, while cubes are thrown."""
        return FACES if self.phase == "Throw" else None

    def after_chance(self, outcome: str) -> Self:
        """Return the position after the next cube has fallen with that face up."""
        thrown = (*self.thrown, LETTERS.index(outcome))
        return self.replace(thrown=thrown, phase="Place" if len(thrown) == sum(self.began) else "Throw")

    def legal(self, seat: int) -> tuple[DeblockleMove, ...]:
        """Return placings, rolls or hops; the pass only if there is no roll."""
        if self.phase == "Place":
            owner, face = self.to_place
            free = [square for square in START_SQUARES[owner] if not self.taken >> NUMBERS[square] & 1]
            return tuple(Place(square, facing) for square in free for facing in FACINGS if facing[0] == face)
        return rolls(self, seat) or JUST_PASS if self.phase == "Roll" else blocked_hops(self)

    def apply(self, move: DeblockleMove, seat: int) -> Self | Refusal:
        """Add a cube by a placing. Player 2's cubes are placed first, but player 1's are listed first."""
        if self.phase == "Roll" and isinstance(move, CubeMove):
            return super().apply(move, seat)
        if move not in self.legal_moves(seat):
            return refusals.refuse(self, move)
        if not isinstance(move, Place):
            return super().apply(move, seat)
        (owner, _), (first, second) = self.to_place, self.began
        square = NUMBERS[move.square]
        cube = (owner * 49 + square) * TURNS + TURN_OF[move.facing]
        index = len(self.board) - second if owner == 0 else len(self.board)
        board = (*self.board[:index], cube, *self.board[index:])
        taken = self.taken | 1 << square
        if len(board) < first + second:
            return self.replace(board=board, taken=taken, active=int(len(board) >= second))
        return self.__class__(self.options, self.began, board, taken, 0, "Roll")

    def _hop_next(self, board: tuple[int, ...], taken: int, rolled: int) -> Self:
        """End the turn after a roll whose hop has nowhere to go."""
        position = super()._hop_next(board, taken, rolled)
        return position if position.legal_moves() else self._next_turn(board, taken)

    def _next_turn(self, board: tuple[int, ...], taken: int) -> Self:
        """Draw the game when nobody can roll; the last mover stays the active one."""
        position = super()._next_turn(board, taken)
        return position.replace(active=self.active, phase="End") if position.is_dead else position

    def problems(self) -> Iterator[str]:
        """Throw and place a set-up under way again; check anything else as in the other variants."""
        if self.phase not in ("Throw", "Place"):
            yield from super().problems()
            return
        position = start(2, self.options)
        try:
            for face in self.thrown:
                position = position.take(LETTERS[face])
            for cube in sorted(self.board, key=lambda cube: cube < SIDE):
                position = position.play(Place(SQUARES[cube // TURNS % 49], FACINGS[cube % TURNS]))
        except IllegalMove as error:
            yield f"the set-up is not possible ({error.refusal.code})"
        else:
            if self != position:
                yield "the set-up does not follow from the cubes thrown and placed"


AnyVariant: TypeAlias = DeblocklePosition | ContractPosition | OriginalPosition
VARIANTS: Final[Mapping[str, type[DeblocklePosition]]] = {
    "standard": DeblocklePosition, "contract": ContractPosition, "original": OriginalPosition
}  # fmt: skip
"""The class that plays by the rules of each variant."""


def start(seats: int, options: DeblockleOptions) -> DeblocklePosition:
    """Return the standard set-up; for `original` the first cube to be thrown.

    >>> start(2, DeblockleOptions(cubes=1))
    <DeblocklePosition Roll of player 1: X1d7 T2d1>
    """
    began = options.cubes, options.cubes
    if options.variant == "original":
        return OriginalPosition(options, began, (), 0, 0, "Throw")
    board = set_up(options.cubes)
    return VARIANTS[options.variant](options, began, board, taken_by(board), 0, "Roll")


def arrange(
    cubes: Iterable[Cube],
    *,
    active_player: int = 1,
    phase: Phase = "Roll",
    rolled: Square | None = None,
    options: DeblockleOptions | None = None,
) -> DeblocklePosition:
    """Return a position with these cubes, in this order; BadOptions says what is wrong with an impossible one.

    `rolled` is the square of the cube just rolled, for phase Hop only.

    >>> arrange([Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5)])
    <DeblocklePosition Roll of player 1: H1d4 L2e6>
    >>> arrange([Cube(1, 4, 4, 4, 6, 5)])
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: Not a position of Deblockle: each player needs at least one cube.
    """
    options, given = options or DeblockleOptions(), tuple(cubes)
    owners = [cube.player for cube in given]
    try:
        board = tuple(pack(cube) for cube in given)
        check(active_player in (1, 2), f"the active player is 1 or 2, not {active_player}")
        check(rolled is None or rolled in NUMBERS, f"the rolled cube stands on {rolled}, which is off the board")
        began, square = (owners.count(1), owners.count(2)), None if rolled is None else NUMBERS[rolled]
        position = VARIANTS[options.variant](options, began, board, taken_by(board), active_player - 1, phase, square)
        if options.variant == "original" and position.is_dead:
            position = position.replace(phase="End")
        for problem in position.problems():
            raise ValueError(problem)
    except ValueError as error:
        raise BadOptions(f"Not a position of Deblockle: {error}.") from None
    return position
