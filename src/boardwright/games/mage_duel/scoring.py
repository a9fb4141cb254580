"""Points: what each side has in its structures, and the final totals.

A score is a pair (city points, road points). Points are kept in the structures, where contests move them.
"""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.games.mage_duel.facts import BLUE, CITY, RED
from boardwright.games.mage_duel.structure import Structure

Score = tuple[int, int]
Scores = tuple[Score, Score]
ENDINGS = {
    "exhausted": "All tiles and jokers are laid.",
    "full_board": "The board is full.",
    "double_skip": "Both mages skipped.",
    "timeout_claim": "A mage stayed away too long.",
}
"""Why a duel ends, in words."""


def scores_of(structures: Iterable[Structure]) -> Scores:
    """The scores of Blue and Red: the sums of their points over all cities and over all roads."""
    blue_city = blue_road = red_city = red_road = 0
    for kind, blue, red, _, _ in structures:
        if kind == CITY:
            blue_city += blue
            red_city += red
        else:
            blue_road += blue
            red_road += red
    return (blue_city, blue_road), (red_city, red_road)


def joker_bonus(jokers: tuple[int, int], price: int) -> tuple[int, int]:
    """What unused jokers are worth at the end."""
    return jokers[BLUE] * price, jokers[RED] * price


def totals(scores: Scores, bonus: tuple[int, int]) -> tuple[int, int]:
    """City, road and joker points together.

    >>> totals(((10, 4), (8, 9)), (0, 5))
    (14, 22)
    """
    return sum(scores[BLUE]) + bonus[BLUE], sum(scores[RED]) + bonus[RED]
