"""Colors, shades and dice."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada import facts


class _Die(JsonObject, frozen=True):
    color: str
    shade: Annotated[int, Meta(ge=1, le=6)]
    id: int


class Color(Enum):
    """The five colors. The value is the id, a letter; the label is the word.

    >>> Color.find("R"), Color.labeled("purple"), Color.find("r")
    (<Color.RED: 'R'>, <Color.PURPLE: 'P'>, None)
    """

    RED = "R"
    GREEN = "G"
    YELLOW = "Y"
    BLUE = "B"
    PURPLE = "P"

    @property
    def label(self) -> str:
        """The word for it, in lower case."""
        return self.name.lower()

    @property
    def number(self) -> int:
        """The index of the color, in the order in which the colors are listed."""
        return facts.LETTERS.index(self.value)

    @classmethod
    def find(cls, id: str) -> Color | None:
        """Return the color with that letter, None for any other text."""
        return next((color for color in cls if color.value == id), None)

    @classmethod
    def labeled(cls, label: str) -> Color | None:
        """Return the color with that word, None for any other text."""
        return next((color for color in cls if color.label == label), None)


class Shade(IntEnum):
    """The six shades, from lightest to darkest."""

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6

    @property
    def label(self) -> str:
        """The number as text."""
        return str(self.value)

    @classmethod
    def minimum(cls) -> Shade:
        """Return the lightest shade."""
        return cls.ONE

    @classmethod
    def maximum(cls) -> Shade:
        """Return the darkest shade."""
        return cls.SIX

    @classmethod
    def labeled(cls, label: str) -> Shade | None:
        """Return the shade with that number as text, None for any other text."""
        return next((shade for shade in cls if shade.label == label), None)


class Die(msgspec.Struct, frozen=True, eq=False):
    """A die: a color, a shade and an id. Dice with the same id are equal, whatever they show.

    >>> Die(Color.BLUE, Shade.THREE, 8) == Die(Color.BLUE, Shade.SIX, 8)
    True
    """

    color: Color
    shade: Shade
    id: int

    def __post_init__(self) -> None:
        if not isinstance(self.color, Color) or not isinstance(self.shade, Shade):
            raise ValueError(f"A die needs a color and a shade, not {self.color!r} and {self.shade!r}.")
        if self.id < 0:
            raise ValueError(f"The id of a die must not be negative, but it is {self.id}.")

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Die) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def showing(self, shade: Shade) -> Die:
        """Return the same die with another shade up."""
        return Die(self.color, shade, self.id)

    def __str__(self) -> str:
        return f"{self.color.value}{self.shade.label}"

    def to_json(self) -> dict[str, str | int]:
        """Return the die as JSON."""
        return {"color": self.color.label, "shade": int(self.shade), "id": self.id}

    @property
    def number(self) -> facts.Die:
        """The number that the rules use for this die and shade."""
        return facts.die_of(self.id, self.shade)


def read_die(data: object) -> Die:
    """Read a die from its JSON; raises ValueError for anything else.

    >>> str(read_die({"color": "red", "shade": 5, "id": 10}))
    'R5'
    """
    die = read(data, _Die, "die")
    if not 0 <= die.id < facts.DICE or facts.COLORS[die.id % 5] != die.color:
        raise ValueError(f"die: {die.id} is not the id of a {die.color} die; ids are 0 to 89, the color is id % 5.")
    return die_from(facts.die_of(die.id, die.shade))


def die_from(number: facts.Die) -> Die:
    """Return the die that the rules know by this number."""
    return Die(tuple(Color)[facts.COLOR_OF[number]], Shade(facts.SHADE_OF[number]), facts.id_of(number))
