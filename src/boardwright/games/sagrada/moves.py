"""Moves are command strings: a word and numbers, as the players type them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Protocol

import msgspec

from boardwright.core.gesture import Gesture
from boardwright.games.sagrada.facts import OFFERED, TEXT_OF
from boardwright.games.sagrada.state import Args, State

_SHAPE = re.compile(r"[a-z]+(?: [0-9]{1,18})*")
_LONGEST = 200
_ZEROS = re.compile(" 0[0-9]")
EXAMPLES = "`pick 3`, `place 2 5`, `tool 7`, `move 1 1 2 2`, `select 4`, `pass` or `window 1`"


class Command(msgspec.Struct, frozen=True):
    """A command with its numbers, which count from 1. It need not exist at the moment.

    >>> str(Command("place", (2, 5)))
    'place 2 5'
    """

    word: str
    numbers: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.word, *map(str, self.numbers)))

    @property
    def args(self) -> Args:
        """The numbers as the rules count them, from 0."""
        return tuple([number - 1 for number in self.numbers])


PASS = Command("pass")
RETURN = Command("return")
"""Takes back what leads nowhere, to where `pass` was possible; it exists only where nothing else is possible."""
WINDOWS = tuple(Command("window", (number,)) for number in range(1, OFFERED + 1))


def read(text: str) -> Command | None:
    """Read a command, with one blank between its parts and none around them; None for any other text.

    >>> str(read("move 1 1 2 2")), read("pick  1")
    ('move 1 1 2 2', None)
    """
    return _read(text) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _read(text: str) -> Command | None:
    if not _SHAPE.fullmatch(text):
        return None
    word, *numbers = text.split(" ")
    return Command(word, tuple(map(int, numbers)))


def has_leading_zeros(text: str) -> bool:
    """Return True if a number in the text is written with zeros in front.

    >>> has_leading_zeros("select 07"), has_leading_zeros("select 0")
    (True, False)
    """
    return " 0" in text and _ZEROS.search(text) is not None


class Table(Protocol):
    """What gestures and descriptions depend on: a position."""

    @property
    def state(self) -> State: ...

    def subject(self, move: Command) -> str: ...

    def tool_name(self, card: int) -> str: ...


def cell_name(seat: int, row: int, column: int) -> str:
    """Return what pictures and gestures call a cell, with row and column counted from 1.

    >>> cell_name(0, 2, 5)
    's0r2c5'
    """
    return f"s{seat}r{row}c{column}"


def gesture(move: Command, position: Table) -> Gesture:
    """How a command is made by hand: with a die, a card or a button named after the command."""
    numbers, subject, state = move.numbers, position.subject(move), position.state
    seat = state.current if state.round and not state.is_over else 0
    if subject == "cell" and len(numbers) == 2:
        return Gesture("hand", target=cell_name(seat, *numbers))
    if subject == "cell" and len(numbers) == 4:
        return Gesture(cell_name(seat, *numbers[:2]), target=cell_name(seat, *numbers[2:]))
    if move.word == "tool" and len(numbers) == 2:
        return Gesture(f"tool{numbers[0]}", target=f"pool{numbers[1]}")
    word = move.word if subject in ("", "cell") else subject
    return Gesture("".join((word, *map(str, numbers))))


def describe(move: Command, position: Table) -> str:
    """The command in words.

    >>> from boardwright.games.sagrada import GAME
    >>> describe(Command("place", (2, 5)), GAME.begin(2))
    'place the die in hand at row 2, column 5'
    """
    numbers, pool = move.numbers, position.state.pool
    if move.word == "place" and len(numbers) == 2:
        return f"place the die in hand at row {numbers[0]}, column {numbers[1]}"
    if move.word == "move" and len(numbers) == 4:
        start, target = f"row {numbers[0]}, column {numbers[1]}", f"row {numbers[2]}, column {numbers[3]}"
        return f"move the die at {start} to {target}"
    if move.word == "pick" and len(numbers) == 1 and 1 <= numbers[0] <= len(pool):
        return f"pick {TEXT_OF[pool[numbers[0] - 1]]}, die {numbers[0]} of the pool"
    if move.word == "tool" and numbers and position.tool_name(numbers[0]):
        return f"use {position.tool_name(numbers[0])}"
    return {"pass": "end the turn", "return": "take back what leads nowhere"}.get(str(move), str(move))
