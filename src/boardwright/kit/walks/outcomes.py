"""Some of the outcomes of a chance node: all of a distribution, or a few of a deal."""

from __future__ import annotations

from random import Random

from boardwright.core.chance.deal import Chances, Deal

_DEALS = 8


def some_outcomes(chances: Chances, rng: Random, most: int | None = None) -> list[str]:
    """Different outcomes, at most that many; None is all, and of a deal a few.

    Two random deals look different to everybody. So those of a deal are one random deal, and others that differ from
    it in two cards only: whoever sees neither of these cards cannot tell the deals apart.

    >>> from boardwright.core.chance.distribution import Distribution
    >>> some_outcomes(Distribution.uniform(("heads", "tails")), Random(0))
    ['heads', 'tails']
    >>> some_outcomes(Deal.hands("AB", seats=2, each=1), Random(0))
    ['B/A/', 'A/B/']
    """
    if isinstance(chances, Deal):
        return _deals(chances, rng, most or _DEALS)
    outcomes = list(chances.outcomes)
    return outcomes if most is None or len(outcomes) <= most else rng.sample(outcomes, most)


def _deals(deal: Deal, rng: Random, most: int) -> list[str]:
    cards = rng.sample(deal.cards, len(deal.cards))
    found = {deal.text(cards): None}
    places = [place for place, _ in enumerate(cards)]
    for _ in range(4 * most if len(places) > 1 else 0):
        one, two = rng.sample(places, 2)
        swapped = list(cards)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        found[deal.text(swapped)] = None
    return list(found)[:most]
