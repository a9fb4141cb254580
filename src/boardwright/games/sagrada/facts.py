"""The material: five colors, six shades, ninety dice, a frame of four rows and five columns, and what fits there.

A die is one small number: its id (0 to 89) times eight plus the shade it shows; 0 stands for an empty place. Two dice
are the same die when their ids are equal, whatever they show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Annotated, TypeAlias

from msgspec import Meta

from boardwright.core.hidden import Bag

COLORS = ("red", "green", "yellow", "blue", "purple")
LETTERS = "RGYBP"
COLOR_NAMES = dict(zip(LETTERS, COLORS, strict=True))
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
"""Each die as a text such as `R5`."""
FEATURES: dict[str, Callable[[Die], str | int]] = {
    "color": tuple(COLORS[color] for color in COLOR_OF).__getitem__,
    "shade": SHADE_OF.__getitem__,
}
"""The name of a die's color, or its shade: patterns and conditions compare these."""
FACES = tuple(f"{letter}{shade}" for letter in LETTERS for shade in SHADES)


def die_name(text: str) -> str:
    """Return what a die shows, in words.

    >>> die_name("R5")
    'red 5'
    """
    return f"{COLOR_NAMES[text[0]]} {text[1:]}"


def id_of(die: Die) -> int:
    """Return the id of a die."""
    return die >> 3


def die_of(number: int, shade: int) -> Die:
    """Return the die with that id, showing that shade; its color follows from the id.

    >>> TEXT_OF[die_of(3, 6)]
    'B6'
    """
    return number << 3 | shade


def die_from_bag(bag: DiceBag, face: str) -> tuple[Die, DiceBag]:
    """Return a die that shows `face`, of the lowest id of its color, and the bag without it.

    Ids decide nothing in the game: they only tell dice apart once they are drawn.

    >>> die, rest = die_from_bag(FULL_BAG, "G2")
    >>> id_of(die), len(rest)
    (1, 89)
    """
    number, rest = bag.draw(face[0])
    return die_of(number * 5 + LETTERS.index(face[0]), int(face[1])), rest


def die_to_bag(bag: DiceBag, die: Die) -> DiceBag:
    """Return the bag with a die put back."""
    return bag.put(LETTERS[COLOR_OF[die]], id_of(die) // 5)


def bag_ids(bag: DiceBag) -> list[int]:
    """Return the ids of the dice in the bag, ascending.

    >>> bag_ids(Bag(tuple("RGYBP"), (0b101, 0, 1, 0, 0)))
    [0, 2, 10]
    """
    return [number for number in range(DICE) if bag.left[number % 5] >> number // 5 & 1]


def cell_at(row: int, column: int) -> int | None:
    """Return the cell's number, None outside the frame.

    >>> cell_at(1, 2), cell_at(4, 0)
    (7, None)
    """
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else None


def _around(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """Return by cell, the cells so many rows and columns away."""
    places = product(range(ROWS), range(COLUMNS))
    near = ([cell_at(row + down, column + right) for down, right in steps] for row, column in places)
    return tuple(tuple(cell for cell in cells if cell is not None) for cells in near)


_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))

BESIDE = _around(_SIDES)
"""The cells above, below, left and right of each cell."""
DIAGONAL = _around(_CORNERS)
"""The cells that touch each cell at a corner."""
AROUND = _around(_SIDES + _CORNERS)
"""All neighbors of each cell."""
BORDER = frozenset(cell for cell in range(CELLS) if len(AROUND[cell]) < 8)
LINES = {
    "rows": tuple(tuple(range(row * COLUMNS, row * COLUMNS + COLUMNS)) for row in range(ROWS)),
    "columns": tuple(tuple(range(column, CELLS, COLUMNS)) for column in range(COLUMNS)),
}


def snake(first: int, seats: int) -> tuple[int, ...]:
    """Return the order of a round's turns: clockwise from `first`, then back; alone, two turns in a row.

    >>> snake(1, 3)
    (1, 2, 0, 0, 2, 1)
    """
    there = tuple((first + step) % seats for step in range(seats))
    return there + there[::-1]


def pool_size(seats: int) -> int:
    """Return the number of dice that a round begins with.

    >>> [pool_size(seats) for seats in (1, 2, 3, 4)]
    [4, 5, 7, 9]
    """
    return 4 if seats == 1 else 2 * seats + 1


# Placement: any subset, each wrapped around another. None checks that the cell is free, and a die that is moved
# is taken off its old cell before they are asked.

Rule: TypeAlias = Callable[[Frame, str, Die, int], str]
"""Returns the code of what a die on a cell of a frame with these constraints would break, "" for nothing."""


def anything_goes(frame: Frame, constraints: str, die: Die, cell: int) -> str:
    """Break nothing: the innermost rule."""
    return ""


def placing_rule(inner: Rule = anything_goes) -> Rule:
    """Return the rule that the first die goes to the border, every other one beside or diagonal to a die.

    >>> placing_rule()(EMPTY_FRAME, "." * 20, 1, 6)
    'placing_rule'
    """

    def rule(frame: Frame, constraints: str, die: Die, cell: int) -> str:
        broken = inner(frame, constraints, die, cell)
        if broken:
            return broken
        for other in AROUND[cell]:
            if frame[other]:
                return ""
        return "" if cell in BORDER and not any(frame) else "placing_rule"

    return rule


def _feature_rule(code: str, feature: Sequence[int], wanted: Mapping[str, int]) -> Callable[..., Rule]:
    """Return a rule on what the cell asks for, and on the dice above, below, left and right of it."""

    def around(inner: Rule = anything_goes) -> Rule:
        def rule(frame: Frame, constraints: str, die: Die, cell: int) -> str:
            broken = inner(frame, constraints, die, cell)
            if broken:
                return broken
            own = feature[die]
            if wanted.get(constraints[cell], own) != own:
                return code
            for other in BESIDE[cell]:
                if feature[frame[other]] == own:
                    return code
            return ""

        return rule

    return around


color_rule = _feature_rule("color_rule", (-1, *COLOR_OF[1:]), {mark: at for at, mark in enumerate(LETTERS)})
"""The cell's color, if it has one, and no die of the same color above, below, left or right."""
shade_rule = _feature_rule("shade_rule", SHADE_OF, {str(shade): shade for shade in SHADES})
"""The cell's shade, if it has one, and no die of the same shade above, below, left or right."""


def rules(*, placing: bool, color: bool, shade: bool) -> Rule:
    """Return the chosen rules; the first broken one of placing, color, shade is reported."""
    rule: Rule = anything_goes
    for is_chosen, around in ((placing, placing_rule), (color, color_rule), (shade, shade_rule)):
        if is_chosen:
            rule = around(rule)
    return rule
