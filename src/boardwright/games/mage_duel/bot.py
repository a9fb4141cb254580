"""How good a duel looks: booked points, and what the open structures will probably do to them."""

from __future__ import annotations

from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import BLUE, NODE_POINTS
from boardwright.games.mage_duel.grid import CELLS, SIZE
from boardwright.games.mage_duel.moves import Move, Place
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import immediate_points

_GRIP = 2.0
"""How much every open edge loosens the hold of the side that leads in a structure, in edges of lead."""
_FLEXIBLE = 22.0
"""What a joker is worth beyond its price while the whole board is still empty."""
_TEMPO = 3.3
"""What it is worth to be on turn: half of what a good move gains, so that a move alone changes nothing on average."""
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
    margin = expected_margin(position.board)
    joker = position.options.joker_price + _FLEXIBLE * (1 - len(position.board.order) / CELLS)
    margin += (position.jokers[0] - position.jokers[1]) * joker
    if len(position.actors) == 1:
        margin += _TEMPO if position.actors[0] == BLUE else -_TEMPO
    value = _balance(margin)
    return value if seat == BLUE else -value


def expected_margin(board: Board) -> float:
    """By how many points Blue will probably lead, jokers apart."""
    empty = 1 - len(board.order) / CELLS
    (blue_city, blue_road), (red_city, red_road) = board.scores
    margin = float(blue_city + blue_road - red_city - red_road)
    for kind, blue, red, open_, _ in board.structures.values():
        if open_ and blue != red:
            lead = (blue - red) / NODE_POINTS[kind]
            loose = _GRIP * open_ * empty
            margin += lead / (abs(lead) + loose) * (red if blue > red else blue) * 2
    return margin


def _balance(margin: float) -> float:
    """A margin squeezed into -1..1."""
    return margin / (abs(margin) + _SCALE / 2)


def promise(move: Move, position: MageDuelPosition) -> float:
    """The margin after the move; jokers, of which there are too many to lay them all, after that, a skip last."""
    if not isinstance(move, Place):
        return -3.0
    board, side = position.board, position.actors[0]
    cell, lay = move.col * SIZE + move.row, move.tile * 4 + move.rotation
    if move.joker:
        return -2.0 + sum(immediate_points(board.border, cell, lay)) / 100
    laid, _ = board.lay(cell, lay, side)
    value = _balance(expected_margin(laid))
    return value if side == BLUE else -value
