"""A small game with deals of all kinds, for tests of what is game-independent.

Flock: two or three players are dealt two birds each, one bird lies face up, the others are a stock. In turn, each lays
a bird (`lay heron`), draws the first of the stock (`draw`), or has everything that is not laid shuffled and dealt again
(`redeal`, twice in a game). After three turns each, the birds laid decide, those of the kind that lies face up twice.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Self

from boardwright.core.chance import Rng
from boardwright.core.deal import Deal, Part, split
from boardwright.core.event import Event
from boardwright.core.game import Game
from boardwright.core.layout import Counters, Layout, Lines, Row, card
from boardwright.core.match import Match
from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.tuples import replace_at
from boardwright.core.view import View

BIRDS = ("crane", "egret", "finch", "heron", "robin", "stork")
DECK = tuple(sorted((*BIRDS, *BIRDS[:4])))
MOVES = (*(f"lay {bird}" for bird in BIRDS), "draw", "redeal", "rest")
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


class Flocking(Position[str, FlockView], frozen=True):
    hands: tuple[Birds, ...]
    laid: tuple[Birds, ...]
    up: Birds = ()
    stock: Birds = ()
    dealing: bool = True
    redeals: int = 0
    made: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def is_chance(self) -> bool:
        return self.dealing

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.dealing or self.outcome() else (self.made % self.seats,)

    @property
    def turn(self) -> int:
        return self.made

    @property
    def is_undoable(self) -> bool:
        return not self.dealing

    def all_moves(self) -> tuple[str, ...]:
        return MOVES

    def choices(self, seat: int) -> Collection[str]:
        lays = tuple(f"lay {bird}" for bird in sorted(set(self.hands[seat])))
        return (*lays, *("draw",) * bool(self.stock), *("redeal",) * (self.redeals < REDEALS), "rest")

    def after(self, move: str, seat: int) -> Self:
        hand, position = self.hands[seat], self.replace(made=self.made + 1)
        if move == "redeal":
            return position.replace(dealing=True, redeals=self.redeals + 1)
        if move == "draw":
            hands = replace_at(self.hands, seat, tuple(sorted((*hand, self.stock[0]))))
            return position.replace(hands=hands, stock=self.stock[1:])
        if move == "rest":
            return position
        bird = move.removeprefix("lay ")
        place = hand.index(bird)
        hands = replace_at(self.hands, seat, hand[:place] + hand[place + 1 :])
        return position.replace(hands=hands, laid=replace_at(self.laid, seat, (*self.laid[seat], bird)))

    def chances(self) -> Deal:
        left = list(DECK)
        for bird in (bird for laid in self.laid for bird in laid):
            left.remove(bird)
        sizes = [len(hand) for hand in self.hands] if self.redeals else [2] * self.seats
        hands = [Part.hand(seat, size) for seat, size in enumerate(sizes)]
        return Deal(left, (*hands, Part.face_up(1), Part.face_down(len(left) - sum(sizes) - 1)))

    def after_chance(self, outcome: str) -> Self:
        *hands, up, stock = split(outcome)
        sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
        return self.replace(hands=sorted_hands, up=up, stock=stock, dealing=False)

    def view(self, seat: int | None) -> FlockView:
        hand = () if seat is None else self.hands[seat]
        held = tuple(map(len, self.hands))
        return FlockView(seat, hand, held, self.up, len(self.stock), self.laid, self.redeals, self.made)

    def resample(self, seat: int | None, rng: Rng) -> Self:
        if self.outcome():
            return self
        hidden = sorted(
            (*self.stock, *(bird for owner, hand in enumerate(self.hands) if owner != seat for bird in hand))
        )
        rng.shuffle(hidden)
        hands = tuple(
            hand if owner == seat else tuple(sorted(hidden.pop() for _ in hand))
            for owner, hand in enumerate(self.hands)
        )
        return self.replace(hands=hands, stock=tuple(hidden))

    def outcome(self) -> Outcome | None:
        if self.dealing or self.made < TURNS * self.seats:
            return None
        return Outcome.highest(tuple(len(laid) + sum(bird in self.up for bird in laid) for laid in self.laid), "flock")


class Flock(Game[Flocking, str, FlockView, Options]):
    name = "flock"
    title = "Flock"
    summary = "Lay the birds of the day."
    seats = range(2, 4)
    has_secrets = True
    bound: ClassVar[int | None] = 60

    def start(self, seats: int, options: Options) -> Flocking:
        return Flocking(((),) * seats, ((),) * seats)

    def events(self, before: Flocking, step: str, seat: int | None, after: Flocking) -> tuple[Event, ...]:
        if seat is not None:
            return ()
        own = [Event("dealt", f"You have {', '.join(hand)}.", seats=(owner,)) for owner, hand in enumerate(after.hands)]
        return (Event("up", f"A {after.up[0]} lies face up."), *own)

    def layout(self, view: FlockView) -> Layout:
        rows = zip(
            (*(f"laid by {owner}" for owner, _ in enumerate(view.held)), "up", "hand"),
            (*view.laid, view.up, view.hand),
            strict=True,
        )
        counts = [(f"held by {owner}", held, 10) for owner, held in enumerate(view.held)]
        return Layout(
            title="Flock",
            zones=(
                *(Row(title=title, pieces=tuple(map(card, birds)), slots=10) for title, birds in rows),
                Counters(
                    values=(
                        *counts,
                        ("stock", view.stock, 10),
                        ("redeals", view.redeals, REDEALS),
                        ("turns", view.made, 9),
                    )
                ),
                Lines((f"{view.redeals} redeals",)),
            ),
            seats=len(view.held),
            buttons=MOVES,
        )

    def rules(self) -> str:
        return __doc__ or ""


FLOCK = Flock()
SEED = bytes(range(32))


def flock(**more: Any) -> Match:
    """A new match of Flock: the cards are dealt."""
    return Match.new(FLOCK, seed=more.pop("seed", SEED), **more)


def redealt(**more: Any) -> Match:
    """A match in which the first deal was followed by a draw, a lay and another deal."""
    match = flock(**more)
    match.play("draw", 0, 1000)
    match.play(f"lay {match.position.hands[1][0]}", 1, 2000)  # type: ignore[attr-defined]
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
