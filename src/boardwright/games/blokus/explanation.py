"""Where scores come from, and what makes a position good: squares placed, open corners, room behind them."""

from __future__ import annotations

from boardwright.core.explanation import ScoreRow, Term
from boardwright.core.tuples import replace_at
from boardwright.games.blokus.bot import reachable
from boardwright.games.blokus.facts import ALL_SQUARES, hand_squares
from boardwright.games.blokus.position import BlokusPosition
from boardwright.games.blokus.scoring import ColorScore, color_score

_REACH, _CORNER = 0.3, 0.4
"""What a square within reach and an open corner are worth in squares, roughly."""
_BASE = {
    "advanced": "squares left",
    "basic": "squares placed",
    "difference": "squares placed minus squares left",
    "tournament": "squares placed",
}


def score_table(position: BlokusPosition) -> tuple[ScoreRow, ...]:
    """The squares of every color, and the bonuses that somebody has.

    >>> from boardwright.games.blokus import GAME
    >>> [row.label for row in score_table(GAME.begin(2))]
    ['Blue: squares left', 'Red: squares left', 'Green: squares left', 'Yellow: squares left']
    """
    rows = list[ScoreRow]()
    for color, state in position.colors:
        if color.seat is None:
            continue
        score = color_score(state, position.options.scoring)
        name = position.options.ink(color).name.capitalize()
        for label, points in _parts(score, _BASE[position.options.scoring]):
            rows.append(ScoreRow(f"{name}: {label}", replace_at((None,) * position.seats, color.seat, points)))
    return tuple(rows)


def _parts(score: ColorScore, base: str) -> list[tuple[str, int]]:
    bonuses = (("all pieces placed", score.all_pieces), ("one square last", score.last_monomino))
    return [(base, score.base), *((label, points) for label, points in bonuses if points)]


def terms(position: BlokusPosition, seat: int) -> tuple[Term, ...]:
    """Squares, corners and room of the own colors, and corners and room of the others."""
    board, taken = position.variant.board, position.taken
    placed, corners, room = 0, [0, 0], [0, 0]
    for color, state in position.colors:
        side = int(color.seat != seat)
        placed += 0 if side else ALL_SQUARES - hand_squares(state.hand)
        if not state.is_out:
            found = reachable(board, state, taken)
            corners[side] += found[0].bit_count()
            room[side] += found[1].bit_count()
    counted = (
        ("opens {n} corner{s}", "uses up {n} corner{s}", _CORNER, corners[0]),
        ("makes room of {n} square{s}", "gives up room of {n} square{s}", _REACH, room[0]),
        ("takes {n} corner{s} from the others", "leaves the others {n} more corner{s}", _CORNER, -corners[1]),
        ("takes room of {n} square{s} away", "leaves the others {n} more square{s}", _REACH, -room[1]),
    )
    terms = (Term(gain, loss, weight * amount, amount) for gain, loss, weight, amount in counted)
    return (Term("places {n} square{s}", "", float(placed)), *terms)
