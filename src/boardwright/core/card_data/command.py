"""Moves that are commands, a word and numbers as players type them, and the expressions that match them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any, Self, TypeAlias, TypeVar

import msgspec

from boardwright.core.moves import Move
from boardwright.core.moves.gesture import Gesture, Press

Args: TypeAlias = tuple[int, ...]
"""The numbers of a command as the rules count them, from 0."""
_DIGITS = 18
_SHAPE = re.compile(rf"[a-z]+(?: [0-9]{{1,{_DIGITS}}})*")
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
        return str(self)

    def gesture(self, position: Any) -> Gesture:
        return Press(str(self))

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Self | None:
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


_LONGEST_PATTERN = 80
_VARIABLE = 3

_ATOM = r"(?:[0-9]|\\d|\[\^?(?:[0-9]-[0-9]|[0-9]|\\d)+\])"
_ITEM = rf"{_ATOM}(?:[?*+]|\{{[0-9]+(?:,[0-9]*)?\}})?"
_GROUP = rf"\((?:\?:)?(?:{_ITEM})+(?:\|(?:{_ITEM})+)*\)\??"
_NUMBER = rf"(?:{_ITEM}|{_GROUP})+"
_GRAMMAR = re.compile(rf"\^?(?P<word>[a-z]+)(?P<fields>(?: {_NUMBER})*)\$?")
_COUNTS = re.compile(r"\{([0-9]+)(?:,([0-9]*))?\}")
_VARYING = re.compile(r"[?*+](?!:)|\{[0-9]+,|\(")
_FORM = (
    "must be a word in small letters, then numbers after one blank each, written with digits, \\d, classes such as "
    "[1-9], groups such as (?:1|12), and ?, *, +, {2} or {1,2} after a digit or class"
)


class Expression:
    """A regular expression of commands: a subset that no text can make slow.

    It is a word in small letters and then, after one blank each, the numbers that follow it. A number is made of
    digits, `\\d`, classes such as `[1-9]`, and groups of alternatives such as `(?:1|12)`. A digit or class may be
    repeated by `?`, `*`, `+`, `{2}` or `{1,2}`, a group may be optional. Groups are not nested, and a number has at
    most three groups and repetitions of variable length, so matching never backtracks far.

    `arity` is how many numbers follow the word; `numbers` has the values from 0 to the largest that counts for each of
    these fields, or the one number that a field consists of.

    >>> expression = Expression("select [1-3]")
    >>> expression.word, expression.numbers, expression.matches("select 4")
    ('select', ((1, 2, 3),), False)
    """

    def __init__(self, pattern: str, largest: int = 99) -> None:
        found = _GRAMMAR.fullmatch(pattern) if len(pattern) <= _LONGEST_PATTERN else None
        if found is None:
            raise ValueError(f"{_FORM}, with at most {_LONGEST_PATTERN} characters")
        self.pattern, self._largest = pattern, largest
        self.word = found["word"]
        fields = found["fields"].split(" ")[1:]
        self.arity = len(fields)
        try:
            self.numbers = tuple(_numbers(field, largest) for field in fields)
            self._sets = tuple(map(frozenset, self.numbers))
            self._compiled = re.compile(self.word + found["fields"].replace("[^", "[^ "), re.ASCII)
        except re.error as error:
            raise ValueError(f"is not a regular expression: {error}") from None

    def accepts(self, numbers: tuple[int, ...]) -> bool:
        """Return True if as many numbers as there are fields, written without leading zeros, match."""
        for index, number in enumerate(numbers):
            if number not in self._sets[index]:
                return max(numbers) > self._largest and self.matches(" ".join((self.word, *map(str, numbers))))
        return True

    def matches(self, text: str) -> bool:
        """Return True if the whole text matches; numbers of more than 18 digits never do."""
        return _SHAPE.fullmatch(text) is not None and self._compiled.fullmatch(text) is not None


def _numbers(field: str, largest: int) -> tuple[int, ...]:
    """Return the numbers that a field lets through; raises ValueError for none, and for what could take long."""
    if len(_VARYING.findall(field)) > _VARIABLE:
        raise ValueError(f"may have at most {_VARIABLE} groups and repetitions of variable length in one number")
    for least, most in _COUNTS.findall(field):
        if int(least) > _DIGITS or int(most or least) > _DIGITS:
            raise ValueError(f"may repeat a digit at most {_DIGITS} times")
    candidates = (int(field),) if field.isdecimal() else range(largest + 1)
    compiled = re.compile(field, re.ASCII)
    found = tuple(number for number in candidates if compiled.fullmatch(str(number)))
    if not found:
        least = f"lets no number from 0 to {largest} through at {field!r}"
        raise ValueError(f"{least}; write numbers without leading zeros")
    return found
