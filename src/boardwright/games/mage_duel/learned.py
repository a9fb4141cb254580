"""What self-play taught: how likely Blue is to win, from facts that are counted on the board.

The facts come in two kinds. Odd ones change their sign when the sides change places, such as a lead; even ones do not,
such as the share of empty cells. The network is built so that its value is odd too: both sides judge alike.
`tools/train_mage_duel.py` finds the weights. The compiled kernel computes the same.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import tanh
from operator import mul
from typing import Final

import msgspec

from boardwright.games.mage_duel.evaluation_margin import GRIP, won
from boardwright.games.mage_duel.facts import BLUE, CITY, NODE_POINTS, ROAD
from boardwright.games.mage_duel.position import MageDuelPosition

ODD, EVEN, NEURONS = 18, 10, 12
_GRIPS: Final = (0.5, 1.0)
_LARGE: Final = 60
"""More points in the largest cities make no difference."""
_NOTHING: Final = (0, 0, 0, 0)


class Neuron(msgspec.Struct, frozen=True):
    """The weights of the facts, a bias, and what the neuron adds to the value."""

    odd: tuple[float, ...]
    even: tuple[float, ...]
    bias: float
    output: float


@cache
def weights() -> tuple[Neuron, ...]:
    """The weights that come with the game."""
    text = resources.files("boardwright.games.mage_duel").joinpath("weights.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Neuron, ...])


def facts(position: MageDuelPosition) -> tuple[list[float], list[float]]:
    """The odd facts from Blue's side, and the even ones.

    Odd: leads in closed structures, in open cities and roads of one side and their open edges, in contested structures,
    what contests will probably move at three grips, jokers by their price, whose turn it is; of the two largest open
    cities the lead in three forms; the lead in the largest open road. Even: emptiness, jokers, then of the same cities
    their points, open edges and the points of the weaker side, and of the road its points and open edges.
    """
    board = position.board
    grip = GRIP * board.emptiness
    closed = contested = 0
    lead, edges, moved = [0, 0, 0], [0, 0, 0], [0.0, 0.0, 0.0]
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
    odd = [closed, lead[CITY], lead[ROAD], edges[CITY], edges[ROAD], contested, *moved, price * (own - other), turn]
    even = [board.emptiness, own + other]
    for total, weaker, open_, blue in cities:
        ahead = 2 * blue - total
        odd += [ahead, ((ahead > 0) - (ahead < 0)) * min(total, _LARGE), ahead / (total + 2)]
        even += [total, open_, weaker]
    total, _, open_, blue = road
    return [*odd, 2 * blue - total], [*even, total, open_]


def value(position: MageDuelPosition) -> float:
    """Blue's prospects, between -1 and 1.

    >>> from boardwright.games.mage_duel import GAME
    >>> value(GAME.begin())
    0.0
    """
    odd, even = facts(position)
    total = 0.0
    for neuron in weights():
        ahead = sum(map(mul, neuron.odd, odd))
        common = sum(map(mul, neuron.even, even), neuron.bias)
        total += neuron.output * (_soft(common + ahead) - _soft(common - ahead))
    return tanh(total)


def _soft(number: float) -> float:
    return number / (1 + abs(number))
