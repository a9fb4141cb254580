"""The rules of the default variant, and of the contract's, which differs in who may hop."""

from __future__ import annotations

from typing import Final, Literal, Self

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.event import Event
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.games.deblockle import scoring
from boardwright.games.deblockle.cube import SIDE, TURNS, UP_FACES, Cube, unpack
from boardwright.games.deblockle.facts import NAMES, NUMBERS, STAR, STOP, Square
from boardwright.games.deblockle.moves import PASS, Move, Place, Step, parse, square_text
from boardwright.games.deblockle.options import Deal, Phase
from boardwright.games.deblockle.reachability import HOPS, ROLLS
from boardwright.games.deblockle.view import DeblockleView

JUST_PASS: Final[tuple[Move, ...]] = (PASS,)
NO_MOVES: Final[tuple[Move, ...]] = ()

Deed = Literal["rolled", "stopped", "blocked", "scored", "won", "hopped", "passed", "thrown", "placed"]


class Last(msgspec.Struct, frozen=True, gc=False):
    """What led to a position: shown to people, but no part of the position's value."""

    deed: Deed
    seat: int
    move: Move | None = None


class DeblocklePosition(Position[Move, DeblockleView]):
    """A position of the default variant: the cube just rolled may hop, jumping over anything; passing is free.

    Nothing but the cached legal moves is ever assigned after `__init__`.

    >>> from boardwright.games.deblockle import GAME
    >>> position = GAME.begin().play(GAME.begin().parse("c7-d7"))
    >>> position.phase, position.active, position.cube_at((4, 7)).cell
    ('Hop', 0, 'T1')
    """

    __slots__ = ("_legal", "active", "board", "deal", "last", "phase", "rolled", "taken")

    def __init__(
        self,
        deal: Deal,
        board: tuple[int, ...],
        taken: int,
        active: int,
        phase: Phase,
        rolled: int | None = None,
        last: Last | None = None,
    ) -> None:
        self.deal = deal
        self.board = board
        """The cubes as numbers, in the order of the set-up."""
        self.taken = taken
        """The mask of the squares with a cube on them."""
        self.active = active
        """The seat that acts, or acted last when the game is over."""
        self.phase = phase
        self.rolled = rolled
        """In phase Hop, the number of the square with the cube just rolled."""
        self.last = last
        self._legal: tuple[Move, ...] | None = None

    # who acts

    @property
    def seats(self) -> int:
        """Always two."""
        return 2

    @property
    def actors(self) -> tuple[int, ...]:
        """The active seat."""
        return () if self.phase == "End" else (self.active,)

    # what can be played

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> tuple[Move, ...]:
        """Rolls or hops cube by cube in board order, then the pass."""
        if seat is not None and seat != self.active:
            return NO_MOVES
        legal = self._legal
        if legal is None:
            legal = self._legal = self._generate()
        return legal

    def _generate(self) -> tuple[Move, ...]:
        if self.phase == "Roll":
            return self.rolls(self.active) + JUST_PASS
        if self.phase == "Hop":
            return self._hops() + JUST_PASS
        return NO_MOVES

    def rolls(self, seat: int) -> tuple[Move, ...]:
        """What that seat could roll if it were its turn to roll."""
        taken = self.taken
        moves = NO_MOVES
        for cube in self.board:
            if cube // SIDE == seat:
                rolls = ROLLS[cube]
                moves += rolls[taken & rolls.mask]
        return moves

    def _hops(self) -> tuple[Move, ...]:
        place = self.active * 49 + (self.rolled or 0)
        for cube in self.board:
            if cube // TURNS == place:
                return HOPS[cube].free(self.taken)
        return NO_MOVES

    def refusal(self, move: Move, seat: int | None = None, at: int | None = None) -> Refusal | None:
        """Why not, by the first rule in the fixed order that forbids it."""
        return None if move in self.legal_moves(seat) else self._why_not(move, seat)

    def play(self, move: Move, seat: int | None = None, at: int | None = None) -> Self:
        """The position after a legal move."""
        if move in self.legal_moves(seat):
            return self.after(move)
        raise IllegalMove(self._why_not(move, seat))

    def _why_not(self, move: Move, seat: int | None) -> Refusal:
        from boardwright.games.deblockle.refusals import why_not

        return why_not(self, move, seat)

    def parse(self, text: str) -> Move:
        """`d7-c7` or `pass`."""
        return parse(text)

    # what a move does

    def after(self, move: Move, seat: int | None = None, at: int | None = None) -> Self:
        """The position after a move known to be legal."""
        if not isinstance(move, Step):
            return self._next_turn(self.board, self.taken, Last("passed", self.active, move))
        board = self.board
        start = NUMBERS[move.start]
        end = NUMBERS[move.end]
        place = self.active * 49 + start
        index = 0
        while board[index] // TURNS != place:
            index += 1
        taken = self.taken ^ (1 << start | 1 << end)
        if self.phase == "Hop":
            cube = board[index] + (end - start) * TURNS
            moved = (*board[:index], cube, *board[index + 1 :])
            return self._next_turn(moved, taken, Last("hopped", self.active, move))
        cube = ROLLS[board[index]].ends[end]
        face = UP_FACES[cube % TURNS]
        if face == STAR:
            return self._score(board[:index] + board[index + 1 :], taken ^ 1 << end, move)
        moved = (*board[:index], cube, *board[index + 1 :])
        if face == STOP:
            return self._next_turn(moved, taken, Last("stopped", self.active, move))
        return self._hop_next(moved, taken, end, move)

    def _hop_next(self, board: tuple[int, ...], taken: int, rolled: int, move: Move) -> Self:
        return self.__class__(self.deal, board, taken, self.active, "Hop", rolled, Last("rolled", self.active, move))

    def _next_turn(self, board: tuple[int, ...], taken: int, last: Last) -> Self:
        return self.__class__(self.deal, board, taken, 1 - self.active, "Roll", None, last)

    def _score(self, board: tuple[int, ...], taken: int, move: Move) -> Self:
        me = self.active
        if any(cube // SIDE == me for cube in board):
            return self._next_turn(board, taken, Last("scored", me, move))
        return self.__class__(self.deal, board, taken, me, "End", None, Last("won", me, move))

    def fallback(self, seat: int) -> Move | None:
        """Who runs out of time passes; where that is not allowed, the first legal move is made."""
        legal = self.legal_moves(seat)
        return PASS if PASS in legal else next(iter(legal), None)

    # how it stands

    @property
    def is_dead(self) -> bool:
        """Whether no cube of either side can roll any more: then nobody can ever win."""
        return self.phase == "Roll" and not self.rolls(0) and not self.rolls(1)

    def outcome(self) -> Outcome | None:
        """The scores once the game is over."""
        return scoring.outcome(self) if self.phase == "End" else None

    @property
    def cubes(self) -> tuple[Cube, ...]:
        """The cubes on the board, in board order."""
        return tuple(unpack(cube) for cube in self.board)

    def cube_at(self, square: Square) -> Cube | None:
        """The cube on that square, if there is one."""
        return next((cube for cube in self.cubes if cube.square == square), None)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step brought about."""
        from boardwright.games.deblockle.events import events

        return events(self)

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
            last=self._last_squares(),
            can_pass=PASS in self.legal_moves(),
            outcome=self.outcome(),
        )

    def _last_squares(self) -> tuple[str, ...]:
        move = self.last.move if self.last else None
        if isinstance(move, Step):
            return square_text(move.start), square_text(move.end)
        return (square_text(move.square),) if isinstance(move, Place) else ()

    # value

    def _key(self) -> tuple[object, ...]:
        return self.board, self.active, self.phase, self.rolled, self.deal

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, DeblocklePosition) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.board, self.active, self.phase, self.rolled))

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.deal, self.board, self.taken, self.active, self.phase, self.rolled, self.last)
        return type(self), fields

    def __repr__(self) -> str:
        cubes = " ".join(f"{cube.cell}{cube.name}" for cube in self.cubes)
        return f"<{type(self).__name__} {self.phase} of player {self.active + 1}: {cubes}>"

    def encode(self) -> JSON:
        """Options, phase, player, cubes and the last step as plain data."""
        from boardwright.games.deblockle.serialization import encode

        return encode(self)


class ContractPosition(DeblocklePosition):
    """As the smart contract played it: any own cube may hop, each by its own upper face."""

    __slots__ = ()

    def _hops(self) -> tuple[Move, ...]:
        moves = NO_MOVES
        for cube in self.board:
            if cube // SIDE == self.active:
                moves += HOPS[cube].free(self.taken)
        return moves
