"""A position of Blokus and its rules, which are checked one by one to say why a placement is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, cast

from msgspec.structs import asdict, replace

from boardwright.core.refusal import Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorScore, ColorState, color_score
from boardwright.games.blokus.facts import NAMES, NUMBER, PIECE_OF, SHAPE_NUMBER, SHAPES, TURNS, WORDS, Cell, hand_names
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import PASS, BlokusMove, Pass, Placement, square_name
from boardwright.games.blokus.options import BlokusOptions, Color, Scoring, Variant, variant
from boardwright.games.blokus.view import BlokusView, ColorView

OVER = -1
"""The value of `mover` when every color is out: one before the first, which is the last of `Variant.actors`."""


class BlokusPosition(Position[BlokusMove, BlokusView], frozen=True):
    """The state of every color, and which color is to move.

    A color is out once it has passed or placed everything; the turn skips it. `mover` is an index into the
    variant's colors, and `taken` holds the squares of all colors together.
    """

    variant: Variant
    options: BlokusOptions
    states: tuple[ColorState, ...]
    taken: int = 0
    mover: int = 0

    _must_pass: ClassVar[bool] = False
    """Whether the color to move is known to have no placement; such positions have it in their `__dict__`."""

    @property
    def seats(self) -> int:
        return self.variant.seats

    @property
    def colors(self) -> Iterable[tuple[Color, ColorState]]:
        """Every color with its state, in turn order."""
        return zip(self.variant.colors, self.states, strict=True)

    @property
    def color(self) -> Color | None:
        """The color to move; None when the game is over."""
        return None if self.mover == OVER else self.variant.colors[self.mover]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat to move. The seats take turns with a shared color, counted by the pieces it has placed."""
        actors = self.variant.actors[self.mover]
        if actors is None:
            return ((len(NAMES) - self.states[self.mover].hand.bit_count()) % self.seats,)
        return actors

    @property
    def turn(self) -> tuple[int, int]:
        """The color to move and its hand: a color that moves again holds fewer pieces."""
        return (self.mover, 0 if self.mover == OVER else self.states[self.mover].hand)

    def legal(self, seat: int) -> Sequence[BlokusMove]:
        """Return the placements of the color to move, or the pass when there is none."""
        board = self.variant.board
        anchors = self.states[self.mover].find(board, self.taken)
        if not anchors:
            self.__dict__["_must_pass"] = True
            return (PASS,)
        return Placements(board, anchors)

    @property
    def listed(self) -> Sequence[BlokusMove]:
        """The legal moves of the seat to move, as a sequence; () when the game is over."""
        return cast(Sequence[BlokusMove], self.legal_moves())

    def apply(self, move: BlokusMove, seat: int) -> BlokusPosition | Refusal:
        """Place or pass for the color to move; the turn goes to the next color that is not out."""
        mover, states, taken = self.mover, self.states, self.taken
        state = states[mover]
        if isinstance(move, Placement):
            board, shape = self.variant.board, SHAPE_NUMBER.get((move.piece, move.turn))
            if shape is None or not (0 <= move.row < board.size and 0 <= move.col < board.size):
                return self._refuse(move)
            if not state.hand >> PIECE_OF[shape] & 1:
                return self._refuse(move)
            before, state = state, state.placing(board, shape, move.row * board.stride + move.col)
            last = state.last
            if last & (taken | before.beside | board.outside) or not last & before.corners:
                return self._refuse(move)
            taken |= last
        elif isinstance(move, Pass) and (self._must_pass or PASS in self.legal(seat)):
            state = replace(state, passed=True)
        else:
            return self._refuse(move)
        states = (*states[:mover], state, *states[mover + 1 :])
        for following in self.variant.orders[mover]:
            state = states[following]
            if state.hand and not state.passed:
                return BlokusPosition(self.variant, self.options, states, taken, following)
        return BlokusPosition(self.variant, self.options, states, taken, OVER)

    def out_of_turn(self, move: BlokusMove, seat: int | None) -> Refusal:
        """Refuse a placement that is impossible on any board, then after the end of the game, then out of turn."""
        if (refusal := impossible(move, self.variant.board)) is not None:
            return refusal
        if self.color is None:
            return Refusal("game_over", "The game is over: every color is out.")
        name = self.options.ink(self.color).name
        return Refusal("not_your_turn", f"It is seat {self.actors[0]}'s turn, with {name}; seat {seat} must wait.")

    def _refuse(self, move: BlokusMove) -> Refusal:
        """Return the first rule that the move breaks."""
        if (refusal := impossible(move, self.variant.board)) is not None:
            return refusal
        name = self.options.ink(self.variant.colors[self.mover]).name
        if isinstance(move, Pass):
            count = len(self.listed)
            return Refusal("must_move", f"A color passes only when it must; {name} still has {count} placements.")
        return broken_rule(move, self.states[self.mover], name, self.taken, self.variant.board)

    def fallback(self, seat: int) -> BlokusMove | None:
        """Return the last of the moves: a placement of one of the largest pieces, or the pass."""
        return self.listed[-1] if seat in self.actors else None

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The board, one text per row, one digit per square: 0 or the color's number."""
        board = self.variant.board
        # A binary number read as a hexadecimal one has a digit for each square, so colors can be added up.
        digits = sum(color.number * int(f"{state.squares:b}", 16) for color, state in self.colors)
        text = f"{digits:0{board.size * board.stride}x}"[::-1]
        return tuple([text[row * board.stride :][: board.size] for row in range(board.size)])

    def view(self, seat: int | None) -> BlokusView:
        return self._seen if seat is None else replace(self._seen, seat=seat)

    @cached_property
    def _seen(self) -> BlokusView:
        """The view of a spectator."""
        options, outcome, moves = self.options, self.outcome(), self.listed
        board, taken = self.variant.board, self.taken
        colors = tuple(
            [
                color_view(
                    board, color, state, 0 if state.is_out else state.open_corners(board, taken), options.scoring
                )
                for color, state in self.colors
            ]
        )
        return BlokusView(
            variant=self.variant.name,
            seat=None,
            palette=options.palette,
            scoring=options.scoring,
            board=self.rows,
            colors=colors,
            color=None if self.color is None else self.color.number,
            actor=self.actors[0] if self.actors else None,
            choices=len(moves),
            must_pass=PASS in moves,
            scores=self._summed([(one.seat, one.score) for one in colors]),
            winners=() if outcome is None else outcome.winners,
        )

    def scores(self) -> tuple[int, ...]:
        """Return every seat's score as it stands: the sum over its colors. A shared color counts for nobody."""
        return self._summed([(color.seat, color_score(state, self.options.scoring)) for color, state in self.colors])

    def _summed(self, scores: Iterable[tuple[int | None, ColorScore]]) -> tuple[int, ...]:
        found = [0] * self.seats
        for seat, score in scores:
            if seat is not None:
                found[seat] += score.total
        return tuple(found)

    def outcome(self) -> Outcome | None:
        """Return the scores, all seats with the highest one, and every color's breakdown, once every color is out."""
        if self.mover != OVER:
            return None
        colors = {str(color.number): asdict(color_score(state, self.options.scoring)) for color, state in self.colors}
        outcome = Outcome.highest(self.scores(), "all_out", "No color can place another piece.")
        return replace(outcome, detail={"colors": colors})


