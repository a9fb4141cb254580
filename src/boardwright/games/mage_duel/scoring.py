"""Points: what a tile brings at once, what contests move, and the final totals.

A score is a pair (city points, road points).
"""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.games.mage_duel.facts import BLUE, CITY, FACES, NODE_POINTS, POINTS, RED
from boardwright.games.mage_duel.grid import RIM
from boardwright.games.mage_duel.structure import Contest

Score = tuple[int, int]
Scores = tuple[Score, Score]

NOTHING: Scores = ((0, 0), (0, 0))


def border_points(border: bytes, cell: int, lay: int) -> Score:
    """What the edges lying against border slots of their own kind bring."""
    city = road = 0
    faces = FACES[lay]
    for edge, slot in RIM[cell]:
        face = border[slot]
        if face and face == faces[edge]:
            if face == CITY:
                city += NODE_POINTS[face]
            else:
                road += NODE_POINTS[face]
    return city, road


def immediate_points(border: bytes, cell: int, lay: int) -> Score:
    """What laying a tile brings at once: its own points and those of the border.

    >>> immediate_points(bytes(32), 0, 5 * 4)  # CCRR between mountains
    (4, 2)
    """
    city, road = POINTS[lay >> 2]
    if RIM[cell]:
        more_city, more_road = border_points(border, cell, lay)
        return city + more_city, road + more_road
    return city, road


def credit(scores: Scores, side: int, points: Score) -> Scores:
    """The scores with these points added for one side."""
    city, road = scores[side]
    new = (city + points[0], road + points[1])
    return (new, scores[RED]) if side == BLUE else (scores[BLUE], new)


def transfer(scores: Scores, contests: Iterable[Contest]) -> Scores:
    """The scores after contests: every delta goes from the loser to the winner, in its own category."""
    for contest in contests:
        if contest.winner is not None and contest.delta:
            gain = contest.delta
            points = (gain, 0) if contest.kind == CITY else (0, gain)
            scores = credit(scores, contest.winner, points)
            scores = credit(scores, 1 - contest.winner, (-points[0], -points[1]))
    return scores


def joker_bonus(jokers: tuple[int, int], price: int) -> tuple[int, int]:
    """What unused jokers are worth at the end."""
    return jokers[BLUE] * price, jokers[RED] * price


def totals(scores: Scores, bonus: tuple[int, int]) -> tuple[int, int]:
    """City, road and joker points together.

    >>> totals(((10, 4), (8, 9)), (0, 5))
    (14, 22)
    """
    return sum(scores[BLUE]) + bonus[BLUE], sum(scores[RED]) + bonus[RED]
