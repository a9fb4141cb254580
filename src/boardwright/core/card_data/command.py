"""Moves that are commands: a word and numbers, as players type them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, TypeAlias

import msgspec

Args: TypeAlias = tuple[int, ...]
"""The numbers of a command as the rules count them, from 0."""
_SHAPE = re.compile(r"[a-z]+(?: [0-9]{1,18})*")
_LONGEST = 200


class Command(msgspec.Struct, frozen=True):
    """A command with its numbers, which count from 1. It need not exist at the moment.

    >>> str(Command("place", (2, 5))), Command.read("place  2 5")
    ('place 2 5', None)
    """

    word: str
    numbers: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.word, *map(str, self.numbers)))

    @property
    def args(self) -> Args:
        """The numbers as the rules count them, from 0."""
        return tuple([number - 1 for number in self.numbers])

    @staticmethod
    def read(text: str) -> Command | None:
        """Read a command, with one blank between its parts and none around them; None for any other text."""
        return _read(text) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _read(text: str) -> Command | None:
    if not _SHAPE.fullmatch(text):
        return None
    word, *numbers = text.split(" ")
    return Command(word, tuple(map(int, numbers)))
