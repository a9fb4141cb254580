"""For every game a whole match through the page, by mouse, by finger and by keyboard alone; nothing moves meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tests.page.driver import Driver
from tests.scale import SCALE

TABLES: dict[str, dict[str, Any]] = {
    "blokus": {"options": {"variant": "duo"}},
    "deblockle": {"options": {"cubes": 1}},
    "mage_duel": {"options": {"variant": "short_deck"}},
    "sagrada": {},
}
ZEAL = {"sagrada": 0.6}
"""The probability of a move other than a pass: matches of Sagrada are long, and passes shorten them."""
ENOUGH = 400
SCREENS: dict[str, dict[str, Any]] = {
    "mouse": {"width": 1440, "height": 900},
    "keyboard": {},
    "finger": {"width": 390, "height": 844, "has_touch": True},
}

DAILY = {("mouse", "blokus"), ("keyboard", "deblockle"), ("keyboard", "mage_duel"), ("finger", "sagrada")}
"""Every way and every game; the nightly run plays the other matches too."""

WATCH = """() => {
  window.shifts = [];
  window.said = [];
  const table = document.querySelector(".table");
  const PASSED = innerWidth < 900 ? ".side" : "#none"; // on a phone the panel is below the whole picture
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node } of sources)
        if (node && table.contains(node) && !node.matches?.(PASSED) && !node.closest?.(".turner, #log, .result-layer"))
          window.shifts.push(node.id || node.className || node.nodeName);
  }).observe({ type: "layout-shift", buffered: false });
  const speech = document.querySelector("#speech");
  new MutationObserver(() => window.said.push(speech.textContent)).observe(speech, { childList: true });
}"""


def play_to_the_end(driver: Driver, gesture: Callable[[dict[str, Any]], None], zeal: float) -> None:
    for _ in range(ENOUGH):
        if not driver.wait_turn():
            return
        gesture(driver.choose(zeal))
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("way", "name"), [pair for pair in product(SCREENS, TABLES) if SCALE > 1 or pair in DAILY])
def test_a_whole_match_against_a_bot(way: str, name: str, visit: Callable[..., Any]) -> None:
    page = visit(**SCREENS[way])
    driver = Driver(page, seed=7)
    opponent = "perfect" if name == "deblockle" else "random"
    driver.sit(game=name, players=["me", opponent], **TABLES[name])
    driver.wait_turn()
    page.evaluate(WATCH)
    play_to_the_end(driver, getattr(driver, way), ZEAL.get(name, 0.9))
    assert page.inner_text("#headline").split(": ")[1]
    assert page.query_selector("#replay")
    assert not page.errors
    assert page.evaluate("window.shifts") == [], "the board or what is around it moved"
    if name == "deblockle":
        assert_report(page.evaluate("window.said"), page.inner_text("#me"))


def assert_report(said: list[str], me: str) -> None:
    """What a screen reader says tells the whole match: every move with its player, every turn, and the end."""
    report = "\n".join(said)
    for player in (me, "perfect"):
        assert re.search(rf"^{player} (rolls|passes|hops)", report, re.MULTILINE)
    assert f"{me} won." in report or "perfect won." in report
    turns = [text for text in said if "Your turn." in text]
    assert len(turns) > 1
    assert all(re.search(r"Your turn\. (Roll|Hop) ", text) for text in turns)
    assert "Player " not in report
    assert not re.search(r"undefined|null|NaN|\[object", report)
