"""Evaluation of positions, move priors for search, and three strategies of increasing strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf, tanh
from typing import Protocol

from boardwright.core.chance import Rng
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import ALL_SQUARES, NUMBER, SHAPES, SIZES, hand_squares
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import Move, Placement
from boardwright.games.blokus.position import BlokusPosition

_REACH_STEPS, _REACH, _CORNER = 3, 0.3, 0.4
_ROOM_SHARE = 0.9
_SCALE = 25.0
_TEMPO = 0.09
"""What being to move is worth for every square still in hand: half of what a good move gains."""
_ENOUGH = 40
_CANDIDATES = 6
"""How many of its best moves the hard strategy looks ahead from."""
_PRIOR_SQUARE, _PRIOR_CORNER, _PRIOR_CORNERS = 0.1, 0.1, 4


def evaluate(position: BlokusPosition, seat: int) -> float:
    """How good the position looks for that seat, between -1 and 1; exact once the game is over.

    >>> from boardwright.games.blokus import GAME
    >>> start = GAME.begin(4)
    >>> evaluate(start, 0) > evaluate(start, 2)
    True
    """
    if (outcome := position.outcome()) is not None:
        return outcome.payoffs()[seat]
    board, taken = position.variant.board, position.taken
    prospects = [0.0] * position.seats
    for color, state in position.colors:
        if color.seat is not None:
            prospects[color.seat] += color_prospect(board, state, taken)
    prospects[position.actors[0]] += _TEMPO * hand_squares(position.states[position.mover].hand)
    others = [prospect for other, prospect in enumerate(prospects) if other != seat]
    lead = prospects[seat] - (max(others) + sum(others) / len(others)) / 2
    return tanh(lead / _SCALE)


def move_prior(move: Move, position: BlokusPosition) -> float:
    """Large pieces that lie on the others' open corners first."""
    if not isinstance(move, Placement):
        return 0.0
    squares = position.variant.board.covered(move)
    blocked = 0
    for index, state in enumerate(position.states):
        if index != position.mover:
            blocked += (squares & state.corners).bit_count()
    return _PRIOR_SQUARE * SIZES[NUMBER[move.piece]] + _PRIOR_CORNER * min(blocked, _PRIOR_CORNERS)


def search_moves(position: BlokusPosition, seat: int) -> Sequence[Move]:
    """The placements of the largest pieces, as many sizes as it takes to have enough of them."""
    moves = position.moves
    if not isinstance(moves, Placements) or len(moves) <= _ENOUGH:
        return moves
    chosen: dict[int, int] = {}
    for size in range(SIZES[-1], 0, -1):
        chosen |= {shape: at for shape, at in moves.anchors.items() if len(SHAPES[shape].cells) == size}
        if sum(map(int.bit_count, chosen.values())) >= _ENOUGH:
            break
    return Placements(position.variant.board, chosen)


def color_prospect(board: Board, state: ColorState, taken: int) -> float:
    """The squares a color has, and what its open corners and the room behind them are worth.

    Room beyond what the hand could fill is worth nothing.
    """
    left = hand_squares(state.hand)
    if state.passed or not left:
        return float(ALL_SQUARES - left)
    stride = board.stride
    free = state.free(board, taken)
    reach = corners = state.corners & free
    for _ in range(_REACH_STEPS):
        reach |= (reach << 1 | reach >> 1 | reach << stride | reach >> stride) & free
    room = _REACH * reach.bit_count() + _CORNER * corners.bit_count()
    return ALL_SQUARES - left + min(room, _ROOM_SHARE * left)


def _never() -> bool:
    return False


class Choose(Protocol):
    """Chooses a legal move for the seat to act; once `is_late` returns True, the best one found so far."""

    def __call__(self, position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> Move: ...


def strategies() -> Mapping[str, Choose]:
    """The strategies by difficulty, the weakest first."""
    return {"easy": easy, "medium": medium, "hard": hard}


def easy(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> Move:
    """Any legal move."""
    return rng.choice(position.moves)


def medium(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> Move:
    """A large piece that opens many corners of its color."""
    return _ranked(position, seat, rng, is_late, partial(_openings, mover=position.mover))[0]


def hard(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> Move:
    """The move with the best evaluation one round later, out of those that look best at once."""
    candidates = _ranked(position, seat, rng, is_late, partial(evaluate, seat=seat))[:_CANDIDATES]
    best, best_value = candidates[0], -inf
    for move in candidates if len(candidates) > 1 else ():
        value = evaluate(_a_round_later(position.after(move, seat)), seat)
        if value > best_value:
            best, best_value = move, value
        if is_late():
            break
    return best


def _ranked(
    position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool], value: Callable[[BlokusPosition], float]
) -> list[Move]:
    """The moves by the value of the position after them, the best first; at least one, even when it is late.

    The largest pieces are looked at first, because they are the best ones as a rule; ties are broken at random.
    """
    found = []
    for move in reversed(position.moves):
        found.append((value(position.after(move, seat)), rng.random(), move))
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
        position = max((position.after(move, seat) for move in position.moves), key=partial(evaluate, seat=seat))
    return position
