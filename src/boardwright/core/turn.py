"""Whose turn it is after an entry, as clocks need to know it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Turn(NamedTuple):
    """The seats that are to act, and whether the entry began a turn.

    >>> str(Turn((0, 1), True)), read_turn("0,1*") == Turn((0, 1), True), read_turn("") == Turn((), False)
    ('0,1*', True, True)
    """

    actors: tuple[int, ...]
    begins: bool

    def __str__(self) -> str:
        return ",".join(map(str, self.actors)) + "*" * self.begins


@lru_cache(maxsize=1024)
def read_turn(text: str) -> Turn:
    """The turn of that text; ValueError if it is not one."""
    seats = text.removesuffix("*")
    return Turn(tuple(map(int, seats.split(","))) if seats else (), text.endswith("*"))
