"""The rules: all choose a card at once, and the cards are loaded from the lowest to the highest."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Self

from boardwright.api import (
    Counters,
    Dealing,
    Deck,
    Hand,
    HandZone,
    Held,
    Move,
    Number,
    Open,
    Options,
    Outcome,
    Piece,
    Position,
    Row,
    Secret,
    Zone,
    card,
    faces,
    move,
    replace_at,
    require,
)

CARDS, HAND, CARTS, FULL, LIMIT = range(1, 105), 10, 4, 5, 66
WORTH = {n: 7 if n == 55 else 5 if n % 11 == 0 else 3 if n % 10 == 0 else 2 if n % 5 == 0 else 1 for n in CARDS}
COLORS = {1: "#24557f", 2: "#2e7d57", 3: "#a86b00", 5: "#b23a26", 7: "#7a3fa0"}


class FullCartsPosition(Position[Move, Open], frozen=True):
    """Hands, chosen cards, carts, the cards last turned up, and those of them still to be loaded, with their owners."""

    hands: tuple[Hand[int], ...]
    chosen: tuple[Secret[int], ...]
    points: tuple[int, ...]
    deck: Deck[int] = Deck()
    carts: tuple[tuple[int, ...], ...] = ((),) * CARTS
    shown: tuple[int, ...] = ()
    queue: tuple[tuple[int, int], ...] = ()
    seats = property(lambda self: len(self.hands))
    turn = property(lambda self: (len(self.hands[0]) + len(self.chosen[0]), len(self.queue)))

    @property
    def actors(self) -> tuple[int, ...]:
        """The player who has to empty a cart, or all who have not chosen."""
        free = (seat for seat, hand in enumerate(self.hands) if len(hand) and not self.chosen[seat].is_set)
        return (self.queue[0][1],) if self.queue else tuple(free)

    @cached_property
    def chance(self) -> Dealing[Self] | None:
        """Ten cards each and one for each cart, as long as nobody has too many bad points."""
        is_due = not self.actors and max(self.points) < LIMIT
        return Dealing(self, CARDS, hands=HAND, carts=CARTS, deck=...) if is_due else None

    @move("{number}", secret=True, seated=True)
    def choose(self, seat: int, number: Annotated[int, Held("hands", CARDS)]) -> Self:
        """Choose the {number}."""
        require(not self.queue, "loading", "First a cart has to be emptied.")
        chosen = replace_at(self.chosen, seat, Secret.holding(number))
        hands = replace_at(self.hands, seat, self.hands[seat].without(number))
        if not all(each.is_set for each in chosen):
            return self.replace(hands=hands, chosen=chosen)
        after = self.replace(hands=hands, chosen=(Secret(),) * self.seats, shown=tuple(each.value for each in chosen))
        return after.replace(queue=tuple(sorted(zip(after.shown, range(self.seats), strict=True)))).loaded()

    @move("cart {number}")
    def empty(self, number: Annotated[int, Number(1, CARTS)]) -> Self:
        """Empty cart {number}."""
        require(self.queue, "not_now", "A cart is emptied only for a card that is lower than all carts.")
        return self.loaded(number - 1)

    def loaded(self, chosen: int | None = None) -> Self:
        """The queue loaded, up to a card that needs a decision; the first card on a chosen cart, which is emptied."""
        number, seat = (*self.queue, (0, 0))[0]
        below = [(cart[-1], place) for place, cart in enumerate(self.carts) if cart[-1] < number]
        if chosen is None and not below:
            return self
        place = max(below)[1] if chosen is None else chosen
        taken = self.carts[place] if chosen is not None or len(self.carts[place]) == FULL else ()
        carts = replace_at(self.carts, place, (*self.carts[place][len(taken) :], number))
        points = replace_at(self.points, seat, self.points[seat] + sum(WORTH[each] for each in taken))
        return self.replace(carts=carts, points=points, queue=self.queue[1:]).loaded()

    def outcome(self) -> Outcome | None:
        """The fewest bad points when a deal is over and someone has too many."""
        return None if self.actors or self.chance is not None else Outcome.lowest(self.points, "too_many")

    def standing(self) -> tuple[int, ...]:
        """Bad points, fewer being better: bots judge a deal by them."""
        return tuple(-points for points in self.points)

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """The carts, the chosen cards, the points and the viewer's hand."""
        laid, carts = faces(self.chosen, face), enumerate(self.carts, 1)
        hand = () if seat is None else self.hands[seat].cards
        return (
            *(Row(title=f"Cart {n}", pieces=tuple(map(face, cart)), slots=FULL, name=f"cart {n}") for n, cart in carts),
            Row(title="Chosen", pieces=laid if any(laid) else tuple(map(face, self.shown)), slots=self.seats),
            Counters(values=tuple((f"Player {owner + 1}:", points, 300) for owner, points in enumerate(self.points))),
            HandZone(title="Your hand", cards=hand, kinds=tuple(CARDS), most=HAND, face=face),
        )


def face(number: int) -> Piece:
    """A card with its bad points."""
    return card(number, "•" * WORTH[number], COLORS[WORTH[number]], f"{number}, bad points {WORTH[number]}")


def start(seats: int, options: Options) -> FullCartsPosition:
    """Empty hands; the deal comes first."""
    return FullCartsPosition((Hand(),) * seats, (Secret(),) * seats, (0,) * seats)
