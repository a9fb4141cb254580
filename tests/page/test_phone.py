"""On a phone nothing that others do stays below the edge of the window: messages are counted, windows seen small."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.page.table.test_at_table import OFFERED, at_table, play
from tests.page.table.test_live import two_and_a_watcher

Visit = Callable[..., Any]

IN_VIEW = """(selector) => {
  const { top, bottom, width, height } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector("#actions").getBoundingClientRect().top
    && Math.min(width, height) >= 36;
}"""
PLACED = "() => document.querySelectorAll('.stage [data-seat=\"1\"] [data-name] .held').length"
"""The dice in the window of the second player."""

MARKED = "getComputedStyle(document.querySelector('#peek-1 .bw-last')).stroke"


def say(page: Any, text: str) -> None:
    page.fill("#say input", text)
    page.press("#say input", "Enter")


def test_messages_are_counted_until_they_are_seen(visit: Visit) -> None:
    ann, ben, cat = two_and_a_watcher(partial(visit, width=360, height=740, has_touch=True), "deblockle")
    places = ben.page.evaluate("[...document.querySelectorAll('#actions > *')].map((part) => part.offsetLeft)")
    for text in ("Hello Ben", "Your turn soon"):
        say(ann.page, text)
    badge = ben.page.locator("#to-chat .badge")
    ben.page.wait_for_function("() => document.querySelector('#to-chat .badge').textContent === '2'")
    assert badge.is_visible()
    assert ben.page.get_attribute("#to-chat", "aria-label") == "Chat, 2 new messages"
    assert ben.page.get_attribute("#chat", "aria-live") == "polite"
    assert ben.page.evaluate("[...document.querySelectorAll('#actions > *')].map((part) => part.offsetLeft)") == places
    assert ann.page.inner_text("#to-chat") == "Chat", "the own words are known"
    ben.page.reload()
    ben.page.wait_for_function("() => document.querySelector('#to-chat .badge')?.textContent === '2'")
    ben.page.tap("#to-chat")
    ben.page.wait_for_function("() => document.querySelector('#to-chat .badge').textContent === ''")
    assert ben.page.evaluate(IN_VIEW, "#say"), "the chat can be read"
    ben.page.reload()
    ben.page.wait_for_selector("#chat li", state="attached")
    assert ben.page.inner_text("#to-chat") == "Chat", "what was seen is remembered"
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    assert ann.page.locator("#to-chat").is_hidden(), "beside the board the chat is always seen"
    assert not ben.page.errors + ann.page.errors + cat.errors


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (360, "dark")])
def test_the_window_of_a_rival_and_the_last_turn_are_seen_without_scrolling(
    width: int, scheme: str, visit: Visit
) -> None:
    wish = {"width": width, "height": 780, "has_touch": True, "color_scheme": scheme}
    driver = at_table(visit, "sagrada", ("me", "greedy"), **wish)
    page = driver.page
    assert page.locator("#peek-1").count() == 0, "there is no window yet"
    before = page.evaluate("document.querySelector('#seats').offsetHeight")
    play(driver, "window 1")
    for _ in range(12):
        driver.wait_turn()
        if page.evaluate(PLACED):
            break
        picks = [move for move in driver.board() if move["text"].startswith("pick")]
        play(driver, "pass" if page.evaluate(OFFERED, "pass") else picks[0]["text"])
    assert page.evaluate("document.querySelector('#seats').offsetHeight") == before, "nothing moves"
    assert page.evaluate(IN_VIEW, "#peek-1")
    assert page.locator("#peek-1 .held").count() == page.evaluate(PLACED)
    assert page.evaluate(MARKED) not in ("", "none"), "the last turn is marked"
    assert page.evaluate("scrollY") == 0
    page.tap("#peek-1")
    page.wait_for_selector("dialog[open] .peek svg")
    assert page.locator("dialog .held").count() == page.evaluate(PLACED)
    assert page.locator("dialog svg").bounding_box()["width"] > 250
    assert "laces the" in page.inner_text("dialog .last-turn")
    page.tap("dialog #close")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => !document.querySelector('#peek-1')")
    assert not page.errors
