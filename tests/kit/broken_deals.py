"""Small broken games: each is Flock with something wrong in its deals; see `tests.kit.broken`."""

from __future__ import annotations

from itertools import count
from typing import Any, ClassVar, Self

from boardwright.core.chance.deal import Deal, Part
from boardwright.core.hidden import Hand
from boardwright.core.moves import Move
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options
from tests.dealing import Flock, Flocking

_CALLS = count()


class BrokenFlock(Flock):
    """What a broken game names: the law, words of the finding, words of the fix."""

    law: ClassVar[str]
    finding: ClassVar[str]
    fix: ClassVar[str]
    Position: Any = Flocking

    def start(self, seats: int, options: Options) -> Flocking:
        position: Flocking = self.Position((Hand(),) * seats, ((),) * seats)
        return position


def _dealing(number: int, seen: tuple[int, ...] | None) -> Any:
    """Positions that show part `number` of a deal to other seats."""

    class Dealing(Flocking, frozen=True):
        def _deal(self) -> Deal:
            deal = super()._deal()
            parts = list(deal.parts)
            parts[number] = Part(parts[number].count, seen)
            return Deal(deal.cards, parts)

    return Dealing


class StockDealtFaceUp(BrokenFlock):
    law, finding, fix = "no leaks", "the log shows spectators part", "Name in Part.seen"
    Position = _dealing(-1, None)


class StockDealtToASeat(BrokenFlock):
    law, finding, fix = "no leaks", "the log shows seat 1 part", "Name in Part.seen"
    Position = _dealing(-1, (1,))


class HandDealtToAnother(BrokenFlock):
    law, finding, fix = "no leaks", "the log shows seat 1 part 0", "Name in Part.seen"
    Position = _dealing(0, (1,))


class DealToNobodyAtTheTable(BrokenFlock):
    law, finding, fix = "complete", "deals to seats (7,)", "at the table"
    Position = _dealing(0, (7,))


class DealWithoutDeclaredSecrets(BrokenFlock):
    law, finding, fix = "complete", "hides 2 cards from some", "Set has_secrets = True"

    def __init__(self) -> None:
        super().__init__()
        type(self).has_secrets = False


class EventsTellOfTheDeal(BrokenFlock):
    law, finding, fix = "no leaks", "events reveal", "Event.seats"

    def events(self, before: Flocking, step: Move | str, seat: int | None, after: Flocking) -> tuple[Event, ...]:
        return (Event("dealt", f"A {after.hands[0].cards[0]} was dealt."),) if seat is None else ()


class _Absentminded(Flocking, frozen=True):
    def after_chance(self, outcome: str) -> Self:
        return self.replace(dealing=False, redeals=self.redeals + next(_CALLS))


class DealIgnored(BrokenFlock):
    law, finding, fix = "pure", "different position", "Chance belongs in"
    Position = _Absentminded


class _Listing(Flocking, frozen=True):
    def _deal(self) -> Any:
        return list(super()._deal().cards)


class DealIsAList(BrokenFlock):
    law, finding, fix = "ends", "not a Distribution, a Deal or None", "Return a Distribution, a Deal or None"
    Position = _Listing


BROKEN_DEALS: tuple[type[BrokenFlock], ...] = tuple(BrokenFlock.__subclasses__())
