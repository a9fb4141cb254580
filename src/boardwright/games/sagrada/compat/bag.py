"""The dice bag behind its interface: another one may take its place."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Protocol, overload

from boardwright.games.sagrada.compat.die import Color, Die, Shade
from boardwright.games.sagrada.facts import DICE


class DiceBag(Protocol):
    """Where dice come from."""

    def pick(self) -> Die:
        """Draws a die and rolls it."""
        ...

    def roll(self) -> Shade:
        """Rolls a die that is not in the bag."""
        ...

    def insert(self, die: Die) -> None:
        """Puts a die back."""
        ...


class RandomDiceBag:
    """Ninety dice, or those with the given ids, drawn by the given generator.

    >>> bag = RandomDiceBag(Random(1))
    >>> len(bag), len(bag.pick(5)), len(bag)
    (90, 5, 85)
    """

    def __init__(self, rng: Random, ids: Iterable[int] = range(DICE)) -> None:
        self._rng = rng
        self._ids = sorted(ids)

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def pick(self) -> Die: ...

    @overload
    def pick(self, number: int) -> list[Die]: ...

    def pick(self, number: int | None = None) -> Die | list[Die]:
        """Draws one die, or a list of several; ValueError if there are not so many."""
        if number is not None:
            if not 1 <= number <= len(self._ids):
                raise ValueError(f"{number} dice cannot be drawn from a bag of {len(self._ids)}.")
            return [self.pick() for _ in range(number)]
        if not self._ids:
            raise ValueError("The bag is empty.")
        drawn = self._ids.pop(self._rng.randrange(len(self._ids)))
        return Die(tuple(Color)[drawn % 5], self.roll(), drawn)

    def roll(self) -> Shade:
        """A random shade."""
        return Shade(1 + self._rng.randrange(6))

    def insert(self, die: Die) -> None:
        """Puts a die back; ValueError if it is inside already."""
        if not isinstance(die, Die):
            raise ValueError("There is no die to put into the bag.")
        if die.id in self._ids:
            raise ValueError(f"Die {die.id} is in the bag already.")
        self._ids = sorted([*self._ids, die.id])
