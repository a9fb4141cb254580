"""A position of Blokus and its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.event import Event
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.refusal import Refusal
from boardwright.games.blokus.color_state import Side
from boardwright.games.blokus.events import happenings
from boardwright.games.blokus.facts import NAMES, SHAPE_NUMBER
from boardwright.games.blokus.legal import Placements
from boardwright.games.blokus.moves import PASS, Move, Pass, parse_move
from boardwright.games.blokus.options import BlokusOptions, Color, Variant
from boardwright.games.blokus.refusals import explain
from boardwright.games.blokus.scoring import color_score, seat_scores, winners
from boardwright.games.blokus.serialization import decode, encode
from boardwright.games.blokus.view import BlokusView, view

OVER = -1
"""What `mover` is when every color is out."""


class BlokusPosition(Position[Move, BlokusView]):
    """All sides, and which of them is to move.

    A color is out once it has passed or placed everything; the turn skips it. `mover` counts along the
    variant's colors.
    """

    __slots__ = ("_moves", "_step", "mover", "options", "sides", "taken", "variant")

    def __init__(
        self,
        variant: Variant,
        options: BlokusOptions,
        sides: tuple[Side, ...],
        taken: int,
        mover: int,
        step: tuple[int, Move] | None = None,
    ) -> None:
        self.variant = variant
        self.options = options
        self.sides = sides
        self.taken = taken
        self.mover = mover
        self._step = step
        self._moves: Sequence[Move] | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return self.variant.seats

    @property
    def color(self) -> Color | None:
        """The color to move; None when the game is over."""
        return None if self.mover == OVER else self.variant.colors[self.mover]

    @property
    def actor(self) -> int | None:
        """The seat to move. The seats take turns with a shared color, counted by the pieces it has placed."""
        if self.mover == OVER:
            return None
        seat = self.variant.colors[self.mover].seat
        if seat is not None:
            return seat
        return (len(NAMES) - self.sides[self.mover].hand.bit_count()) % self.variant.seats

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat to move, or nobody when the game is over."""
        actor = self.actor
        return () if actor is None else (actor,)

    @property
    def events(self) -> tuple[Event, ...]:
        """What was placed, who passed, who is done, and the end."""
        return () if self._step is None else happenings(self, *self._step)

    @property
    def turn(self) -> tuple[int, int]:
        """The color to move and its hand: a color that moves again holds fewer pieces."""
        return (self.mover, 0 if self.mover == OVER else self.sides[self.mover].hand)

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Sequence[Move]:
        """The placements of the color to move, or the pass when there is none."""
        if self.mover == OVER or (seat is not None and seat != self.actor):
            return ()
        if self._moves is None:
            board = self.variant.board
            anchors = self.sides[self.mover].find(board, self.taken)
            self._moves = Placements(board, anchors) if anchors else (PASS,)
        return self._moves

    def refusal(self, move: Move, seat: int | None = None, at: int | None = None) -> Refusal | None:
        """None if the move is legal, else the first rule it breaks."""
        if move in self.legal_moves(seat):
            return None
        return explain(self, move, seat)

    def after(self, move: Move, seat: int | None = None, at: int | None = None) -> Self:
        """The side to move places or passes, and the turn goes to the next color that is not out."""
        mover, sides, taken = self.mover, self.sides, self.taken
        side = sides[mover]
        if isinstance(move, Pass):
            side = side.passing()
        else:
            board = self.variant.board
            side = side.placing(board, SHAPE_NUMBER[move.piece, move.turn], move.row * board.stride + move.col)
            taken |= side.last
        sides = (*sides[:mover], side, *sides[mover + 1 :])
        return type(self)(self.variant, self.options, sides, taken, _next_mover(sides, mover), (mover, move))

    def parse(self, text: str) -> Move:
        """Reads `L5@4,7 r90f` or `pass`."""
        return parse_move(text)

    def view(self, seat: int | None) -> BlokusView:
        """All of it: Blokus has no secrets."""
        return view(self, seat)

    def scores(self) -> tuple[int, ...]:
        """Every seat's score as it stands."""
        return seat_scores(self.sides, self.variant.colors, self.variant.seats, self.options.scoring)

    def outcome(self) -> Outcome | None:
        """Scores, all seats with the highest one, and every color's breakdown, once every color is out."""
        if self.mover != OVER:
            return None
        scores = self.scores()
        detail: dict[str, JSON] = {}
        for color, side in zip(self.variant.colors, self.sides, strict=True):
            score = color_score(side, self.options.scoring)
            detail[str(color.number)] = {name: getattr(score, name) for name in score.__struct_fields__}
        return Outcome(scores, winners(scores), "all_out", {"colors": detail})

    def fallback(self, seat: int) -> Move | None:
        """The last of the moves: a placement of one of the largest pieces, or the pass."""
        moves = self.legal_moves(seat)
        return moves[-1] if moves else None

    def encode(self) -> JSON:
        """The whole position as plain data; `restore` reads it back."""
        return encode(self)

    def _value(self) -> tuple[object, ...]:
        return (self.variant.seats, self.options, self.sides, self.mover)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BlokusPosition) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __reduce__(self) -> tuple[object, ...]:
        return (_revived, (self.encode(), self._step))


def start(variant: Variant, options: BlokusOptions) -> BlokusPosition:
    """The first position: an empty board and full hands.

    >>> from boardwright.games.blokus.options import variant
    >>> position = start(variant("classic", 4), BlokusOptions())
    >>> len(position.legal_moves()), position.legal_moves()[0]
    (58, Placement(piece='I1', row=0, col=0, turn=''))
    """
    sides = tuple(Side(0, 0, variant.board.bits([color.start])) for color in variant.colors)
    return BlokusPosition(variant, msgspec.structs.replace(options, variant=variant.name), sides, 0, 0)


def _next_mover(sides: tuple[Side, ...], mover: int) -> int:
    """The next color, in turn, that is not out."""
    count = len(sides)
    for step in range(mover + 1, mover + count + 1):
        if not sides[step % count].is_out:
            return step % count
    return OVER


def restore(data: JSON) -> BlokusPosition:
    """The position that `encode` wrote; BadOptions for anything else."""
    variant, options, sides, mover = decode(data)
    taken = 0
    for side in sides:
        taken |= side.squares
    return BlokusPosition(variant, options, sides, taken, mover)


def _revived(data: JSON, step: tuple[int, Move] | None) -> BlokusPosition:
    position = restore(data)
    position._step = step
    return position
