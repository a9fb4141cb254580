"""Moves that are commands: a word and numbers, as players type them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any, Self, TypeAlias, TypeVar

import msgspec

from boardwright.core.moves import Move
from boardwright.core.moves.gesture import Gesture, Press

Args: TypeAlias = tuple[int, ...]
"""The numbers of a command as the rules count them, from 0."""
_SHAPE = re.compile(r"[a-z]+(?: [0-9]{1,18})*")
_LONGEST = 200


class Command(Move, frozen=True, cache_hash=True):
    """A command with its numbers, which count from 1. It need not exist at the moment.

    A game makes a subclass of its own: `all` lists its commands, `words` and `gesture` say more than their texts.

    >>> str(Command("place", (2, 5))), Command.parse("place 2 5", None), Command.parse("place  2 5", None)
    ('place 2 5', Command(word='place', numbers=(2, 5)), None)
    """

    word: str
    numbers: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()

    def __str__(self) -> str:
        return _text(self)

    @property
    def args(self) -> Args:
        """The numbers as the rules count them, from 0."""
        return _args(self.numbers)

    def words(self, position: Any) -> str:
        """Return the text."""
        return str(self)

    def gesture(self, position: Any) -> Gesture:
        """Return the press of a button that is named like the text."""
        return Press(str(self))

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Self | None:
        """Return the command that a button is named like."""
        move = cls.parse(gesture.part, position) if isinstance(gesture, Press) else None
        return move if move is not None and move.gesture(position) == gesture else None

    @classmethod
    def parse(cls, text: str, position: Any) -> Self | None:
        """Read any command, with one blank between its parts and none around them; None for other texts."""
        return _read(cls, text) if len(text) <= _LONGEST else None


C = TypeVar("C", bound=Command)


_text = lru_cache(1 << 14)(lambda move: " ".join((move.word, *map(str, move.numbers))))
_args = lru_cache(1 << 14)(lambda numbers: tuple([number - 1 for number in numbers]))


@lru_cache(1 << 12)
def _read(kind: type[C], text: str) -> C | None:
    word, *numbers = text.split(" ") if _SHAPE.fullmatch(text) else ("",)
    return kind(word, tuple(map(int, numbers))) if word else None
