"""Decks, hands and secrets: views, resampling and the deal follow from the types of the fields."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Annotated, Self

import pytest

from boardwright.core.game.game import Game
from boardwright.core.hidden import Dealing, Deck, Hand, Pool, Secret, resampled
from boardwright.core.layout import HandZone, Zone
from boardwright.core.match.match import Match
from boardwright.core.moves import Held, Move, Number, move
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.kit import check

CARDS = tuple(range(1, 13))


class Auction(Position[Move, Open], frozen=True):
    """Two hands of cards, a deck of gems, and a bid each that is not a card."""

    hands: tuple[Hand[int], ...] = (Hand(), Hand())
    bids: Annotated[tuple[Secret[int], ...], Number(0, 9)] = (Secret(), Secret())
    stock: Deck[int] = Deck()
    gems: Annotated[Deck[str], Pool("gems")] = Deck.of(("opal", "ruby"))
    up: tuple[int, ...] = ()

    seats = 2

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.chance is not None else tuple(seat for seat in (0, 1) if not self.bids[seat].is_set)

    @cached_property
    def chance(self) -> Dealing[Self] | None:
        return None if self.up else Dealing(self, CARDS, hands=3, up=1, stock=...)

    @move("bid {amount} for {card}", secret=True, seated=True)
    def bid(self, seat: int, amount: Annotated[int, Number(0, 9)], card: Annotated[int, Held("hands", CARDS)]) -> Self:
        """Bid {amount} for {card}."""
        bids = tuple(Secret.holding(amount) if owner == seat else bid for owner, bid in enumerate(self.bids))
        return self.replace(bids=bids)

    def outcome(self) -> Outcome | None:
        if not all(bid.is_set for bid in self.bids):
            return None
        return Outcome.highest(tuple(bid.value for bid in self.bids))

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        hand = () if seat is None else self.hands[seat].cards
        return (HandZone(title="Hand", cards=hand, kinds=CARDS, most=3),)


class AuctionGame(Game[Auction, Options]):
    name, title, summary, seats = "auction", "Auction", "Bid.", range(2, 3)


GAME = AuctionGame()
DEALT = Match.new(GAME, seed=bytes(32)).position


def test_the_deal_is_one_sealed_step_into_the_fields() -> None:
    deal = GAME.begin().chance
    assert [(part.count, part.seen) for part in deal.parts] == [(3, (0,)), (3, (1,)), (1, None), (5, ())]  # type: ignore[union-attr]
    assert sorted((*DEALT.hands[0], *DEALT.hands[1], *DEALT.up, *DEALT.stock)) == list(CARDS)
    assert DEALT.hands[0].cards == tuple(sorted(DEALT.hands[0].cards))


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_have() -> None:
    seen = DEALT.view(0).position
    assert seen.hands == (DEALT.hands[0], Hand(down=3))
    assert (seen.stock, seen.gems, seen.up) == (Deck(down=5), Deck(down=2), DEALT.up)
    assert DEALT.view(None).position.hands == (Hand(down=3), Hand(down=3))


def test_what_a_seat_does_not_see_is_dealt_again_within_its_pool() -> None:
    position = DEALT.play("bid 4 for " + str(DEALT.hands[1].cards[0]), 1)
    for number in range(20):
        other = resampled(position, 0, Random(number))
        assert other.view(0) == position.view(0)
        assert sorted((*other.hands[1], *other.stock)) == sorted((*position.hands[1], *position.stock))
        assert sorted(other.gems) == ["opal", "ruby"]
        assert other.bids[1].value in range(10)
    assert len({resampled(position, 0, Random(number)).hands[1] for number in range(20)}) > 5
    assert resampled(position, 1, Random(1)).bids == position.bids


def test_secret_moves_are_sealed_and_everything_is_open_at_the_end() -> None:
    bid = Auction.bid(4, DEALT.hands[0].cards[0])
    assert bid.secret
    over = DEALT.play(bid, 0).play(f"bid 5 for {DEALT.hands[1].cards[0]}", 1)
    assert over.view(None).position == over == resampled(over, None, Random(1))


def test_a_game_with_components_has_secrets() -> None:
    assert GAME.has_secrets


def test_what_a_seat_sees_is_not_read_as_a_whole_position() -> None:
    with pytest.raises(BadOptions, match="some cards are face down"):
        GAME.decode(GAME.encode(DEALT.view(0).position))
    assert GAME.decode(GAME.encode(DEALT)) == DEALT


def test_no_secret_leaks() -> None:
    report = check(GAME, games=4, laws=("no leaks", "pure", "complete", "round trips"))
    assert report.is_clean, str(report)


def test_a_secret_that_is_not_known_says_so() -> None:
    with pytest.raises(LookupError, match="may not see"):
        _ = Secret[int](down=1).value
    with pytest.raises(LookupError, match="not set"):
        _ = Secret[int]().value
