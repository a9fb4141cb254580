"""Rows of things that never change."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replace_at(row: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """A row like that, with another thing at one place.

    >>> replace_at(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*row[:place], thing, *row[place + 1 :])
