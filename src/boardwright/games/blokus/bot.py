"""Evaluation of positions, move priors for search, and three strategies of increasing strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf, tanh
from typing import Protocol

from boardwright.core.chance import Rng
from boardwright.core.heuristics import Heuristics
from boardwright.core.position import applied
from boardwright.games.blokus import learned
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import ALL_SQUARES, SHAPE_NUMBER, SHAPES, SIZES, hand_squares
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import BlokusMove, Placement
from boardwright.games.blokus.position import BlokusPosition

EARLY_SCALE, LATE_SCALE = 15.0, 3.0
"""An expected lead of so many squares is worth about three quarters of a win: before the first move, and at the end."""
ENOUGH = 40
"""Search leaves out small pieces where there are more moves than this."""
LOOKS = 24
"""How many moves of a position that the compiled search visits often are ranked by the evaluation after each."""
_REACH_STEPS = 3
_CANDIDATES = 6
"""How many of its best moves the hard strategy looks ahead from."""
PLAYOUT_WEIGHT = 0.6
"""The share of a play-out in the value of a new node, the rest is the evaluation; only where play-outs are compiled."""


def scale(position: BlokusPosition) -> float:
    """The lead that is worth about three quarters of a win: the fewer squares are left to place, the less it takes."""
    left = sum(hand_squares(state.hand) for state in position.states if not state.is_out)
    return LATE_SCALE + (EARLY_SCALE - LATE_SCALE) * (left / (len(position.states) * ALL_SQUARES))


def reachable(board: Board, state: ColorState, taken: int) -> tuple[int, int]:
    """The open corners of a color, and the squares that it reaches from them within a few steps."""
    stride = board.stride
    free = state.free(board, taken)
    reach = corners = state.corners & free
    for _ in range(_REACH_STEPS):
        reach |= (reach << 1 | reach >> 1 | reach << stride | reach >> stride) & free
    return corners, reach


def _never() -> bool:
    return False


class Choose(Protocol):
    """Chooses a legal move for the seat to act; once `is_late` returns True, the best one found so far."""

    def __call__(
        self, position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never
    ) -> BlokusMove: ...


def easy(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> BlokusMove:
    """Any legal move."""
    return rng.choice(position.listed)


def medium(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> BlokusMove:
    """A large piece that opens many corners of its color."""
    return _ranked(position, seat, rng, is_late, partial(_openings, mover=position.mover))[0]


def hard(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> BlokusMove:
    """The move with the best evaluation one round later, out of those that look best at once."""
    candidates = _ranked(position, seat, rng, is_late, partial(BOT.evaluate, seat=seat))[:_CANDIDATES]
    best, best_value = candidates[0], -inf
    for move in candidates if len(candidates) > 1 else ():
        value = BOT.evaluate(_a_round_later(applied(position, move, seat)), seat)
        if value > best_value:
            best, best_value = move, value
        if is_late():
            break
    return best


def _ranked(
    position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool], value: Callable[[BlokusPosition], float]
) -> list[BlokusMove]:
    """The moves by the value of the position after them, the best first; at least one, even when it is late.

    The largest pieces are looked at first, because they are the best ones as a rule; ties are broken at random.
    """
    found = []
    for move in reversed(position.listed):
        found.append((value(applied(position, move, seat)), rng.random(), move))
        if is_late():
            break
    return [move for _, _, move in sorted(found, key=lambda one: one[:2], reverse=True)]


def _openings(position: BlokusPosition, mover: int) -> float:
    """The squares of the piece that the mover placed last, twice, and its open corners."""
    state = position.states[mover]
    return 2 * state.last.bit_count() + state.open_corners(position.variant.board, position.taken).bit_count()


def _a_round_later(position: BlokusPosition) -> BlokusPosition:
    """The position after every color made the move with the best evaluation for its seat."""
    for _ in position.states:
        if not position.actors:
            break
        seat = position.actors[0]
        position = max(
            (applied(position, move, seat) for move in position.listed), key=partial(BOT.evaluate, seat=seat)
        )
    return position


class BlokusHeuristics(Heuristics[BlokusPosition]):
    """The learned evaluation and prior, and the strategies by difficulty, the weakest first."""

    strategies: Mapping[str, Choose] = {"easy": easy, "medium": medium, "hard": hard}

    def evaluate(self, position: BlokusPosition, seat: int) -> float:
        """How good the position looks for that seat, between -1 and 1; exact once the game is over.

        >>> from boardwright.games.blokus import GAME
        >>> start = GAME.begin(4)
        >>> BOT.evaluate(start, 0) > BOT.evaluate(start, 2)
        True
        """
        if (outcome := position.outcome()) is not None:
            return outcome.payoffs()[seat]
        prospects = [0.0] * position.seats
        for color, squares in zip(position.variant.colors, learned.expected_squares(position), strict=True):
            if color.seat is not None:
                prospects[color.seat] += squares
        others = [prospect for other, prospect in enumerate(prospects) if other != seat]
        lead = prospects[seat] - (max(others) + sum(others) / len(others)) / 2
        return tanh(lead / scale(position))

    def prior(self, move: BlokusMove, position: BlokusPosition) -> float:
        """How often self-play chose moves like this one, on a scale of its own."""
        if not isinstance(move, Placement):
            return 0.0
        board = position.variant.board
        shape, anchor = SHAPE_NUMBER[move.piece, move.turn], move.row * board.stride + move.col
        return learned.promise(board, shape, anchor, learned.maps(position), learned.weights())

    def search_moves(self, position: BlokusPosition, seat: int) -> Sequence[BlokusMove]:
        """The placements of the largest pieces, as many sizes as it takes to have enough of them."""
        moves = position.listed
        if not isinstance(moves, Placements) or len(moves) <= ENOUGH:
            return moves
        chosen: dict[int, int] = {}
        for size in range(SIZES[-1], 0, -1):
            chosen |= {shape: at for shape, at in moves.anchors.items() if len(SHAPES[shape].cells) == size}
            if sum(map(int.bit_count, chosen.values())) >= ENOUGH:
                break
        return Placements(position.variant.board, chosen)


BOT = BlokusHeuristics()
