"""How good a duel looks: booked points, and what the open structures will probably do to them."""

from __future__ import annotations

from boardwright.games.mage_duel.facts import BLUE, NODE_POINTS
from boardwright.games.mage_duel.grid import CELLS, SIZE
from boardwright.games.mage_duel.moves import Move, Place
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import immediate_points

_GRIP = 2.0
"""How much every open edge loosens the hold of the side that leads in a structure, in edges of lead."""
_FLEXIBLE = 22.0
"""What a joker is worth beyond its price while the whole board is still empty."""
_SCALE = 30.0
"""The margin at which a duel looks two thirds won."""


def evaluate(position: MageDuelPosition, seat: int) -> float:
    """The expected margin, squeezed into -1..1; the real result when the duel is over.

    Who leads in a structure takes the other side's points in it when it is settled. The lead is the safer, the
    larger it is and the fewer edges are open; at the end of the game every lead wins.
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()[seat]
    board = position.board
    empty = 1 - len(board.order) / CELLS
    (blue_city, blue_road), (red_city, red_road) = board.scores
    margin = float(blue_city + blue_road - red_city - red_road)
    for kind, blue, red, open_, _ in board.structures.values():
        if open_ and blue != red:
            lead = (blue - red) / NODE_POINTS[kind]
            loose = _GRIP * open_ * empty
            margin += lead / (abs(lead) + loose) * (red if blue > red else blue) * 2
    joker = position.options.joker_price + _FLEXIBLE * empty
    margin += (position.jokers[0] - position.jokers[1]) * joker
    value = margin / (abs(margin) + _SCALE / 2)
    return value if seat == BLUE else -value


def promise(move: Move, position: MageDuelPosition) -> float:
    """The points a move brings at once, less what a joker is worth; a skip comes last."""
    if not isinstance(move, Place):
        return -1.0
    board = position.board
    points = sum(immediate_points(board.border, move.col * SIZE + move.row, move.tile * 4 + move.rotation))
    return points - 8.0 if move.joker else float(points)