def start(seats: int, options: BlokusOptions) -> BlokusPosition:
    """Return the first position: an empty board and full hands."""
    setup = variant(options.variant, seats)
    states = tuple(ColorState(0, 0, setup.board.bits([color.start])) for color in setup.colors)
    return BlokusPosition(setup, replace(options, variant=setup.name), states)


@lru_cache(1 << 10)
def color_view(board: Board, color: Color, state: ColorState, corners: int, scoring: Scoring) -> ColorView:
    """Return what everybody sees of a color; most colors are as they were a move before."""
    return ColorView(
        number=color.number,
        seat=color.seat,
        start=color.start,
        hand=hand_names(state.hand),
        passed=state.passed,
        corners=board.cells(corners),
        last=board.cells(state.last),
        score=color_score(state, scoring),
    )


def impossible(move: BlokusMove, board: Board) -> Refusal | None:
    """Return why no position has that move: no such piece, square or turn."""
    if isinstance(move, Pass):
        return None
    if move.piece not in NUMBER:
        return Refusal("unknown_piece", f"There is no piece {move.piece!r}; there are {', '.join(NAMES)}.")
    if not board.has((move.row, move.col)):
        last = board.size - 1
        return Refusal("bad_position", f"{move.row},{move.col} is not on the board; rows and columns are 0 to {last}.")
    if move.turn not in TURNS:
        turns = ", ".join(filter(None, TURNS))
        return Refusal("bad_rotation", f"{move.turn!r} is not a turn; there are {turns}, or nothing.")
    return None


def broken_rule(move: Placement, state: ColorState, name: str, taken: int, board: Board) -> Refusal:
    """Return the first rule that the color of that name would break with an existing piece on an existing square."""
    piece = WORDS[move.piece]
    if not state.hand >> NUMBER[move.piece] & 1:
        left = ", ".join(WORDS[one] for one in hand_names(state.hand))
        return Refusal("piece_already_placed", f"{name} has placed the {piece} already; it still has: {left}.")
    shape = SHAPES[SHAPE_NUMBER[move.piece, move.turn]]
    if move.row + shape.height > board.size or move.col + shape.width > board.size:
        inside = [cell for cell in move.cells() if board.has(cell)]
        return _refusal("out_of_bounds", f"The {piece} would stick out over the edge of the board.", inside)
    squares = board.covered(move)
    if squares & taken:
        return _refusal("overlap", f"The {piece} would lie on squares that are taken.", board.cells(squares & taken))
    if squares & state.beside:
        text = f"The {piece} would lie edge to edge with a piece of its own color; they may meet only at corners."
        return _refusal("edge_contact", text, board.cells(squares & state.beside))
    if squares & state.corners:
        return Refusal("no_legal_placement", f"{name} cannot place anything here and must pass.")
    if not state.squares:
        text = "A color's first piece must cover its start square."
        return _refusal("first_move_corner", text, board.cells(state.corners))
    text = f"The {piece} does not meet a piece of its own color at a corner."
    return _refusal("no_corner_contact", text, board.cells(state.open_corners(board, taken)))


def _refusal(code: str, text: str, cells: Iterable[Cell]) -> Refusal:
    return Refusal(code, text, tuple(map(square_name, cells)))
