"""What bots know: how good a position looks, which moves are worth a look, and quick play-outs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter

from boardwright.core.chance import Rng
from boardwright.core.heuristics import Heuristics
from boardwright.core.position import applied
from boardwright.games.mage_duel import learned
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.evaluation_margin import gain
from boardwright.games.mage_duel.facts import BLUE, CITY, EMPTY, FACES, FIELD, TILES
from boardwright.games.mage_duel.fit_tables import FITTING
from boardwright.games.mage_duel.grid import ACROSS
from boardwright.games.mage_duel.moves import SKIP, MageDuelMove, Place, places
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import joker_bonus, totals

FLEXIBLE = 10.0
"""What a joker is worth beyond its price while the whole board is still empty."""
CERTAIN = 1000.0
PLAYOUT_WEIGHT = 0.5
"""The share of the play-out in the value of a new node; the rest is the evaluation."""
PLAYOUT_MOVES = 16
"""How many moves a playout makes before the position is evaluated."""


def _key_lays(lays: tuple[int, ...]) -> tuple[int, ...]:
    """From the lays that fit, keep the one with most city edges and the one that blocks most (most fields)."""
    if not lays:
        return ()
    most = max(lays, key=lambda lay: FACES[lay].count(CITY))
    least = max(lays, key=lambda lay: FACES[lay].count(FIELD))
    return (most,) if most == least else (most, least)


KEY_LAYS = tuple(map(_key_lays, FITTING))
_JOKERS = places(joker=True)


def joker_worth(position: MageDuelPosition) -> float:
    """What a joker in hand is worth: the more, the emptier the board."""
    return position.options.joker_price + FLEXIBLE * position.board.emptiness


def _key_jokers(position: MageDuelPosition, seat: int) -> list[Place]:
    if not position.jokers[seat]:
        return []
    frames = position.board.frames
    return [_JOKERS[cell][lay] for cell in _at_largest_city(position.board) for lay in KEY_LAYS[frames[cell]]]


def _at_largest_city(board: Board) -> Iterable[int]:
    """The empty cells at which the city with most points in it can grow; of equal cities the first one counts."""
    growing: dict[int, list[int]] = {}
    cells, structures = board.cells, board.structures
    for cell, frame in enumerate(board.frames):
        for edge in range(4) if frame else ():
            node = ACROSS[cell][edge]
            if frame >> 2 * edge & 3 == CITY and node >= 0 and cells[node >> 2] != EMPTY:
                growing.setdefault(board.root(node), []).append(cell)
    if not growing:
        return ()
    return dict.fromkeys(growing[max(growing, key=lambda root: structures[root].blue + structures[root].red)])


def _priors(position: MageDuelPosition, seat: int) -> Iterator[tuple[float, MageDuelMove]]:
    """The moves worth searching, each with its prior."""
    board, worth = position.board, joker_worth(position)
    yield _after_skip(position, seat), SKIP
    for move in position.placements():
        yield _gained(board, move, seat), move
    for move in _key_jokers(position, seat):
        yield _gained(board, move, seat) - worth, move


def _gained(board: Board, move: Place, side: int) -> float:
    return gain(board, move.cell, move.lay, side)


def _after_skip(position: MageDuelPosition, side: int) -> float:
    """The prior of a skip: nothing, unless it ends the duel; then only the sign of the margin matters."""
    if not position.last_skipped:
        return 0.0
    board, _contests = position.board.settled()
    blue, red = totals(board.scores, joker_bonus(position.jokers, position.options.joker_price))
    margin = blue - red if side == BLUE else red - blue
    return CERTAIN * ((margin > 0) - (margin < 0))


class MageDuelHeuristics(Heuristics[MageDuelPosition]):
    """The learned evaluation, the moves worth a look with their priors, and play-outs of some moves."""

    def evaluate(self, position: MageDuelPosition, seat: int) -> float:
        """The learned prospects of a seat, between -1 and 1; the real result when the duel is over."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.payoffs()[seat]
        value = learned.value(position)
        return value if seat == BLUE else -value

    def prior(self, move: MageDuelMove, position: MageDuelPosition) -> float:
        """What the move gains, with a joker's worth taken off."""
        side = position.actors[0]
        if not isinstance(move, Place):
            return _after_skip(position, side)
        gained = _gained(position.board, move, side)
        return gained - joker_worth(position) if move.joker else gained

    def search_moves(self, position: MageDuelPosition, seat: int) -> Collection[MageDuelMove]:
        """All placements of the top tile, the skip, and the few jokers that extend or close the largest city."""
        return (*position.placements(), *_key_jokers(position, seat), SKIP)

    def playout(self, position: MageDuelPosition, rng: Rng) -> tuple[float, float]:
        """Makes a few moves, each the one with the best prior; returns the payoffs of both sides.

        They are between the evaluations before and after these moves.
        """
        before = self.evaluate(position, BLUE)
        for _ in range(PLAYOUT_MOVES):
            if not position.actors:
                break
            seat = position.actors[0]
            position = applied(position, max(_priors(position, seat), key=itemgetter(0))[1], seat)
            if position.drawing:
                position = position.after_chance(TILES[rng.choice(position.deck)])
        worth = before + PLAYOUT_WEIGHT * (self.evaluate(position, BLUE) - before)
        return worth, -worth


BOT = MageDuelHeuristics()
