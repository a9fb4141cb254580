"""The rules: cards are dealt, fish jump, all gulls dive at once, equal cards cancel each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Self

from boardwright.core.chance import Distribution, Rng
from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.tuples import replace_at

from gulls.facts import DECK, DIVES, FISH, HAND, without
from gulls.scoring import caught
from gulls.view import GullsView


class GullsPosition(Position[str, GullsView], frozen=True):
    """Everything, seen whole: hidden cards too. `view` decides who sees what of it."""

    hands: tuple[tuple[int, ...], ...]
    """Always in ascending order, so that the order reveals nothing."""
    laid: tuple[int, ...]
    """For each seat the card it has laid face down, or 0."""
    dives: tuple[tuple[int, ...], ...] = ()
    fish: tuple[int, ...] = ()
    """One more than there are dives while a fish is in the air."""

    def validate(self) -> None:
        """Refuses positions from files that cannot be."""
        if not 2 <= len(self.hands) == len(self.laid) <= 4 or {len(dive) for dive in self.dives} - {self.seats}:
            raise ValueError("hands, laid cards and dives are for two to four gulls")
        if len(self.fish) - len(self.dives) not in (0, 1):
            raise ValueError("there is one dive for each fish, but for the last")
        if Counter(self.dealt) - Counter(DECK):
            raise ValueError("there are two of each card from 1 to 12")

    # who acts

    @property
    def seats(self) -> int:
        """As many as there are hands."""
        return len(self.hands)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The cards that have left the deck: in hands, face down or turned up."""
        return tuple(card for cards in (*self.hands, *self.dives, self.laid) for card in cards if card)

    @property
    def is_dealing(self) -> bool:
        """Whether cards are still being dealt."""
        return not self.fish and len(self.hands[-1]) < HAND

    @property
    def is_chance(self) -> bool:
        """Chance deals the cards, one by one, and later lets the fish jump."""
        return self.is_dealing or len(self.dives) == len(self.fish) < HAND

    @property
    def actors(self) -> tuple[int, ...]:
        """All gulls that have not dived yet: they need not wait for each other."""
        if self.is_chance or self.outcome():
            return ()
        return tuple(seat for seat, card in enumerate(self.laid) if not card)

    @property
    def turn(self) -> Hashable:
        """A new turn begins with each fish and not with each card that is laid: clocks go by this."""
        return len(self.fish)

    # what can be played

    def all_moves(self) -> tuple[str, ...]:
        """Every card that can be laid."""
        return DIVES

    def choices(self, seat: int) -> tuple[str, ...]:
        """The cards in hand, each number once."""
        return tuple(f"dive {card}" for card in sorted(set(self.hands[seat])))

    def after(self, move: str, seat: int) -> Self:
        """The card is laid; with the last one all are turned up."""
        card = int(move.removeprefix("dive "))
        hands = replace_at(self.hands, seat, without(self.hands[seat], (card,)))
        laid = replace_at(self.laid, seat, card)
        if all(laid):
            return self.replace(hands=hands, laid=(0,) * self.seats, dives=(*self.dives, laid))
        return self.replace(hands=hands, laid=laid)

    # chance

    @property
    def dealt_to(self) -> int:
        """Who gets the next card."""
        return sum(map(len, self.hands)) % self.seats

    def chances(self) -> Distribution:
        """One card from what is left of the deck, or the worth of a fish."""
        if not self.is_dealing:
            return Distribution.uniform(FISH)
        left = without(DECK, self.dealt)
        cards = sorted(set(left))
        return Distribution(tuple(map(str, cards)), tuple(left.count(card) for card in cards))

    def after_chance(self, outcome: str) -> Self:
        """The card goes into a hand, the fish into the air."""
        if not self.is_dealing:
            return self.replace(fish=(*self.fish, int(outcome)))
        seat = self.dealt_to
        return self.replace(hands=replace_at(self.hands, seat, tuple(sorted((*self.hands[seat], int(outcome))))))

    # secrets

    def view(self, seat: int | None) -> GullsView:
        """The seat's own hand; of the others' laid cards only that they lie there."""
        hand = () if seat is None else self.hands[seat]
        laid = tuple(card if owner == seat else -bool(card) for owner, card in enumerate(self.laid))
        return GullsView(seat, hand, laid, self.dives, self.fish, caught(self.dives, self.fish, self.seats))

    def visible_to(self, step: str) -> tuple[int, ...] | None:
        """A dealt card is seen by its owner, a laid one by nobody else, a fish by everybody (None)."""
        if self.is_dealing:
            return (self.dealt_to,)
        return None if self.is_chance else ()

    def resample(self, seat: int | None, rng: Rng) -> Self:
        """The cards that this seat does not see, shuffled and dealt again: bots think about such positions."""
        own = () if seat is None else (*self.hands[seat], *(card for card in (self.laid[seat],) if card))
        hidden = list(without(DECK, own + tuple(card for dive in self.dives for card in dive)))
        rng.shuffle(hidden)
        hands = tuple(
            hand if owner == seat else tuple(sorted(hidden.pop() for _ in hand))
            for owner, hand in enumerate(self.hands)
        )
        laid = tuple(card if owner == seat or not card else hidden.pop() for owner, card in enumerate(self.laid))
        return self.replace(hands=hands, laid=laid)

    # the end

    def outcome(self) -> Outcome | None:
        """The most fish win."""
        return Outcome.highest(caught(self.dives, self.fish, self.seats), "fish") if len(self.dives) == HAND else None


def start(seats: int, options: Options) -> GullsPosition:
    """Empty hands; the deal comes first."""
    return GullsPosition(((),) * seats, (0,) * seats)
