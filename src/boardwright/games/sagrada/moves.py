"""Moves are command strings: a word and numbers, as the players type them."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from boardwright.core.gesture import Gesture
from boardwright.core.position import unreadable

_SHAPE = re.compile(r"[a-z]+(?: [0-9]{1,18})*")
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


PASS = Command("pass")
RETURN = Command("return")
"""Takes back what leads nowhere, to where `pass` was possible; it exists where nothing else is possible."""


def read_command(text: str) -> Command:
    """Reads a command; there is one blank between its parts and none around them.

    >>> read_command("move 1 1 2 2").numbers
    (1, 1, 2, 2)
    >>> read_command("pick  1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: 'pick  1' is not a move here; moves look like `pick 3`, ...
    """
    if not _SHAPE.fullmatch(text):
        raise unreadable(text, EXAMPLES)
    word, *numbers = text.split(" ")
    return Command(word, tuple(map(int, numbers)))


def has_leading_zeros(text: str) -> bool:
    """Whether a number in the text is written with zeros in front.

    >>> has_leading_zeros("select 07"), has_leading_zeros("select 0")
    (True, False)
    """
    return any(len(number) > 1 and number[0] == "0" for number in text.split(" ")[1:])


def cell_name(seat: int, row: int, column: int) -> str:
    """What pictures and gestures call a cell, with row and column counted from 1.

    >>> cell_name(0, 2, 5)
    's0r2c5'
    """
    return f"s{seat}r{row}c{column}"


def gesture_of(move: Command, seat: int, *, subject: str = "", on_grid: bool = False) -> Gesture:
    """How a command is made by hand: by a die, a card or a button named after the command.

    `subject` is what a single number counts ("pool", "track"), `on_grid` says that numbers are rows and columns.

    >>> gesture_of(Command("pick", (3,)), 0, subject="pool").subject, gesture_of(PASS, 0).subject
    ('pool3', 'pass')
    >>> gesture_of(Command("place", (2, 5)), 1, on_grid=True)
    Gesture(subject='hand', variant='', target='s1r2c5', covers=())
    """
    numbers = move.numbers
    if on_grid and len(numbers) == 2:
        return Gesture("hand", target=cell_name(seat, *numbers))
    if on_grid and len(numbers) == 4:
        return Gesture(cell_name(seat, *numbers[:2]), target=cell_name(seat, *numbers[2:]))
    if move.word == "tool" and len(numbers) == 2:
        return Gesture(f"tool{numbers[0]}", target=f"pool{numbers[1]}")
    return Gesture("".join((subject or move.word, *map(str, numbers))))
