"""The material: five colors, six shades, ninety dice, a frame of four rows and five columns.

A die is one small number: its id (0 to 89) times eight plus the shade it shows; 0 stands for an empty place. Two dice
are the same die when their ids are equal, whatever they show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias

from msgspec import Meta

from boardwright.core.components import Bag

COLORS = ("red", "green", "yellow", "blue", "purple")
LETTERS = "RGYBP"
SHADES = range(1, 7)
VALUES: dict[str, tuple[str | int, ...]] = {"color": COLORS, "shade": tuple(SHADES)}
DICE = 90
ROUNDS = 10
ROWS, COLUMNS = 4, 5
CELLS = ROWS * COLUMNS
OFFERED = 4
FIRST_PRIVATE = 23

Die: TypeAlias = Annotated[int, Meta(ge=0, lt=DICE * 8)]
Frame: TypeAlias = Annotated[tuple[Die, ...], Meta(min_length=CELLS, max_length=CELLS)]
DiceBag: TypeAlias = Bag[str]
"""Dice by the letters of their colors. A die's id is its number in the bag times five, plus the number of its color."""

EMPTY_FRAME: Frame = (0,) * CELLS
EMPTY_BAG: DiceBag = Bag(tuple(LETTERS), (0,) * 5)
FULL_BAG: DiceBag = Bag(tuple(LETTERS), ((1 << DICE // 5) - 1,) * 5)

COLOR_OF = tuple((number >> 3) % 5 for number in range(DICE * 8))
"""The color number of every die."""
SHADE_OF = tuple(number & 7 for number in range(DICE * 8))
"""The shade of every die."""
TEXT_OF = tuple(f"{LETTERS[COLOR_OF[number]]}{number & 7}" for number in range(DICE * 8))
"""What every die shows: `R5`."""
FEATURES: dict[str, Callable[[Die], str | int]] = {
    "color": tuple(COLORS[color] for color in COLOR_OF).__getitem__,
    "shade": SHADE_OF.__getitem__,
}
"""What patterns and conditions compare, as functions of a die: the name of its color, or its shade."""
FACES = tuple(f"{letter}{shade}" for letter in LETTERS for shade in SHADES)
_FIRST = {f"{letter}{shade}": color << 3 | shade for color, letter in enumerate(LETTERS) for shade in SHADES}
"""By face the die of the lowest id that shows it."""


def die_name(text: str) -> str:
    """What a die shows, in words.

    >>> die_name("R5")
    'red 5'
    """
    return f"{COLORS[LETTERS.index(text[0])]} {text[1:]}"


def id_of(die: Die) -> int:
    """
    >>> id_of(die_of(7, 4))
    7
    """
    return die >> 3


def die_of(number: int, shade: int) -> Die:
    """The die with that id, showing that shade; its color follows from the id.

    >>> TEXT_OF[die_of(3, 6)]
    'B6'
    """
    return number << 3 | shade


def is_die(value: int) -> bool:
    """Return True if a number is a die with a shade."""
    return 0 < value < DICE * 8 and 1 <= value & 7 <= 6


def die_from_bag(bag: DiceBag, face: str) -> tuple[Die, DiceBag]:
    """Takes a die that shows `face` out of the bag, always the one with the lowest id of its color.

    Which one of a color it is decides nothing in the game: ids only tell dice apart once they are drawn.

    >>> die, rest = die_from_bag(FULL_BAG, "G2")
    >>> id_of(die), len(rest)
    (1, 89)
    """
    number, rest = bag.draw(face[0])
    return (number * 5 << 3) + _FIRST[face], rest


def die_to_bag(bag: DiceBag, die: Die) -> DiceBag:
    """Puts a die back."""
    return bag.put(LETTERS[COLOR_OF[die]], id_of(die) // 5)


def is_dice_bag(bag: DiceBag) -> bool:
    """Return True if a bag has dice of the five colors, and of each no others than there are."""
    if bag.kinds != FULL_BAG.kinds or len(bag.left) != len(bag.kinds):
        return False
    return all(0 <= left <= full for left, full in zip(bag.left, FULL_BAG.left, strict=True))


def bag_ids(bag: DiceBag) -> list[int]:
    """The ids of the dice in the bag, ascending.

    >>> bag_ids(Bag(tuple("RGYBP"), (0b101, 0, 1, 0, 0)))
    [0, 2, 10]
    """
    return [number for number in range(DICE) if bag.left[number % 5] >> number // 5 & 1]


def _around(cell: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    row, column = divmod(cell, COLUMNS)
    return tuple(
        (row + down) * COLUMNS + column + right
        for down, right in steps
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
    )


_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))

BESIDE = tuple(_around(cell, _SIDES) for cell in range(CELLS))
"""The cells above, below, left and right of each cell."""
DIAGONAL = tuple(_around(cell, _CORNERS) for cell in range(CELLS))
"""The cells that touch each cell at a corner."""
AROUND = tuple(_around(cell, _SIDES + _CORNERS) for cell in range(CELLS))
"""All neighbors of each cell."""
BORDER = frozenset(cell for cell in range(CELLS) if len(AROUND[cell]) < 8)
LINES = {
    "rows": tuple(tuple(range(row * COLUMNS, row * COLUMNS + COLUMNS)) for row in range(ROWS)),
    "columns": tuple(tuple(range(column, CELLS, COLUMNS)) for column in range(COLUMNS)),
}


def cell_at(row: int, column: int) -> int | None:
    """The cell's number, None outside the frame.

    >>> cell_at(1, 2), cell_at(4, 0)
    (7, None)
    """
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else None


def snake(first: int, seats: int) -> tuple[int, ...]:
    """The order of a round's turns: clockwise from `first`, then back; alone, two turns in a row.

    >>> snake(1, 3)
    (1, 2, 0, 0, 2, 1)
    """
    there = tuple((first + step) % seats for step in range(seats))
    return there + there[::-1]


def pool_size(seats: int) -> int:
    """How many dice a round begins with.

    >>> [pool_size(seats) for seats in (1, 2, 3, 4)]
    [4, 5, 7, 9]
    """
    return 4 if seats == 1 else 2 * seats + 1
