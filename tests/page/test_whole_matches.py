"""For every game a whole match through the page: one by mouse, one by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.driver import Driver

TABLES: dict[str, dict[str, Any]] = {
    "blokus": {"options": {"variant": "duo"}},
    "deblockle": {"options": {"cubes": 1}},
    "mage_duel": {"options": {"variant": "short_deck"}},
    "sagrada": {},
}
ZEAL = {"sagrada": 0.6}
"""The probability of a move other than a pass: matches of Sagrada are long, and passes shorten them."""
ENOUGH = 400


def play_to_the_end(driver: Driver, gesture: Callable[[dict[str, Any]], None], zeal: float) -> None:
    for _ in range(ENOUGH):
        if not driver.wait_turn():
            return
        gesture(driver.choose(zeal))
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_whole_match_against_a_bot(name: str, way: str, visit: Callable[..., Any]) -> None:
    page = visit()
    driver = Driver(page, seed=7)
    opponent = "perfect" if name == "deblockle" else "random"
    driver.sit(game=name, players=["me", opponent], **TABLES[name])
    play_to_the_end(driver, getattr(driver, way), ZEAL.get(name, 0.9))
    assert page.inner_text("#headline").split(": ")[1]
    assert page.query_selector("#replay")
    assert not page.errors
