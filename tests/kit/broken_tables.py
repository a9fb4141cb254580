"""Small broken games with declared moves and cards: each says which law must catch it and by which words."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import cache, cached_property
from typing import Annotated, Any, ClassVar, Self, cast

from boardwright.core.game.game import Game
from boardwright.core.hidden import Dealing, Deck, Hand, Pool
from boardwright.core.layout import HandZone, Pile, Zone
from boardwright.core.moves import Held, Move, move, require
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.core.search.heuristics import Heuristics

CARDS = tuple(range(1, 11))


class Playing(Position[Move, Open], frozen=True):
    """Three cards each are laid in turn; the highest sum wins."""

    hands: tuple[Hand[int], ...] = (Hand(), Hand())
    deck: Deck[int] = Deck()
    points: tuple[int, ...] = (0, 0)
    to_move: int = 0
    seats = 2

    @cached_property
    def chance(self) -> Dealing[Self] | None:
        return None if len(self.deck) else Dealing(self, CARDS, hands=3, deck=...)

    @move("{card}")
    def lay(self, card: Annotated[int, Held("hands", CARDS)]) -> Self:
        """Lay the {card}."""
        require(card in self.hands[self.to_move], "not_held", "You do not hold {card}.")
        return self.laid(card, self.hands[self.to_move].without(card))

    def laid(self, card: int, left: Hand[int]) -> Self:
        hands = tuple(left if seat == self.to_move else hand for seat, hand in enumerate(self.hands))
        points = tuple(sum_ + card * (seat == self.to_move) for seat, sum_ in enumerate(self.points))
        return self.replace(hands=hands, points=points, to_move=1 - self.to_move)

    def outcome(self) -> Outcome | None:
        return Outcome.highest(self.points) if any(self.points) and not any(map(len, self.hands)) else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        hand = () if seat is None else self.hands[seat].cards
        return HandZone(title="Hand", cards=hand, kinds=CARDS, most=6), Pile(title="Deck", count=len(self.deck), most=9)


class BrokenTable(Game[Playing, Options]):
    name, title, summary, seats = "laying", "Laying", "Lay cards.", range(2, 3)
    bound: ClassVar[int | None] = 30
    law: ClassVar[str]
    finding: ClassVar[str]
    fix: ClassVar[str]
    Position: Any = Playing

    def start(self, seats: int, options: Options) -> Playing:
        position: Playing = self.Position()
        return position


class _Copying(Playing, frozen=True):
    def laid(self, card: int, left: Hand[int]) -> Self:
        other = 1 - self.to_move
        hands = tuple(hand.plus(card) if seat == other else hand for seat, hand in enumerate(self.hands))
        return self.replace(hands=hands, to_move=other)


class CardsMultiply(BrokenTable):
    law, finding, fix = "sane", "of the card", "`without` and `draw`"
    Position = _Copying


class _Negative(Playing, frozen=True):
    def problems(self) -> list[str]:
        return [f"there are {sum(self.points)} points"] if sum(self.points) > 5 else []


class PositionWithAProblem(BrokenTable):
    law, finding, fix = "sane", "the position has a problem: there are", "Find the step"
    Position = _Negative


class _Unscaled(Heuristics[Playing]):
    def evaluate(self, position: Playing, seat: int) -> float:
        return float(position.points[seat])


class EvaluationOutOfRange(BrokenTable):
    law, finding, fix = "sane", "evaluate gives", "between -1 (lost) and 1 (won)"
    bot = _Unscaled()


class _Contrary(Heuristics[Playing]):
    def evaluate(self, position: Playing, seat: int) -> float:
        return (position.points[1 - seat] - position.points[seat]) / 60


class EvaluationUpsideDown(BrokenTable):
    law, finding, fix = "sane", "have won, but evaluate gives", "check the sign"
    bot = _Contrary()


class _Forgetful(Playing, frozen=True):
    def legal(self, seat: int) -> Collection[Move]:
        return tuple(map(Playing.lay, self.hands[seat].cards[:1]))


class FastLegalLacksMoves(BrokenTable):
    law, finding, fix = "complete", "lacks", "what apply does not refuse"
    Position = _Forgetful


class _Undeclared(Playing, frozen=True):
    @move("bid {number}")
    def bid(self, number: int) -> Self:
        return self


class ArgumentWithoutDomain(BrokenTable):
    law, finding, fix = "ends", "annotate number with a domain", "each of them a domain"
    Position = _Undeclared


class _Partial(Playing, frozen=True):
    def outcome(self) -> Outcome | None:
        return None if super().outcome() is None else Outcome.highest((1, 0))


class FirstSeatAlwaysWins(BrokenTable):
    law, finding, fix = "sane", "seat 0 wins all of 60 random games", "is_uneven = True"
    Position = _Partial


class _Shadowing(Playing, frozen=True):
    def fallback(self, seat: int, card: int) -> Move:  # type: ignore[override]  # that is the fault
        return Playing.lay(card)


class HelperNamedLikeAQuestion(BrokenTable):
    law, finding, fix = "complete", "has the name of Position.fallback", "give your 'fallback' another name"
    Position = _Shadowing


class _Method(Playing, frozen=True):
    def is_dead(self) -> bool:  # type: ignore[override]  # that is the fault
        return False


class MethodInPlaceOfAProperty(BrokenTable):
    law, finding, fix = "complete", "is a method, but Position.is_dead is a property", "Write @property before is_dead"
    Position = _Method


class _Dawdling(Playing, frozen=True):
    def laid(self, card: int, left: Hand[int]) -> Self:
        until = time.thread_time() + 0.25
        while time.thread_time() < until and card > 5:
            pass
        return super().laid(card, left)


class SlowStep(BrokenTable):
    law, finding, fix = "sane", "its legal moves and the next position", "the profile of `boardwright dev`"
    Position = _Dawdling


class _Unsorted(Playing, frozen=True):
    def legal(self, seat: int) -> Collection[Move]:
        return tuple(Playing.lay(int(card)) for card in {str(card) for card in self.hands[seat].cards})


class LegalInTheOrderOfASet(BrokenTable):
    law, finding, fix = "pure", "in another process", "sort it before it is listed"
    Position = _Unsorted


class _Gappy(Playing, frozen=True):
    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        return (*super().zones(seat), cast("Zone", None))


class _Undrawable(Playing, frozen=True):
    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        raise LookupError("nothing to show")


class NotAZone(BrokenTable):
    law, finding, fix = "display", "zones lists None, which is not a zone", "fix the line named here"
    Position = _Gappy


class NothingCanBeDrawn(BrokenTable):
    law, finding, fix = "display", "LookupError: nothing to show", "fix the line named here"
    Position = _Undrawable


class _Remembering(Playing, frozen=True):
    laid_so_far: frozenset[str] = frozenset()

    def laid(self, card: int, left: Hand[int]) -> Self:
        return super().laid(card, left).replace(laid_so_far=self.laid_so_far | {f"card {card}"})


class _Crowned(Playing, frozen=True):
    crowns: Annotated[tuple[Hand[int], ...], Pool("crowns")] = (Hand(), Hand())
    crown_deck: Annotated[Deck[int], Pool("crowns")] = Deck()

    @cached_property
    def chance(self) -> Dealing[Self] | None:
        if not len(self.deck):
            return Dealing(self, CARDS, hands=3, deck=...)
        return None if len(self.crown_deck) else Dealing(self, CARDS, crowns=2, crown_deck=...)

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        crowns = () if seat is None else self.crowns[seat].cards
        shown = HandZone(title="Crowns", cards=crowns, kinds=CARDS, most=2)
        return *super().zones(seat), shown, Pile(title="More crowns", count=len(self.crown_deck), most=9)


class SetsInFields(BrokenTable):
    """Not broken: a set is a value like any other."""

    Position = _Remembering


class TwoPools(BrokenTable):
    """Not broken: cards of two pools have the same numbers."""

    Position = _Crowned


@cache
def _tables() -> None:
    until = time.thread_time() + 0.25
    while time.thread_time() < until:
        pass


class _Loading(Playing, frozen=True):
    def laid(self, card: int, left: Hand[int]) -> Self:
        _tables()
        return super().laid(card, left)


class SlowFirstStep(BrokenTable):
    """Not broken: the first step loads what all others use."""

    Position = _Loading


BROKEN_TABLES = tuple(kind for kind in BrokenTable.__subclasses__() if hasattr(kind, "law"))
