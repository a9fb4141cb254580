"""Colors, shades, dice, and the dice bag behind its interface, so that another one can take its place."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from random import Random
from typing import Annotated, Any, Protocol, overload

import msgspec
from msgspec import Meta

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada import facts
from boardwright.games.sagrada.facts import DICE, die_of


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


NINETY = tuple(die_from(die_of(number, Shade.ONE)) for number in range(DICE))
"""All dice of the game, each showing a 1."""


class _Bag(JsonObject, frozen=True):
    dice: list[Any]


class DiceBag(Protocol):
    """A source of dice."""

    def pick(self) -> Die:
        """Draw a die and roll it."""
        ...

    def roll(self) -> Shade:
        """Roll a die that is not in the bag."""
        ...

    def insert(self, die: Die) -> None:
        """Put a die back."""
        ...


class RandomDiceBag:
    """Ninety dice, or the given ones, drawn by the given generator.

    >>> bag = RandomDiceBag(Random(1))
    >>> len(bag), len(bag.pick(5)), len(bag)
    (90, 5, 85)
    >>> RandomDiceBag(Random(1), read_bag(bag.to_json())).to_json() == bag.to_json()
    True
    """

    def __init__(self, rng: Random, dice: Iterable[Die] = NINETY) -> None:
        self._rng = rng
        self._dice = list(dice)

    def __len__(self) -> int:
        return len(self._dice)

    @overload
    def pick(self) -> Die: ...

    @overload
    def pick(self, number: int) -> list[Die]: ...

    def pick(self, number: int | None = None) -> Die | list[Die]:
        """Draw one die, or a list of several; raises ValueError if there are not enough."""
        if number is not None:
            if not 1 <= number <= len(self):
                raise ValueError(f"{number} dice cannot be drawn from a bag of {len(self)}.")
            return [self.pick() for _ in range(number)]
        if not self._dice:
            raise ValueError("The bag is empty.")
        return self._dice.pop(self._rng.randrange(len(self))).showing(self.roll())

    def roll(self) -> Shade:
        """Return a random shade."""
        return Shade(1 + self._rng.randrange(6))

    def insert(self, die: Die) -> None:
        """Roll a die and mix it in; raise ValueError if it is in the bag already."""
        if not isinstance(die, Die):
            raise ValueError(f"Only a die can be put into the bag, not {die!r}.")
        if die in self._dice:
            raise ValueError(f"Die {die.id} is in the bag already.")
        self._dice.insert(self._rng.randrange(len(self) + 1), die.showing(self.roll()))

    def to_json(self) -> dict[str, Any]:
        """Return the dice in their order."""
        return bag_json(self._dice)


def bag_json(dice: Iterable[Die]) -> dict[str, Any]:
    """Return the JSON of a bag with these dice."""
    return {"dice": [die.to_json() for die in dice]}


def read_bag(data: Any) -> tuple[Die, ...]:
    """Read the dice of a bag from its JSON; raises ValueError for anything else."""
    dice = tuple(map(read_die, read(data, _Bag, "dice_bag").dice))
    if len(set(dice)) != len(dice):
        raise ValueError("dice_bag: a die is in the bag twice.")
    return dice
