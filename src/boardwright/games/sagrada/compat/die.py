"""Colors, shades and dice."""

from __future__ import annotations

from enum import Enum, IntEnum

import msgspec

from boardwright.games.sagrada import facts


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
        """Its place in the order of colors."""
        return facts.LETTERS.index(self.value)

    @classmethod
    def find(cls, id: str) -> Color | None:
        """The color with that letter, nothing for any other text."""
        return next((color for color in cls if color.value == id), None)

    @classmethod
    def labeled(cls, label: str) -> Color | None:
        """The color with that word, nothing for any other text."""
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
        """The lightest."""
        return cls.ONE

    @classmethod
    def maximum(cls) -> Shade:
        """The darkest."""
        return cls.SIX

    @classmethod
    def labeled(cls, label: str) -> Shade | None:
        """The shade with that number as text, nothing for any other."""
        return next((shade for shade in cls if shade.label == label), None)


class Die(msgspec.Struct, frozen=True):
    """A die: a color, a shade and an id. The rules know it as one number.

    >>> Die(Color.BLUE, Shade.THREE, 8).is_same(Die(Color.BLUE, Shade.SIX, 8))
    True
    """

    color: Color
    shade: Shade
    id: int

    def __post_init__(self) -> None:
        if not isinstance(self.color, Color) or not isinstance(self.shade, Shade):
            raise ValueError("A die has a color and a shade.")
        if self.id < 0:
            raise ValueError(f"A die's id is not negative, so {self.id} is none.")

    def is_same(self, other: Die) -> bool:
        """Whether it is the same die, whatever it shows."""
        return self.id == other.id

    def showing(self, shade: Shade) -> Die:
        """The same die with another shade up."""
        return Die(self.color, shade, self.id)

    def __str__(self) -> str:
        return f"{self.color.value}{self.shade.label}"

    def to_json(self) -> dict[str, str | int]:
        """The die as JSON."""
        return {"color": self.color.label, "shade": int(self.shade), "id": self.id}

    @property
    def number(self) -> facts.Die:
        """The die as the rules know it."""
        return facts.die_of(self.id, self.shade)


def read_die(data: object) -> Die:
    """A die from its JSON; ValueError for anything else.

    >>> str(read_die({"color": "red", "shade": 5, "id": 10}))
    'R5'
    """
    if not isinstance(data, dict) or set(data) != {"color", "shade", "id"}:
        raise ValueError(f"A die is written with color, shade and id, not as {data!r}.")
    color = Color.labeled(str(data["color"]))
    number = data["id"]
    if color is None or type(number) is not int or data["shade"] not in facts.SHADES:
        raise ValueError(f"There is no die {data!r}.")
    if not 0 <= number < facts.DICE or number % 5 != color.number:
        raise ValueError(f"Die {number} is not {color.label}: ids go from 0 to 89, and the color is the id modulo 5.")
    return Die(color, Shade(data["shade"]), number)


def die_from(number: facts.Die) -> Die:
    """A die from the number that the rules know it by."""
    return Die(tuple(Color)[facts.COLOR_OF[number]], Shade(facts.shade_of(number)), facts.id_of(number))
