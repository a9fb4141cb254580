"""A deal: many cards dealt out in one chance step, each part of them seen by its own seats only.

A shuffled deck has too many orders to list them, so a `Deal` is not a `Distribution`: it names the cards and the parts
they are dealt into, and every order of the cards is equally likely. Which one comes is found by shuffling with the
seed, in a way that any language can repeat. For the k-th chance step on a line of play, the blocks j = 0, 1, 2, …

    HMAC-SHA256(seed, "deal:" k ":" SHA-256(canonical [cards, [[count, seen] of each part]]) ":" j)

are cut into big-endian numbers of 8 bytes. The cards are sorted; for i from the last place down to 1, the next number
below the largest multiple of i + 1 that is at most 2^64, modulo i + 1, is the place whose card changes places with
the card at i. The first part gets the first cards, the next part those that follow.
"""

from __future__ import annotations

import hmac
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count
from typing import TypeAlias

import msgspec

from boardwright.core.canonical import digest
from boardwright.core.chance.distribution import Distribution, Rng

_RANGE = 2**64


class Part(msgspec.Struct, frozen=True):
    """A number of cards of a deal, and the seats that see them: None is everybody, () nobody."""

    count: int
    seen: tuple[int, ...] | None

    @classmethod
    def hand(cls, seat: int, count: int) -> Part:
        """Return a part that one seat sees."""
        return cls(count, (seat,))

    @classmethod
    def face_up(cls, count: int) -> Part:
        """Return a part that everybody sees."""
        return cls(count, None)

    @classmethod
    def face_down(cls, count: int) -> Part:
        """Return a part that nobody sees, such as a stock to draw from."""
        return cls(count, ())


class Deal:
    """Cards, as texts, and the parts they are dealt into; equal cards are listed as often as there are of them.

    An outcome is a text too: the cards of a part with commas between them, the parts with slashes between them.

    >>> deal = Deal(("J", "Q", "Q", "K"), (Part.hand(0, 1), Part.hand(1, 1), Part.face_down(2)))
    >>> "Q/J/K,Q" in deal, "Q,J/K/Q" in deal
    (True, False)
    >>> split("Q/J/K,Q")
    (('Q',), ('J',), ('K', 'Q'))
    """

    __slots__ = ("_digest", "cards", "parts")

    def __init__(self, cards: Iterable[str], parts: Sequence[Part]) -> None:
        self.cards = tuple(sorted(cards))
        self.parts = tuple(parts)
        self._digest = ""
        check_cards(self.cards)
        counts = [part.count for part in self.parts]
        if not self.cards or sum(counts) != len(self.cards) or min(counts) < 0:
            raise ValueError(f"{len(self.cards)} cards cannot be dealt as {counts}: deal out all, what is left too.")

    @classmethod
    def hands(cls, cards: Iterable[str], seats: int, each: int) -> Deal:
        """Return a deal of as many cards for each seat, and the rest face down.

        >>> Deal.hands("AABBCC", seats=2, each=2).parts[1:]
        (Part(count=2, seen=(1,)), Part(count=2, seen=()))
        """
        pack = tuple(cards)
        hands = (Part.hand(seat, each) for seat in range(seats))
        return cls(pack, (*hands, Part.face_down(len(pack) - seats * each)))

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of `[cards, [[count, seen], …]]`."""
        if not self._digest:
            self._digest = digest([self.cards, [[part.count, part.seen] for part in self.parts]])
        return self._digest

    @property
    def examples(self) -> str:
        """An outcome, for messages."""
        return self.text(self.cards)

    def next_card(self, dealt: Sequence[str]) -> Distribution:
        """Return the possible next cards after those `dealt`, for programs that list all outcomes.

        >>> Deal.hands("AABC", seats=2, each=2).next_card(["A"])
        Distribution(('A', 'B', 'C'), (1, 1, 1))
        """
        left = Counter(self.cards)
        left.subtract(dealt)
        cards = [card for card in left if left[card]]
        return Distribution(tuple(cards), tuple(left[card] for card in cards))

    def part_at(self, place: int) -> Part:
        """Return the part that the card at that place of the shuffled cards goes to."""
        return self.parts[bisect_right(list(accumulate(part.count for part in self.parts)), place)]

    def text(self, cards: Sequence[str]) -> str:
        """Return the outcome that deals out all cards in that order."""
        rest = iter(cards)
        return join([[next(rest) for _ in range(part.count)] for part in self.parts])

    def sample(self, rng: Rng) -> str:
        """Return a random outcome, for play-outs (matches use `shuffle`)."""
        return self.text(rng.sample(self.cards, len(self.cards)))

    def __contains__(self, outcome: object) -> bool:
        if not isinstance(outcome, str):
            return False
        parts = split(outcome)
        if [len(part) for part in parts] != [part.count for part in self.parts]:
            return False
        return tuple(sorted(card for part in parts for card in part)) == self.cards

    def __repr__(self) -> str:
        return f"Deal({self.cards!r}, {self.parts!r})"


Chances: TypeAlias = Distribution | Deal
"""The outcomes of a chance node: one of a few outcomes, or a deal."""


def check_cards(cards: Iterable[str]) -> None:
    """Raise ValueError for a card that could not be told from several in the text of an outcome."""
    for card in cards:
        if not card or {",", "/", "\n"} & set(card):
            raise ValueError(f"The card {card!r} cannot be dealt: write it without commas, slashes and line ends.")


def join(parts: Iterable[Iterable[str]]) -> str:
    """Return the cards of all parts as the text of an outcome.

    >>> join([["J"], [], ["Q", "K"]])
    'J//Q,K'
    """
    return "/".join(",".join(cards) for cards in parts)


def split(outcome: str) -> tuple[tuple[str, ...], ...]:
    """Return the cards of each part of an outcome, in the order they were dealt.

    >>> split("J//Q,K")
    (('J',), (), ('Q', 'K'))
    """
    return tuple(tuple(part.split(",")) if part else () for part in outcome.split("/"))


def shuffle(seed: bytes, ordinal: int, deal: Deal) -> str:
    """Return the outcome of a deal that is the `ordinal`-th chance step (from 0) on the current line of play.

    >>> shuffle(bytes(32), 0, Deal.hands("AABBCC", seats=2, each=2))
    'B,A/C,B/C,A'
    """
    cards, numbers = list(deal.cards), _numbers(seed, f"deal:{ordinal}:{deal.digest}")
    for last in range(len(cards) - 1, 0, -1):
        size = last + 1
        place = next(number for number in numbers if number < _RANGE - _RANGE % size) % size
        cards[last], cards[place] = cards[place], cards[last]
    return deal.text(cards)


def _numbers(seed: bytes, purpose: str) -> Iterator[int]:
    """Yield evenly distributed numbers below 2^64."""
    for block in count():
        data = hmac.digest(seed, f"{purpose}:{block}".encode(), "sha256")
        yield from (int.from_bytes(data[start : start + 8], "big") for start in range(0, 32, 8))
