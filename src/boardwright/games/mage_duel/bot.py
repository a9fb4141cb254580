"""How good a duel looks: booked points, and what the open structures will probably do to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import tanh
from operator import itemgetter

from boardwright.core.chance import Rng
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.evaluation_margin import expected_margin, gain
from boardwright.games.mage_duel.facts import BLUE, CITY, EMPTY, FACES, FIELD, TILES
from boardwright.games.mage_duel.fit_tables import FITTING
from boardwright.games.mage_duel.grid import NEAR, SIZE
from boardwright.games.mage_duel.moves import SKIP, Move, Place, places
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import joker_bonus, totals

_FLEXIBLE = 10.0
"""What a joker is worth beyond its price while the whole board is still empty."""
_CERTAIN = 1000.0
_TEMPO = 3.3
"""What it is worth to be on turn: half of what a good move gains, so that a move alone changes nothing on average."""
_LUCK, _LUCK_AHEAD = 20.0, 50.0
"""How many points of margin the rest of the duel is good for: at its end, and more while the board is empty."""
_FORESIGHT = 16
"""How many moves are imagined before a position is judged."""


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
    """The expected margin, squeezed into -1..1; the real result when the duel is over."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()[seat]
    margin = expected_margin(position.board)
    margin += (position.jokers[0] - position.jokers[1]) * joker_worth(position)
    if len(position.actors) == 1:
        margin += _TEMPO if position.actors[0] == BLUE else -_TEMPO
    value = tanh(margin / (_LUCK + _LUCK_AHEAD * position.board.emptiness))
    return value if seat == BLUE else -value


def joker_worth(position: MageDuelPosition) -> float:
    """What a joker in hand will bring in the end: the more, the longer the duel still takes."""
    return position.options.joker_price + _FLEXIBLE * position.board.emptiness


def search_moves(position: MageDuelPosition, seat: int) -> Collection[Move]:
    """The tile, the skip, and of hundreds of jokers those that grow or close the greatest city."""
    return (*position.placements(), *_telling_jokers(position, seat), SKIP)


def _telling_jokers(position: MageDuelPosition, seat: int) -> list[Place]:
    if not position.jokers[seat]:
        return []
    frames = position.board.frames
    return [_JOKERS[cell][lay] for cell in _at_greatest_city(position.board) for lay in _TELLING[frames[cell]]]


def _at_greatest_city(board: Board) -> Iterator[int]:
    """The empty cells at which the city with most points in it can grow."""
    cities = [
        (each.blue + each.red, root) for root, each in board.structures.items() if each.kind == CITY and each.open
    ]
    if not cities:
        return
    greatest, cells = max(cities)[1], board.cells
    for cell, frame in enumerate(board.frames):
        for edge, other, facing in NEAR[cell] if frame else ():
            if frame >> 2 * edge & 3 == CITY and cells[other] != EMPTY and board.root(other * 4 + facing) == greatest:
                yield cell
                break


def playout(position: MageDuelPosition, rng: Rng) -> tuple[float, float]:
    """Some moves further, each the most promising one: what both sides may then expect."""
    for _ in range(_FORESIGHT):
        if not position.actors:
            break
        seat = position.actors[0]
        position = position.after(max(_promises(position, seat), key=itemgetter(0))[1], seat)
        if position.drawing:
            position = position.after_chance(TILES[rng.choice(position.deck)])
    worth = evaluate(position, BLUE)
    return worth, -worth


def _promises(position: MageDuelPosition, seat: int) -> Iterator[tuple[float, Move]]:
    """The moves worth searching, each with its prior."""
    board, worth = position.board, joker_worth(position)
    yield _after_skip(position, seat), SKIP
    for move in position.placements():
        yield _gained(board, move, seat), move
    for move in _telling_jokers(position, seat):
        yield _gained(board, move, seat) - worth, move


def move_prior(move: Move, position: MageDuelPosition) -> float:
    """What the move gains, with a joker's worth taken off."""
    side = position.actors[0]
    if not isinstance(move, Place):
        return _after_skip(position, side)
    gained = _gained(position.board, move, side)
    return gained - joker_worth(position) if move.joker else gained


def _gained(board: Board, move: Place, side: int) -> float:
    return gain(board, move.col * SIZE + move.row, move.tile * 4 + move.rotation, side)


def _after_skip(position: MageDuelPosition, side: int) -> float:
    """A skip gains nothing; but a second one ends the duel, and any margin will do."""
    if not position.last_skipped:
        return 0.0
    board, _ = position.board.settled()
    blue, red = totals(board.scores, joker_bonus(position.jokers, position.options.joker_price))
    margin = blue - red if side == BLUE else red - blue
    return _CERTAIN * ((margin > 0) - (margin < 0))
