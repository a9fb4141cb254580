"""Evaluation of positions, also in words, move priors for search, and three strategies of increasing strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf, tanh
from typing import Protocol

from boardwright.core.chance.distribution import Rng
from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.core.rules.position import applied
from boardwright.core.search.heuristics import Heuristics
from boardwright.core.tuples import replace_at
from boardwright.games.blokus import learned
from boardwright.games.blokus.color_state import color_score
from boardwright.games.blokus.facts import ALL_SQUARES, SHAPE_NUMBER, SHAPES, SIZES, hand_squares
from boardwright.games.blokus.movegen import Placements
from boardwright.games.blokus.moves import BlokusMove, Placement
from boardwright.games.blokus.position import BlokusPosition

EARLY_SCALE, LATE_SCALE = 15.0, 3.0
"""An expected lead of so many squares is worth about three quarters of a win: before the first move, and at the end."""
ENOUGH = 40
"""Search leaves out small pieces where there are more moves than this."""
_CANDIDATES = 6
"""Number of its best moves that the hard strategy looks ahead from."""
_REACH, _CORNER = 0.3, 0.4
"""The worth of a square within reach and of an open corner in squares, roughly."""
_BASE = {
    "advanced": "squares left",
    "basic": "squares placed",
    "difference": "squares placed minus squares left",
    "tournament": "squares placed",
}
"""The main part of a color's score in each scheme, in words."""


def scale(position: BlokusPosition) -> float:
    """Return the lead that is worth about three quarters of a win: the less, the fewer squares are left to place."""
    left = sum(hand_squares(state.hand) for state in position.states if not state.is_out)
    return LATE_SCALE + (EARLY_SCALE - LATE_SCALE) * (left / (len(position.states) * ALL_SQUARES))


def _never() -> bool:
    return False


class Choose(Protocol):
    """Chooses a legal move for the seat to act; once `is_late` returns True, the best one found so far."""

    def __call__(
        self, position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never
    ) -> BlokusMove: ...


def easy(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> BlokusMove:
    """Return any legal move."""
    return rng.choice(position.listed)


def medium(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> BlokusMove:
    """Return a large piece that opens many corners of its color."""
    return _ranked(position, seat, rng, is_late, partial(_openings, mover=position.mover))[0]


def hard(position: BlokusPosition, seat: int, rng: Rng, is_late: Callable[[], bool] = _never) -> BlokusMove:
    """Return the move with the best evaluation one round later, out of those that look best at once."""
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
    """Return the moves by the value of the position after them, the best first; at least one, even when it is late.

    The largest pieces are looked at first, because they are the best ones as a rule; ties are broken at random.
    """
    found = []
    for move in reversed(position.listed):
        found.append((value(applied(position, move, seat)), rng.random(), move))
        if is_late():
            break
    return [move for _, _, move in sorted(found, key=lambda one: one[:2], reverse=True)]


def _openings(position: BlokusPosition, mover: int) -> float:
    """Return the squares of the piece that the mover placed last, twice, and its open corners."""
    state = position.states[mover]
    return 2 * state.last.bit_count() + state.open_corners(position.variant.board, position.taken).bit_count()


def _a_round_later(position: BlokusPosition) -> BlokusPosition:
    """Return the position after every color made the move with the best evaluation for its seat."""
    for _ in position.states:
        if not position.actors:
            break
        seat = position.actors[0]
        after = [applied(position, move, seat) for move in position.listed]
        position = max(after, key=partial(BOT.evaluate, seat=seat))
    return position


class BlokusHeuristics(Heuristics[BlokusPosition]):
    """The learned evaluation and prior, and the strategies by difficulty, the weakest first."""

    strategies: Mapping[str, Choose] = {"easy": easy, "medium": medium, "hard": hard}

    def evaluate(self, position: BlokusPosition, seat: int) -> float:
        """Return how good the position looks for that seat, between -1 and 1; exact once the game is over.

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
        """Return how often self-play chose moves like this one, on a scale of its own."""
        if not isinstance(move, Placement):
            return 0.0
        board = position.variant.board
        shape, anchor = SHAPE_NUMBER[move.piece, move.turn], move.row * board.stride + move.col
        return learned.promise(board, shape, anchor, learned.maps(position), learned.weights())

    def search_moves(self, position: BlokusPosition, seat: int) -> Sequence[BlokusMove]:
        """Return the placements of the largest pieces, as many sizes as it takes to have enough of them."""
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


def score_table(position: BlokusPosition) -> tuple[ScoreRow, ...]:
    """Return the squares of every color, and the bonuses that somebody has.

    >>> from boardwright.games.blokus import GAME
    >>> [row.label for row in score_table(GAME.begin(2))]
    ['Blue: squares left', 'Red: squares left', 'Green: squares left', 'Yellow: squares left']
    """
    rows, base = list[ScoreRow](), _BASE[position.options.scoring]
    for color, state in position.colors:
        if color.seat is None:
            continue
        score = color_score(state, position.options.scoring)
        name = position.options.ink(color).name.capitalize()
        bonuses = (("all pieces placed", score.all_pieces), ("one square last", score.last_monomino))
        for label, points in ((base, score.base), *bonuses):
            if points or label == base:
                rows.append(ScoreRow(f"{name}: {label}", replace_at((None,) * position.seats, color.seat, points)))
    return tuple(rows)


def terms(position: BlokusPosition, seat: int) -> tuple[Term, ...]:
    """Return the squares, corners and room of the seat's colors, and the corners and room of the others."""
    board, taken = position.variant.board, position.taken
    placed, corners, room = 0, [0, 0], [0, 0]
    for color, state in position.colors:
        side = int(color.seat != seat)
        placed += 0 if side else ALL_SQUARES - hand_squares(state.hand)
        reach = learned.reach_of(board, state, taken)
        corners[side] += reach[0].bit_count()
        room[side] += reach[3].bit_count()
    counted = (
        ("opens {n} corner{s}", "uses up {n} corner{s}", _CORNER, corners[0]),
        ("makes room of {n} square{s}", "gives up room of {n} square{s}", _REACH, room[0]),
        ("takes {n} corner{s} from the others", "leaves the others {n} more corner{s}", _CORNER, -corners[1]),
        ("takes room of {n} square{s} away", "leaves the others {n} more square{s}", _REACH, -room[1]),
    )
    terms = (Term(gain, loss, weight * amount, amount) for gain, loss, weight, amount in counted)
    return (Term("places {n} square{s}", "", float(placed)), *terms)
