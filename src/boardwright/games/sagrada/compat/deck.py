"""Decks: cards and windows that are drawn at random, each once."""

from __future__ import annotations

from random import Random
from typing import Generic, Protocol, TypeVar

from boardwright.games.sagrada.rulebook import PrivateObjective, ToolCard, rulebook
from boardwright.games.sagrada.scoring import Objective
from boardwright.games.sagrada.state import Window


class Drawable(Protocol):
    """What can lie in a deck: something with a name."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...


T = TypeVar("T", bound=Drawable)


class Deck(Generic[T]):
    """Cards in no order, drawn by the given generator.

    >>> deck = tool_deck(Random(1))
    >>> len(deck), len(deck.draw(3)), len(deck)
    (12, 3, 9)
    """

    def __init__(self, cards: list[T], rng: Random) -> None:
        self._cards = list(cards)
        self._rng = rng

    def __len__(self) -> int:
        return len(self._cards)

    def draw(self, number: int = 1) -> list[T]:
        """That many different cards; ValueError if there are not so many."""
        if not 1 <= number <= len(self._cards):
            raise ValueError(f"{number} cards cannot be drawn from a deck of {len(self._cards)}.")
        return [self._cards.pop(self._rng.randrange(len(self._cards))) for _ in range(number)]


def private_objective_deck(rng: Random) -> Deck[PrivateObjective]:
    """One card for each color."""
    return Deck(list(rulebook().privates.values()), rng)


def public_objective_deck(rng: Random) -> Deck[Objective]:
    """The ten public objectives."""
    return Deck(list(rulebook().objectives.values()), rng)


def tool_deck(rng: Random) -> Deck[ToolCard]:
    """The twelve tools."""
    return Deck(list(rulebook().tools.values()), rng)


def window_frame_deck(rng: Random) -> Deck[Window]:
    """The twenty-four patterns."""
    return Deck(list(rulebook().windows.values()), rng)
