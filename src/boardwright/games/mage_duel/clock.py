"""The game's own clock: three windows after the last move, in whole seconds, with the time handed in."""

from __future__ import annotations

TURN, MISSED, ABANDONED = range(3)
"""The side to move may act; it missed its turn and the waiting side may act; only the end can be claimed."""


def window(last: int | None, at: int | None, move_time: int) -> int:
    """Which window the time `at` (milliseconds) is in, after an update at `last` (seconds).

    Without a time, a last update or a time limit no clock runs and it is always the turn of the side to move.

    >>> [window(1000, at * 1000, 65) for at in (1000, 1065, 1066, 1130, 1131)]
    [0, 0, 1, 1, 2]
    >>> window(1000, None, 65), window(None, 5_000_000, 65), window(1000, 5_000_000, 0)
    (0, 0, 0)
    """
    if at is None or last is None or not move_time:
        return TURN
    passed = at // 1000 - last
    if passed <= move_time:
        return TURN
    return MISSED if passed <= 2 * move_time else ABANDONED


def stamp(last: int | None, at: int | None) -> int | None:
    """The time of the last update after an action at `at`: where no clock is read, it stays."""
    return last if at is None else at // 1000
