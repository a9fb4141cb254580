"""Small broken games with declared moves and cards, and with deals; see `tests.kit.broken`."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import cache, cached_property
from itertools import count
from typing import Annotated, Any, ClassVar, Self

from boardwright.core.chance.deal import Deal, Part
from boardwright.core.game.game import Game
from boardwright.core.hidden import Dealing, Deck, Hand, Pool
from boardwright.core.layout import HandZone, Pile, Zone
from boardwright.core.moves import Held, Move, move, require
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.core.search.heuristics import Heuristics
from tests.dealing import Flock, Flocking
from tests.kit.broken import Catalog, but

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


class Laying(Game[Playing, Options]):
    name, title, summary, seats = "laying", "Laying", "Lay cards.", range(2, 3)
    bound: ClassVar[int | None] = 30


broken = Catalog(Laying)


@broken("sane", "of the card", "`without` and `draw`")
class CardsMultiply(Playing, frozen=True):
    def laid(self, card: int, left: Hand[int]) -> Self:
        other = 1 - self.to_move
        hands = tuple(hand.plus(card) if seat == other else hand for seat, hand in enumerate(self.hands))
        return self.replace(hands=hands, to_move=other)


@broken("sane", "the position has a problem: there are", "Find the step")
class PositionWithAProblem(Playing, frozen=True):
    def problems(self) -> list[str]:
        return [f"there are {sum(self.points)} points"] if sum(self.points) > 5 else []


@broken("ends", "annotate number with a domain", "each of them a domain")
class ArgumentWithoutDomain(Playing, frozen=True):
    @move("bid {number}")
    def bid(self, number: int) -> Self:
        return self


@broken("sane", "seat 0 wins all of 60 random games", "is_uneven = True")
class FirstSeatAlwaysWins(Playing, frozen=True):
    def outcome(self) -> Outcome | None:
        return None if super().outcome() is None else Outcome.highest((1, 0))


@broken("complete", "is a method, but Position.is_dead is a property", "Write @property before is_dead")
class MethodInPlaceOfAProperty(Playing, frozen=True):
    def is_dead(self) -> bool:  # type: ignore[override]  # that is the fault
        return False


@broken("sane", "its legal moves and the next position", "the profile of `boardwright dev`")
class SlowStep(Playing, frozen=True):
    def laid(self, card: int, left: Hand[int]) -> Self:
        until = time.thread_time() + 0.25
        while time.thread_time() < until and card > 5:
            pass
        return super().laid(card, left)


class _Unsorted(Playing, frozen=True):
    def legal(self, seat: int) -> Collection[Move]:
        return tuple(Playing.lay(int(card)) for card in {str(card) for card in self.hands[seat].cards})


@broken("pure", "in another process", "sort it before it is listed")
class LegalInTheOrderOfASet(Laying):
    Position: Any = _Unsorted


@broken("display", "LookupError: nothing to show", "fix the line named here")
class NothingCanBeDrawn(Playing, frozen=True):
    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        raise LookupError("nothing to show")


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


class SetsInFields(Laying):
    """Not broken: a set is a value like any other."""

    Position: Any = _Remembering


class TwoPools(Laying):
    """Not broken: cards of two pools have the same numbers."""

    Position: Any = _Crowned


@cache
def _tables() -> None:
    until = time.thread_time() + 0.25
    while time.thread_time() < until:
        pass


class _Loading(Playing, frozen=True):
    def laid(self, card: int, left: Hand[int]) -> Self:
        _tables()
        return super().laid(card, left)


class SlowFirstStep(Laying):
    """Not broken: the first step loads what all others use."""

    Position: Any = _Loading


_CALLS = count()
broken_deal = Catalog(Flock)


def _dealing(number: int, seen: tuple[int, ...] | None) -> Any:
    """Return positions that show part `number` of a deal to other seats."""

    class Dealing(Flocking, frozen=True):
        def _deal(self) -> Deal:
            deal = super()._deal()
            parts = list(deal.parts)
            parts[number] = Part(parts[number].count, seen)
            return Deal(deal.cards, parts)

    return Dealing


@broken_deal("complete", "hides 2 cards from some", "Set has_secrets = True")
class DealWithoutDeclaredSecrets(Flock):
    def __init__(self) -> None:
        super().__init__()
        type(self).has_secrets = False


@broken_deal("no leaks", "events reveal", "Event.seats")
class EventsTellOfTheDeal(Flock):
    def events(self, before: Flocking, step: Move | str, seat: int | None, after: Flocking) -> tuple[Event, ...]:
        return (Event("dealt", f"A {after.hands[0].cards[0]} was dealt."),) if seat is None else ()


@broken_deal("pure", "different position", "Chance belongs in")
class DealIgnored(Flocking, frozen=True):
    def after_chance(self, outcome: str) -> Self:
        return self.replace(dealing=False, redeals=self.redeals + next(_CALLS))


@broken_deal("ends", "not a Distribution, a Deal or None", "Return a Distribution, a Deal or None")
class DealIsAList(Flocking, frozen=True):
    def _deal(self) -> Any:
        return list(super()._deal().cards)


def judging(evaluate: Callable[[Any, Playing, int], float]) -> Any:
    """Return a bot that judges positions like that."""
    return type("Judge", (Heuristics,), {"evaluate": evaluate})()


TABLES: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    ("EvaluationOutOfRange", "sane", "evaluate gives", "between -1 (lost) and 1 (won)",
     {"bot": judging(lambda bot, position, seat: float(position.points[seat]))}),
    ("EvaluationUpsideDown", "sane", "have won, but evaluate gives", "check the sign",
     {"bot": judging(lambda bot, position, seat: (position.points[1 - seat] - position.points[seat]) / 60)}),
    ("FastLegalLacksMoves", "complete", "lacks", "what apply does not refuse",
     {"Position": but(Playing, legal=lambda self, seat: tuple(map(Playing.lay, self.hands[seat].cards[:1])))}),
    ("NotAZone", "display", "zones lists None, which is not a zone", "fix the line named here",
     {"Position": but(Playing, zones=lambda self, seat: (*Playing.zones(self, seat), None))}),
    ("HelperNamedLikeAQuestion", "complete", "has the name of Position.fallback", "give your 'fallback' another name",
     {"Position": but(Playing, fallback=lambda self, seat, card: Playing.lay(card))}),
)  # fmt: skip
DEALS: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    ("StockDealtFaceUp", "no leaks", "the log shows spectators part", "Name in Part.seen",
     {"Position": _dealing(-1, None)}),
    ("StockDealtToASeat", "no leaks", "the log shows seat 1 part", "Name in Part.seen",
     {"Position": _dealing(-1, (1,))}),
    ("HandDealtToAnother", "no leaks", "the log shows seat 1 part 0", "Name in Part.seen",
     {"Position": _dealing(0, (1,))}),
    ("DealToNobodyAtTheTable", "complete", "deals to seats (7,)", "at the table", {"Position": _dealing(0, (7,))}),
)  # fmt: skip
for _catalog, _entries in ((broken, TABLES), (broken_deal, DEALS)):
    for _name, _law, _finding, _fix, _members in _entries:
        _catalog.enter(_name, _law, _finding, _fix, **_members)
