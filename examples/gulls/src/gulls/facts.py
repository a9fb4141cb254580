"""The cards, the fish, and every possible move."""

from __future__ import annotations

HAND = 5
"""Cards a gull is dealt, and so the number of fish."""
CARDS = range(1, 13)
DECK = tuple(sorted((*CARDS, *CARDS)))
FISH = tuple("123456")
DIVES = tuple(f"dive {card}" for card in CARDS)


def without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that are left when some are taken out, in their order.

    >>> without((1, 1, 2, 3), (1, 3))
    (1, 2)
    """
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
