"""Tuples with one element replaced."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of the tuple with another item at that index.

    >>> replace_at(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*items[:index], item, *items[index + 1 :])
