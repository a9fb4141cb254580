"""Knowledge of bots: the margin to expect, the learned value, the moves worth a look, play-outs; scores in words.

The side that leads in a structure takes the other side's points in it when it is settled. A lead is safer the larger
it is and the fewer edges are open; at the end of the game every lead wins.

What self-play taught is how likely Blue is to win, from features that are counted on the board. Odd ones change their
sign when the sides change places, such as a lead; even ones do not, such as the share of empty cells. The network is
built so that its value is odd too: both sides judge alike. `tools/train_mage_duel.py` finds the weights. The compiled
kernel computes the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib import resources
from math import tanh
from operator import itemgetter, mul
from typing import Final

import msgspec

from boardwright.core.chance.distribution import Rng
from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.core.rules.position import applied
from boardwright.core.search.heuristics import Heuristics
from boardwright.games.mage_duel import facts
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import ACROSS, BLUE, CELLS, CITY, EMPTY, FACES, FIELD, GROUPS, NODE_POINTS, TILES
from boardwright.games.mage_duel.moves import SKIP, MageDuelMove, Place, places
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import Contest

GRIP = 2.0
"""The weight of an open edge, which loosens the hold of the side that leads in a structure, in edges of lead."""
FLEXIBLE = 10.0
"""The worth of a joker beyond its price while the whole board is still empty."""
CERTAIN = 1000.0
PLAYOUT_WEIGHT = 0.5
"""The share of the play-out in the value of a new node; the rest is the evaluation."""
PLAYOUT_MOVES = 16
"""The moves that a play-out makes before the position is evaluated."""
ODD, EVEN, NEURONS = 18, 10, 12
_GRIPS: Final = (0.5, 1.0)
_LARGE: Final = 60
"""More points in the largest cities make no difference."""
_NOTHING: Final = (0, 0, 0, 0)


def expected_margin(board: Board) -> float:
    """Return by how many points Blue will probably lead, without jokers."""
    grip = GRIP * board.emptiness
    margin = 0.0
    for kind, blue, red, open_, _ in board.structures.values():
        margin += blue - red
        if blue and red and open_:
            margin += won(NODE_POINTS[kind], blue, red, grip * open_)
    return margin


def gain(board: Board, move: Place, side: int) -> float:
    """Return the growth of its side's expected margin by a tile, computed from the structures it touches.

    >>> gain(Board.bare(), Place(5, 0, 0, 0), BLUE)  # CCRR: a city of two edges and a road of two
    6.0
    """
    parents, cells, structures, border = board.parents, board.cells, board.structures, board.border
    across = ACROSS[move.cell]
    grip = GRIP * (1 - (len(board.order) + 1) / CELLS)
    total = 0.0
    for kind, edges in GROUPS[move.lay]:
        points = NODE_POINTS[kind]
        own = open_ = 0
        roots: list[int] = []
        for edge in edges:
            own += points
            root = across[edge]
            if root < 0:
                if border[~root] == kind:
                    own += points
            elif cells[root >> 2] == EMPTY:
                open_ += 1
            else:
                open_ -= 1
                while parents[root] != root:
                    root = parents[root]
                if root not in roots:
                    roots.append(root)
        blue, red = (own, 0) if side == BLUE else (0, own)
        total += blue - red
        for root in roots:
            _, more_blue, more_red, more_open, _ = structures[root]
            if more_blue and more_red:
                total -= won(points, more_blue, more_red, grip * more_open)
            blue += more_blue
            red += more_red
            open_ += more_open
        if blue and red:
            total += won(points, blue, red, grip * open_)
    return total if side == BLUE else -total


def won(points: int, blue: int, red: int, loose: float) -> float:
    """Return the points that a contest will probably add to the margin: all it can if nothing is loose."""
    lead = (blue - red) / points
    if lead > 0:
        return 2 * red * lead / (lead + loose)
    return 2 * blue * lead / (loose - lead) if lead else 0.0


class Neuron(msgspec.Struct, frozen=True):
    """The weights of the features, a bias, and what the neuron adds to the value."""

    odd: tuple[float, ...]
    even: tuple[float, ...]
    bias: float
    output: float


@cache
def weights() -> tuple[Neuron, ...]:
    """Return the weights that come with the game."""
    text = resources.files("boardwright.games.mage_duel").joinpath("weights.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Neuron, ...])


def features(position: MageDuelPosition) -> tuple[list[float], list[float]]:
    """Return the odd features from Blue's side, and the even ones.

    Odd: leads in closed structures, in open cities and roads of one side and their open edges, in contested structures,
    what contests will probably move at three grips, jokers by their price, whose turn it is; of the two largest open
    cities the lead in three forms; the lead in the largest open road. Even: emptiness, jokers, then of the same cities
    their points, open edges and the points of the weaker side, and of the road its points and open edges.
    """
    board = position.board
    grip = GRIP * board.emptiness
    closed = contested = 0
    lead, edges, moved = dict.fromkeys(NODE_POINTS, 0), dict.fromkeys(NODE_POINTS, 0), [0.0, 0.0, 0.0]
    cities, road = [_NOTHING, _NOTHING], _NOTHING
    for kind, blue, red, open_, _ in board.structures.values():
        if not open_:
            closed += blue - red
            continue
        if blue and red:
            contested += blue - red
            for place, each in enumerate((*_GRIPS, grip)):
                moved[place] += won(NODE_POINTS[kind], blue, red, each * open_)
        else:
            lead[kind] += blue - red
            edges[kind] += open_ if blue else -open_
        size = (blue + red, min(blue, red), open_, blue)
        if kind != CITY:
            road = max(road, size)
        elif size > cities[1]:
            cities = sorted((cities[0], size), reverse=True)
    price, (own, other) = position.options.joker_price, position.jokers
    turn = 0 if position.last_side is None else -1 if position.last_side == BLUE else 1
    odd = [closed, *lead.values(), *edges.values(), contested, *moved, price * (own - other), turn]
    even = [board.emptiness, own + other]
    for total, weaker, open_, blue in cities:
        ahead = 2 * blue - total
        odd += [ahead, ((ahead > 0) - (ahead < 0)) * min(total, _LARGE), ahead / (total + 2)]
        even += [total, open_, weaker]
    total, _, open_, blue = road
    return [*odd, 2 * blue - total], [*even, total, open_]


def value(position: MageDuelPosition) -> float:
    """Return Blue's prospects, between -1 and 1.

    >>> from boardwright.games.mage_duel import GAME
    >>> value(GAME.begin())
    0.0
    """
    odd, even = features(position)
    total = 0.0
    for neuron in weights():
        ahead = sum(map(mul, neuron.odd, odd))
        common = sum(map(mul, neuron.even, even), neuron.bias)
        total += neuron.output * (_soft(common + ahead) - _soft(common - ahead))
    return tanh(total)


def _soft(number: float) -> float:
    return number / (1 + abs(number))


def _key_lays(lays: tuple[int, ...]) -> tuple[int, ...]:
    """Keep, of the lays that fit, the one with most city edges and the one that blocks most (most fields)."""
    if not lays:
        return ()
    most = max(lays, key=lambda lay: FACES[lay].count(CITY))
    least = max(lays, key=lambda lay: FACES[lay].count(FIELD))
    return (most,) if most == least else (most, least)


KEY_LAYS = tuple(map(_key_lays, facts.FITTING))
_JOKERS = places(joker=True)


def joker_worth(position: MageDuelPosition) -> float:
    """Return the worth of a joker in hand: the more, the emptier the board."""
    return position.options.joker_price + FLEXIBLE * position.board.emptiness


def _key_jokers(position: MageDuelPosition, seat: int) -> list[Place]:
    if not position.jokers[seat]:
        return []
    frames = position.board.frames
    return [_JOKERS[cell][lay] for cell in _at_largest_city(position.board) for lay in KEY_LAYS[frames[cell]]]


def _at_largest_city(board: Board) -> Iterable[int]:
    """Return the empty cells at which the city with most points can grow; of equal cities the first one counts."""
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
    """Yield the moves worth searching, each with its prior."""
    board, worth = position.board, joker_worth(position)
    yield _after_skip(position, seat), SKIP
    for move in position.placements():
        yield gain(board, move, seat), move
    for move in _key_jokers(position, seat):
        yield gain(board, move, seat) - worth, move


def _after_skip(position: MageDuelPosition, side: int) -> float:
    """Return the prior of a skip: nothing, unless it ends the duel; then only the sign of the margin matters."""
    if not position.last_skipped:
        return 0.0
    board, _contests = position.board.settled()
    blue, red = position.totals(board)
    margin = blue - red if side == BLUE else red - blue
    return CERTAIN * ((margin > 0) - (margin < 0))


class MageDuelHeuristics(Heuristics[MageDuelPosition]):
    """The learned evaluation, the moves worth a look with their priors, and play-outs of some moves."""

    def evaluate(self, position: MageDuelPosition, seat: int) -> float:
        """Return the learned prospects of a seat, between -1 and 1; the real result when the duel is over."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.payoffs()[seat]
        prospects = value(position)
        return prospects if seat == BLUE else -prospects

    def prior(self, move: MageDuelMove, position: MageDuelPosition) -> float:
        """Return the gain of the move, with a joker's worth taken off."""
        side = position.actors[0]
        if not isinstance(move, Place):
            return _after_skip(position, side)
        gained = gain(position.board, move, side)
        return gained - joker_worth(position) if move.joker else gained

    def search_moves(self, position: MageDuelPosition, seat: int) -> Collection[MageDuelMove]:
        """Return all placements of the top tile, the skip, and the few jokers that extend or close the largest city."""
        return (*position.placements(), *_key_jokers(position, seat), SKIP)

    def playout(self, position: MageDuelPosition, rng: Rng) -> tuple[float, float]:
        """Make a few moves, each the one with the best prior; return the payoffs of both sides.

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


def score_table(position: MageDuelPosition) -> tuple[ScoreRow, ...]:
    """Return the points that both sides built, every contest that moved some, and unused jokers at the end.

    >>> from boardwright.games.mage_duel import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Cities built', 'Roads built']
    """
    board, found = Board.bare(position.border), list[Contest]()
    for cell, tile, rotation, side in position.laid:
        board, more = board.lay(cell, tile * 4 + rotation, side)
        found += more
    if position.is_over:
        found += board.settled()[1]
    contests, nodes = [contest for contest in found if contest.delta], board.nodes()
    rows = [_built(position, contests, CITY, "Cities built"), _built(position, contests, facts.ROAD, "Roads built")]
    rows += [_contest_row(contest, nodes[board.root(contest.root)]) for contest in contests]
    if position.is_over:
        rows.append(ScoreRow("Unused jokers", position.joker_bonus))
    return tuple(rows)


def _built(position: MageDuelPosition, contests: list[Contest], kind: int, label: str) -> ScoreRow:
    """Return the points of cities or roads before contests moved them."""
    points = [score[kind - CITY] for score in position.board.scores]
    for contest in contests:
        if contest.kind == kind:
            points = [after - moved for after, moved in zip(points, _change(contest), strict=True)]
    return ScoreRow(label, tuple(points))


def _change(contest: Contest) -> tuple[int, int]:
    return (contest.delta, -contest.delta) if contest.winner == BLUE else (-contest.delta, contest.delta)


def _contest_row(contest: Contest, nodes: list[int]) -> ScoreRow:
    name, place = facts.FACE_NAMES[contest.kind].capitalize(), facts.CELL_NAMES[contest.root // 4]
    won, lost = max(contest.blue, contest.red), min(contest.blue, contest.red)
    winner, when = facts.SIDES[contest.winner or 0], " at the end" if contest.at_end else ""
    cells = tuple(dict.fromkeys(facts.CELL_NAMES[node // 4] for node in nodes))
    return ScoreRow(f"{name} at {place}: {winner} wins {won} to {lost}{when}", _change(contest), cells)


def terms(position: MageDuelPosition, seat: int) -> tuple[Term, ...]:
    """Return the points of both sides, what open contests will probably add, and the jokers."""
    blue, red = (sum(score) for score in position.board.scores)
    own, other, sign = (blue, red, 1) if seat == BLUE else (red, blue, -1)
    expected, jokers = expected_margin(position.board) - (blue - red), position.jokers[seat]
    return (
        Term("brings {n} point{s}", "costs {n} point{s}", float(own)),
        Term("takes {n} point{s} from the opponent", "gives the opponent {n} point{s}", -float(other)),
        Term("promises {n} point{s} in contests", "risks {n} point{s} in contests", sign * expected),
        Term("gains a joker", "spends a joker", float(jokers * max(1, position.options.joker_price)), jokers),
    )
