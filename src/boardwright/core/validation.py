"""Conditions on what comes from elsewhere."""

from __future__ import annotations


def check(holds: bool, text: str) -> None:
    """Raises ValueError with that text unless the condition holds.

    It is for the `__post_init__` of options, whose messages it completes.

    >>> check(1 + 1 == 2, "one and one are not two")
    >>> check(1 + 1 == 3, "one and one are not three")
    Traceback (most recent call last):
        ...
    ValueError: one and one are not three
    """
    if not holds:
        raise ValueError(text)
