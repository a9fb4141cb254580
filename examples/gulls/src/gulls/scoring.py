"""Who catches a fish."""

from __future__ import annotations


def catcher(dive: tuple[int, ...]) -> int | None:
    """The seat with the highest card that nobody else has laid; None if all cards cancel each other.

    >>> catcher((9, 4, 9)), catcher((3, 3))
    (1, None)
    """
    alone = [card for card in dive if dive.count(card) == 1]
    return dive.index(max(alone)) if alone else None


def caught(dives: tuple[tuple[int, ...], ...], fish: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """What each seat has caught so far.

    >>> caught(((9, 4, 9), (1, 2, 3)), (6, 2), 3)
    (0, 6, 2)
    """
    worth = [0] * seats
    for dive, value in zip(dives, fish, strict=False):
        seat = catcher(dive)
        if seat is not None:
            worth[seat] += value
    return tuple(worth)
