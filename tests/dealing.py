"""A small game with deals of all kinds, for tests of what is game-independent.

Flock: two or three players are dealt two birds each, one bird lies face up, the others are a stock. In turn, each lays
a bird (`lay heron`), draws the first of the stock (`draw`), or has everything that is not laid shuffled and dealt again
(`redeal`, twice in a game). After three turns each, the birds laid decide, those of the kind that lies face up twice.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self

from boardwright.core.chance.deal import Deal, Part, split
from boardwright.core.game.game import Game
from boardwright.core.hidden import Deck, Hand
from boardwright.core.hidden.components import masked
from boardwright.core.layout import Counters, Item, Items, Lines, Role, Row, Zone, card
from boardwright.core.match.match import Match
from boardwright.core.moves import Move, OneOf, move, require
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import View
from boardwright.core.tuples import replace_at

BIRDS = ("crane", "egret", "finch", "heron", "robin", "stork")
DECK = tuple(sorted((*BIRDS, *BIRDS[:4])))
TURNS, REDEALS = 3, 2
Birds = tuple[str, ...]


class FlockView(View, frozen=True):
    seat: int | None
    hand: Birds
    held: tuple[int, ...]
    up: Birds
    stock: int
    laid: tuple[Birds, ...]
    redeals: int
    made: int


class Flocking(Position[Move, FlockView], frozen=True):
    hands: tuple[Hand[str], ...]
    laid: tuple[Birds, ...]
    up: Birds = ()
    stock: Deck[str] = Deck()
    dealing: bool = True
    redeals: int = 0
    made: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def chance(self) -> Deal | None:
        return self._deal() if self.dealing else None

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.dealing or self.outcome() else (self.made % self.seats,)

    @property
    def turn(self) -> int:
        return self.made

    @property
    def is_undoable(self) -> bool:
        return not self.dealing

    @move("lay {bird}", seated=True)
    def lay(self, seat: int, bird: Annotated[str, OneOf(BIRDS)]) -> Self:
        """Lay a {bird}."""
        hand = self.hands[seat]
        require(bird in hand, "not_held", "You do not hold a {bird}.")
        hands = replace_at(self.hands, seat, hand.without(bird))
        laid = replace_at(self.laid, seat, (*self.laid[seat], bird))
        return self.replace(made=self.made + 1, hands=hands, laid=laid)

    @move("draw", seated=True)
    def draw(self, seat: int) -> Self:
        """Draw a bird."""
        require(len(self.stock), "no_stock", "There are no birds left to draw.")
        drawn, stock = self.stock.draw()
        hands = replace_at(self.hands, seat, self.hands[seat].plus(*drawn))
        return self.replace(made=self.made + 1, hands=hands, stock=stock)

    @move("redeal")
    def redeal(self) -> Self:
        """Have the birds dealt again."""
        require(self.redeals < REDEALS, "dealt_enough", "The birds have been dealt again often enough.")
        return self.replace(made=self.made + 1, dealing=True, redeals=self.redeals + 1)

    @move("rest")
    def rest(self) -> Self:
        """Rest."""
        return self.replace(made=self.made + 1)

    def _deal(self) -> Deal:
        left = list(DECK)
        for bird in (bird for laid in self.laid for bird in laid):
            left.remove(bird)
        sizes = [len(hand) for hand in self.hands] if self.redeals else [2] * self.seats
        hands = [Part.hand(seat, size) for seat, size in enumerate(sizes)]
        return Deal(left, (*hands, Part.face_up(1), Part.face_down(len(left) - sum(sizes) - 1)))

    def after_chance(self, outcome: str) -> Self:
        *hands, up, stock = split(outcome)
        return self.replace(hands=tuple(map(Hand.of, hands)), up=up, stock=Deck.of(stock), dealing=False)

    def view(self, seat: int | None) -> FlockView:
        hand = () if seat is None else masked(self, seat).hands[seat].cards
        held = tuple(map(len, self.hands))
        return FlockView(seat, hand, held, self.up, len(self.stock), self.laid, self.redeals, self.made)

    def outcome(self) -> Outcome | None:
        if self.dealing or self.made < TURNS * self.seats:
            return None
        return Outcome.highest(tuple(len(laid) + sum(bird in self.up for bird in laid) for laid in self.laid), "flock")


class Flock(Game[Flocking, Options]):
    name = "flock"
    title = "Flock"
    summary = "Lay the birds of the day."
    seats = range(2, 4)
    bound: ClassVar[int | None] = 60

    def start(self, seats: int, options: Options) -> Flocking:
        position: Flocking = self.Position((Hand(),) * seats, ((),) * seats)
        return position

    def events(self, before: Flocking, step: Move | str, seat: int | None, after: Flocking) -> tuple[Event, ...]:
        if seat is not None:
            return ()
        own = [Event("dealt", f"You have {', '.join(hand)}.", seats=(owner,)) for owner, hand in enumerate(after.hands)]
        return (Event("up", f"A {after.up[0]} lies face up."), *own)

    def zones(self, view: FlockView, layer: str = "") -> tuple[Zone, ...]:
        rows = zip(
            (*(f"laid by {owner}" for owner, _ in enumerate(view.held)), "up", "hand"),
            (*view.laid, view.up, view.hand),
            strict=True,
        )
        counts = [(f"held by {owner}", held, 10) for owner, held in enumerate(view.held)]
        counts += [("stock", view.stock, 10), ("redeals", view.redeals, REDEALS), ("turns", view.made, 9)]
        names = (*(f"lay {bird}" for bird in BIRDS), "draw", "redeal", "rest")
        return (
            *(Row(title=title, pieces=tuple(map(card, birds)), slots=10) for title, birds in rows),
            Counters(values=tuple(counts)),
            Lines((f"{view.redeals} redeals",)),
            Items(role=Role.BUTTONS, items=tuple(Item(name=name, title=name) for name in names)),
        )


FLOCK = Flock()
SEED = bytes(range(32))


def flock(**more: Any) -> Match:
    """A new match of Flock: the cards are dealt."""
    return Match.new(FLOCK, seed=more.pop("seed", SEED), **more)


def redealt(**more: Any) -> Match:
    """A match in which the first deal was followed by a draw, a lay and another deal."""
    match = flock(**more)
    match.play("draw", 0, 1000)
    match.play(f"lay {match.position.hands[1].cards[0]}", 1, 2000)  # type: ignore[attr-defined]
    match.play("redeal", at=3000)
    return match


def finished(**more: Any) -> Match:
    """A whole match, with a redeal that was undone and made again."""
    match = redealt(**more)
    match.undo(match.entries[-2].seat or 0, 4000, agreed=range(3))
    match.play("redeal", at=5000)
    while not match.is_over:
        match.play("rest", at=6000)
    return match
