"""The dice bag behind its interface, so that another one can take its place."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Protocol, overload

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada.compat.die import Die, Shade, die_from, read_die
from boardwright.games.sagrada.facts import DICE, die_of

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
        """Roll a die and mix it in; raises ValueError if it is in the bag already."""
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
