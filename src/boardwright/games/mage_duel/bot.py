"""How good a duel looks: booked points, and what the open structures will probably do to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import tanh

from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import BLUE, CITY, EMPTY, FACES, FIELD, NODE_POINTS
from boardwright.games.mage_duel.fits import FITTING
from boardwright.games.mage_duel.grid import CELLS, NEAR, SIZE
from boardwright.games.mage_duel.moves import SKIP, Move, Place, places
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import joker_bonus, totals

_GRIP = 2.0
"""How much every open edge loosens the hold of the side that leads in a structure, in edges of lead."""
_FLEXIBLE = 10.0
"""What a joker is worth beyond its price while the whole board is still empty."""
_CERTAIN = 1000.0
_TEMPO = 3.3
"""What it is worth to be on turn: half of what a good move gains, so that a move alone changes nothing on average."""
_LUCK, _LUCK_AHEAD = 20.0, 50.0
"""How many points of margin the rest of the duel is good for: at its end, and more while the board is empty."""


def _telling(lays: tuple[int, ...]) -> tuple[int, ...]:
    """Of the lays that fit somewhere, the one with most city edges and the one that leads on least."""
    if not lays:
        return ()
    most = max(lays, key=lambda lay: FACES[lay].count(CITY))
    least = max(lays, key=lambda lay: FACES[lay].count(FIELD))
    return (most,) if most == least else (most, least)


_TELLING = tuple(map(_telling, FITTING))
_JOKERS = places(joker=True)


def evaluate(position: MageDuelPosition, seat: int) -> float:
    """The expected margin, squeezed into -1..1; the real result when the duel is over.

    Who leads in a structure takes the other side's points in it when it is settled. The lead is the safer, the
    larger it is and the fewer edges are open; at the end of the game every lead wins.
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()[seat]
    margin = expected_margin(position.board)
    empty = 1 - len(position.board.order) / CELLS
    margin += (position.jokers[0] - position.jokers[1]) * joker_worth(position)
    if len(position.actors) == 1:
        margin += _TEMPO if position.actors[0] == BLUE else -_TEMPO
    value = tanh(margin / (_LUCK + _LUCK_AHEAD * empty))
    return value if seat == BLUE else -value


def joker_worth(position: MageDuelPosition) -> float:
    """What a joker in hand will bring in the end: the more, the longer the duel still takes."""
    return position.options.joker_price + _FLEXIBLE * (1 - len(position.board.order) / CELLS)


def expected_margin(board: Board) -> float:
    """By how many points Blue will probably lead, jokers apart."""
    empty = 1 - len(board.order) / CELLS
    (blue_city, blue_road), (red_city, red_road) = board.scores
    margin = float(blue_city + blue_road - red_city - red_road)
    for kind, blue, red, open_, _ in board.structures.values():
        if blue and red and open_ and blue != red:
            lead = (blue - red) / NODE_POINTS[kind]
            loose = _GRIP * open_ * empty
            margin += lead / (abs(lead) + loose) * (red if blue > red else blue) * 2
    return margin


def shortlist(position: MageDuelPosition, seat: int) -> Collection[Move]:
    """The tile, the skip, and of hundreds of jokers those that grow or close the greatest city."""
    tile = position.placements()
    if not position.jokers[seat]:
        return (*tile, SKIP)
    board = position.board
    telling = [_JOKERS[cell][lay] for cell in _at_greatest_city(board) for lay in _TELLING[board.frames[cell]]]
    return (*tile, *telling, SKIP)


def _at_greatest_city(board: Board) -> Iterator[int]:
    """The empty cells at which the city with most points in it can grow."""
    cities = [
        (each.blue + each.red, root) for root, each in board.structures.items() if each.kind == CITY and each.open
    ]
    if not cities:
        return
    greatest, parents, cells = max(cities)[1], board.parents, board.cells
    for cell, frame in enumerate(board.frames):
        for edge, other, facing in NEAR[cell] if frame else ():
            if frame >> 2 * edge & 3 == CITY and cells[other] != EMPTY:
                root = other * 4 + facing
                while parents[root] != root:
                    root = parents[root]
                if root == greatest:
                    yield cell
                    break


def promise(move: Move, position: MageDuelPosition) -> float:
    """The margin after the move, with a joker's worth taken off."""
    side = position.actors[0]
    if not isinstance(move, Place):
        return _after_skip(position, side)
    board, _ = position.board.lay(move.col * SIZE + move.row, move.tile * 4 + move.rotation, side)
    margin = expected_margin(board) if side == BLUE else -expected_margin(board)
    return margin - joker_worth(position) if move.joker else margin


def _after_skip(position: MageDuelPosition, side: int) -> float:
    """The margin stays as it is; but a second skip ends the duel, and any margin will do."""
    if not position.last_skipped:
        margin = expected_margin(position.board)
        return margin if side == BLUE else -margin
    board, _ = position.board.settled()
    blue, red = totals(board.scores, joker_bonus(position.jokers, position.options.joker_price))
    margin = blue - red if side == BLUE else red - blue
    return _CERTAIN * ((margin > 0) - (margin < 0))
