"""Components that hold cards: who sees them follows from their types.

A component that a viewer may not see is shown with as many cards `down`, and none of them known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Generic, Self, TypeVar

import msgspec

from boardwright.core.chance.distribution import Distribution
from boardwright.core.tuples import replace_at

T = TypeVar("T")


class Component(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """Cards, and how many more lie face down because the viewer may not see them."""

    cards: tuple[T, ...] = ()
    down: int = 0

    @classmethod
    def of(cls, cards: Iterable[T]) -> Self:
        """Return a component with those cards."""
        return cls(tuple(cards))

    def __len__(self) -> int:
        return len(self.cards) + self.down

    def __iter__(self) -> Iterator[T]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def masked(self) -> Self:
        """Return the same for those who may not see it."""
        return type(self)((), len(self))

    def without(self, *cards: T) -> Self:
        """Return the cards that are left when those are taken out; ValueError if one is not there."""
        left = list(self.cards)
        for card in cards:
            left.remove(card)
        return type(self)(tuple(left), self.down)

    def plus(self, *cards: T) -> Self:
        """Return the cards with those added."""
        return self.of((*self.cards, *cards))


class Deck(Component[T], Generic[T], frozen=True, omit_defaults=True):
    """Cards face down in an order that nobody knows; the first is drawn next.

    >>> Deck.of("QKA").draw(2)
    (('Q', 'K'), Deck(cards=('A',), down=0))
    """

    def draw(self, count: int = 1) -> tuple[tuple[T, ...], Self]:
        """Return the first cards, and the deck without them."""
        return self.cards[:count], type(self)(self.cards[count:], self.down)


class Hand(Component[T], Generic[T], frozen=True, omit_defaults=True):
    """Cards that one seat sees, in ascending order; a position has a tuple with a hand for each seat.

    >>> Hand.of((9, 4)).plus(7).without(4), 9 in Hand.of((9, 4))
    (Hand(cards=(7, 9), down=0), True)
    """

    @classmethod
    def of(cls, cards: Iterable[T]) -> Self:
        """Return a hand with those cards, sorted: their order reveals nothing."""
        return cls(tuple(sorted(cards)))  # type: ignore[type-var]


class Secret(Component[T], Generic[T], frozen=True, omit_defaults=True):
    """One card or value, or none yet, that one seat sees; a position has a tuple with one for each seat.

    >>> Secret.of((7,)).value, Secret().is_set
    (7, False)
    """

    @classmethod
    def holding(cls, value: T) -> Self:
        """Return a secret that is set."""
        return cls((value,))

    @property
    def is_set(self) -> bool:
        """Whether there is a value, known or not."""
        return bool(self.cards) or self.down > 0

    @property
    def value(self) -> T:
        """The value; LookupError if there is none, or the viewer may not see it."""
        if not self.cards:
            raise LookupError("This viewer may not see the secret." if self.down else "The secret is not set.")
        return self.cards[0]


class Bag(msgspec.Struct, Generic[T], frozen=True):
    """Things to draw from by chance; everybody knows what is left in it, and nobody what comes next.

    Things that are alike have numbers from 0 on, and of them the lowest is drawn: `left` has a bit for each number.

    >>> bag = Bag.of(("red", "red", "blue"))
    >>> bag.chance, len(bag.without("red"))
    (Distribution(('blue', 'red'), (1, 2)), 2)
    >>> number, rest = bag.draw("red")
    >>> number, rest.put("red", number) == bag
    (0, True)
    """

    kinds: tuple[T, ...] = ()
    left: tuple[int, ...] = ()

    @classmethod
    def of(cls, things: Iterable[T]) -> Self:
        """Return a bag with those things in it."""
        counts = sorted(Counter(things).items(), key=lambda each: str(each[0]))
        return cls(tuple(thing for thing, _ in counts), tuple((1 << count) - 1 for _, count in counts))

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of things left of each kind."""
        return tuple([bits.bit_count() for bits in self.left])

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[T]:
        return (kind for kind, count in zip(self.kinds, self.counts, strict=True) for _ in range(count))

    @property
    def chance(self) -> Distribution:
        """The things that can be drawn, as texts."""
        left = [(str(kind), count) for kind, count in zip(self.kinds, self.counts, strict=True) if count]
        return Distribution(tuple(text for text, _ in left), tuple(count for _, count in left))

    def draw(self, kind: T) -> tuple[int, Self]:
        """Return the lowest number that is left of that kind, and the bag without it; ValueError if there is none."""
        kinds, left = self.kinds, self.left
        place = kinds.index(kind)
        bits = left[place]
        if not bits:
            raise ValueError(f"The bag has no {kind} left.")
        lowest = bits & -bits
        return lowest.bit_length() - 1, type(self)(kinds, (*left[:place], bits ^ lowest, *left[place + 1 :]))

    def put(self, kind: T, number: int) -> Self:
        """Return the bag with the thing of that kind and number back in it."""
        place = self.kinds.index(kind)
        return type(self)(self.kinds, replace_at(self.left, place, self.left[place] | 1 << number))

    def without(self, text: str) -> Self:
        """Return the bag after something of that text was drawn."""
        return self.draw(next(kind for kind in self.kinds if str(kind) == text))[1]
