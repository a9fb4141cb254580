"""The rules: cards are dealt, fish jump, all gulls dive at once, equal cards cancel each other."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Self

from boardwright.api import (
    Chances,
    Dealing,
    Deck,
    Distribution,
    Hand,
    HandZone,
    Held,
    Move,
    Open,
    Options,
    Outcome,
    Position,
    Row,
    Secret,
    Zone,
    card,
    die,
    faces,
    move,
    replace_at,
)

from gulls.scoring import caught

HAND = 5
"""Cards a gull is dealt, and so the number of fish."""
CARDS = tuple(range(1, 13)) * 2
FISH = Distribution.uniform(tuple("123456"))


class GullsPosition(Position[Move, Open], frozen=True):
    """Hands, cards laid face down, the cards of the dives so far, and what the fish were worth."""

    hands: tuple[Hand[int], ...]
    laid: tuple[Secret[int], ...]
    stock: Deck[int] = Deck()
    dives: tuple[tuple[int, ...], ...] = ()
    fish: tuple[int, ...] = ()
    """One more than there are dives while a fish is in the air."""

    seats = property(lambda self: len(self.hands))
    turn = property(lambda self: len(self.fish))  # a new turn begins with each fish: clocks go by this

    @property
    def actors(self) -> tuple[int, ...]:
        """All gulls that have not dived yet: they need not wait for each other."""
        is_open = self.chance is None and self.outcome() is None
        return tuple(seat for seat, card in enumerate(self.laid) if is_open and not card.is_set)

    @move("dive {number}", secret=True, seated=True)
    def dive(self, seat: int, number: Annotated[int, Held("hands", CARDS)]) -> Self:
        """Dive with the {number}."""
        hands = replace_at(self.hands, seat, self.hands[seat].without(number))
        laid = replace_at(self.laid, seat, Secret.holding(number))
        if not all(each.is_set for each in laid):
            return self.replace(hands=hands, laid=laid)
        dives = (*self.dives, tuple(each.value for each in laid))
        return self.replace(hands=hands, laid=(Secret(),) * self.seats, dives=dives)

    # chance: the deal, and later the fish

    @cached_property
    def chance(self) -> Chances | None:
        """Five cards for each gull, the rest face down; after each dive the worth of a fish."""
        if not self.fish and not len(self.hands[0]):
            return Dealing(self, CARDS, hands=HAND, stock=...)
        return FISH if len(self.dives) == len(self.fish) < HAND else None

    def after_chance(self, outcome: str) -> Self:
        """The cards go into the hands, the fish into the air."""
        return self.replace(fish=(*self.fish, int(outcome))) if self.chance is FISH else super().after_chance(outcome)

    def outcome(self) -> Outcome | None:
        """The most fish win."""
        return Outcome.highest(caught(self.dives, self.fish, self.seats), "fish") if len(self.dives) == HAND else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """The fish, the cards and the catch of each gull, and the viewer's hand."""
        laid = faces(self.laid)
        catch = caught(self.dives, self.fish, self.seats)
        hand = () if seat is None else self.hands[seat].cards
        own = [tuple(card(dive[owner]) for dive in self.dives) for owner in range(self.seats)]
        return (
            Row(title="Fish", pieces=tuple(map(die, self.fish)), slots=HAND),
            *(
                Row(title=f"Player {owner + 1}: {catch[owner]}", pieces=(*cards, laid[owner])[:HAND], slots=HAND)
                for owner, cards in enumerate(own)
            ),
            HandZone(title="Your hand", cards=hand, kinds=CARDS, most=HAND),
        )


def start(seats: int, options: Options) -> GullsPosition:
    """Empty hands; the deal comes first."""
    return GullsPosition((Hand(),) * seats, (Secret(),) * seats)
