"""Games played by hand. The laws need no line here: pyproject.toml names the game, and pytest checks them."""

from __future__ import annotations

from boardwright.api import Hand, Secret

from full_carts.position import WORTH, FullCartsPosition

CARTS = ((10,), (20, 21, 22, 23, 24), (50,), (90,))


def table(*hands: tuple[int, ...]) -> FullCartsPosition:
    seats = len(hands)
    return FullCartsPosition(tuple(map(Hand.of, hands)), (Secret(),) * seats, (0,) * seats, carts=CARTS)


def test_cards_are_loaded_from_the_lowest_to_the_highest() -> None:
    position = table((12, 99), (11, 98)).play("12", 0).play("11", 1)
    assert position.carts == ((10, 11, 12), *CARTS[1:])
    assert position.shown == (12, 11)


def test_the_sixth_card_takes_the_cart() -> None:
    position = table((30, 99), (60, 98)).play("60", 1).play("30", 0)
    assert position.carts == ((10,), (30,), (50, 60), (90,))
    assert position.points == (3 + 1 + 5 + 1 + 1, 0)


def test_a_card_below_all_carts_takes_one_by_choice() -> None:
    position = table((3, 99), (60, 98)).play("3", 0).play("60", 1)
    assert (position.actors, position.carts) == ((0,), CARTS)
    position = position.play("cart 3")
    assert position.carts == ((10,), (60,), (3,), (90,))
    assert position.points == (3, 11)


def test_deals_follow_until_someone_has_too_many_bad_points() -> None:
    position = table((30,), (60,)).play("60", 1).play("30", 0)
    assert (position.chance is not None, position.outcome()) == (True, None)
    last = table((30,), (60,)).replace(points=(60, 64)).play("60", 1).play("30", 0)
    outcome = last.outcome()
    assert last.chance is None
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((71, 64), (1,))


def test_the_worth_of_cards() -> None:
    assert [WORTH[number] for number in (1, 5, 10, 11, 55, 100)] == [1, 2, 3, 5, 7, 3]
