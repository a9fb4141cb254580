"""Components that hold cards: who sees them follows from their types.

A component that a viewer may not see is shown with as many cards `down`, and none of them known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Self, TypeVar

import msgspec

from boardwright.core.chance import Distribution

T = TypeVar("T")
Take = Callable[[int], list[Any]]


class Component(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """Cards, and how many more lie face down because the viewer may not see them."""

    cards: tuple[T, ...] = ()
    down: int = 0

    @classmethod
    def of(cls, cards: Iterable[T]) -> Self:
        """A component with those cards."""
        return cls(tuple(cards))

    def __len__(self) -> int:
        return len(self.cards) + self.down

    def __iter__(self) -> Iterator[T]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def masked(self) -> Self:
        """The same for those who may not see it."""
        return type(self)((), len(self))

    def refilled(self, take: Take) -> Self:
        """As many other cards."""
        return self.of(take(len(self.cards)))

    def without(self, *cards: T) -> Self:
        """The cards that are left when those are taken out; ValueError if one is not there."""
        left = list(self.cards)
        for card in cards:
            left.remove(card)
        return type(self)(tuple(left), self.down)

    def plus(self, *cards: T) -> Self:
        """The cards with those added."""
        return self.of((*self.cards, *cards))


class Deck(Component[T], Generic[T], frozen=True, omit_defaults=True):
    """Cards face down in an order that nobody knows; the first is drawn next.

    >>> Deck.of("QKA").draw(2)
    (('Q', 'K'), Deck(cards=('A',), down=0))
    """

    def draw(self, count: int = 1) -> tuple[tuple[T, ...], Self]:
        """The first cards, and the deck without them."""
        return self.cards[:count], type(self)(self.cards[count:], self.down)


class Hand(Component[T], Generic[T], frozen=True, omit_defaults=True):
    """Cards that one seat sees, in ascending order; a position has a tuple with a hand for each seat.

    >>> Hand.of((9, 4)).plus(7).without(4), 9 in Hand.of((9, 4))
    (Hand(cards=(7, 9), down=0), True)
    """

    @classmethod
    def of(cls, cards: Iterable[T]) -> Self:
        """A hand with those cards, sorted: their order reveals nothing."""
        return cls(tuple(sorted(cards)))  # type: ignore[type-var]


class Secret(Component[T], Generic[T], frozen=True, omit_defaults=True):
    """One card or value, or none yet, that one seat sees; a position has a tuple with one for each seat.

    >>> Secret.of((7,)).value, Secret().is_set
    (7, False)
    """

    @classmethod
    def holding(cls, value: T) -> Self:
        """A secret that is set."""
        return cls((value,))

    @property
    def is_set(self) -> bool:
        """Whether there is a value, known or not."""
        return len(self) > 0

    @property
    def value(self) -> T:
        """The value; LookupError if there is none, or the viewer may not see it."""
        if not self.cards:
            raise LookupError("This viewer may not see the secret." if self.down else "The secret is not set.")
        return self.cards[0]


class Bag(msgspec.Struct, Generic[T], frozen=True):
    """Things to draw from by chance; everybody knows what is left in it, and nobody what comes next.

    >>> bag = Bag.of(("red", "red", "blue"))
    >>> bag.chances(), len(bag.without("red"))
    (Distribution(('blue', 'red'), (1, 2)), 2)
    """

    counts: tuple[tuple[T, int], ...] = ()

    @classmethod
    def of(cls, things: Iterable[T]) -> Self:
        """A bag with those things in it."""
        return cls(tuple(sorted(Counter(things).items(), key=lambda each: str(each[0]))))

    def __len__(self) -> int:
        return sum(count for _, count in self.counts)

    def __iter__(self) -> Iterator[T]:
        return (thing for thing, count in self.counts for _ in range(count))

    def chances(self) -> Distribution:
        """What can be drawn, as texts."""
        return Distribution(tuple(str(thing) for thing, _ in self.counts), tuple(count for _, count in self.counts))

    def without(self, text: str) -> Self:
        """The bag after something of that text was drawn."""
        left = [(thing, count - (str(thing) == text)) for thing, count in self.counts]
        return type(self)(tuple((thing, count) for thing, count in left if count))
