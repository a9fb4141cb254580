"""A table fits into one screen, its buttons into a thumb, and nothing on it moves or loses the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.game.registry import names
from tests.page.driver import press_more
from tests.page.table.test_at_table import at_table, play
from tests.page.table.test_live import two_and_a_watcher

Visit = Callable[..., Any]

PIECES = ":is([data-role=hand], [data-role=supply], [data-role=buttons]) .item[data-name]"
"""What is pressed or taken beside the board."""
HIDDEN = """(pieces) => {
  const floor = innerWidth < 900 ? document.querySelector("#actions").getBoundingClientRect().top : innerHeight;
  const first = document.querySelector(".zone[data-role=board]") ?? document.querySelector(".zone");
  const board = innerWidth < 700 ? first : document.querySelector(".tabletop");
  const shown = [board, ...document.querySelectorAll(`#seats, .caption, ${pieces}`)];
  const bar = document.querySelector("#actions").getBoundingClientRect();
  if (bar.bottom > innerHeight + 1) return ["actions"];
  return shown.filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > floor + 1;
  }).map((part) => part.id || part.dataset.name || part.getAttribute("class") || part.tagName);
}"""
COVERED = """() => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((part) => [part, part.getBoundingClientRect()]);
  const offers = boxes("#offers .offer");
  const parts = boxes("#headline, #seats .seat, .bar");
  return parts.filter(([, one]) => offers.some(([, other]) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom))
    .map(([part]) => part.className || part.id);
}"""
"""What the offers lie over."""
OVERPRINTED = """(headline) => {
  const head = document.querySelector("#headline");
  const before = head.textContent;
  head.textContent = headline;
  const boxes = [head, ...document.querySelectorAll(".watching, .seat")].map((part) => part.getBoundingClientRect());
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const found = boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) => meet(one, other)));
  head.textContent = before;
  return found.map(({ left, top }) => [left, top]);
}"""
"""Which of headline, watchers and seats lie over each other with that headline."""
SMALL = """(selector) => [...document.querySelectorAll(selector)].filter((part) => {
  const { width, height } = part.getBoundingClientRect();
  return part.getClientRects().length && Math.min(width, height) < 40;
}).map((part) => part.id || part.dataset.name)"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
@pytest.mark.parametrize("game", names())
def test_board_players_and_actions_are_seen_without_scrolling(game: str, size: tuple[int, int], visit: Visit) -> None:
    seats = ("me", "random", "random", "random") if game == "blokus" else ("me", "random")
    width, height = size
    page = at_table(visit, game, seats, width=width, height=height, has_touch=width < 600).page
    assert page.evaluate(HIDDEN, f"{PIECES}:not([data-name^='joker'])") == []
    assert page.evaluate(SMALL, "#actions > button, #actions .more > button") == []
    if width < 600:
        assert page.evaluate(SMALL, PIECES) == []
    page.click("#more")
    assert page.evaluate(SMALL, "#menu > *") == []
    box = page.locator("#menu").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height


def test_who_resigns_is_asked_on_the_page(visit: Visit) -> None:
    page = at_table(visit, "deblockle", ("me", "random")).page
    press_more(page, "#resign")
    page.click("#resign-no")
    assert page.locator("dialog[open]").count() == 0
    assert page.locator("#replay").count() == 0
    press_more(page, "#resign")
    page.click("#resign-yes")
    page.wait_for_selector("#replay")
    assert page.inner_text("#headline").startswith("Deblockle: random won")


def test_the_winner_reads_that_it_was_them_and_the_focus_goes_with_the_card(visit: Visit) -> None:
    ann, ben, _ = two_and_a_watcher(visit, "deblockle")
    ann.wait_turn()
    ben.page.focus("#rules")
    ann.ask("POST", f"/matches/{ann.page.url.split('/')[-1]}/resign", {})
    ben.page.wait_for_selector("#replay")
    assert ben.page.inner_text("#headline").startswith("Deblockle: you won.")
    focused = "(id) => document.activeElement?.id === id"
    ben.page.wait_for_function(focused, arg="result-heading")
    ben.page.keyboard.press("Shift+Tab")
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_selector("#result", state="hidden")
    ben.page.wait_for_function(focused, arg="rules")
    ben.page.focus("#show-result")
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_function(focused, arg="result-heading")
    assert ben.page.inner_text("#result-heading") == "You won"


def test_buttons_keep_the_focus_when_they_are_pressed_by_key(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    page = driver.page
    play(driver, "c7-d7")
    page.focus("#undo")
    page.keyboard.press("Enter")
    page.wait_for_selector("#log li.undo")
    assert page.evaluate("document.activeElement.matches('#undo, .stage, .stage *')")
    page.focus("#more")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "redo"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "more"
    assert page.locator("#menu").is_hidden()


def test_watchers_and_requests_move_and_cover_nothing(visit: Visit) -> None:
    ann, ben, cat = two_and_a_watcher(visit, "deblockle", clock="300+5")
    ben.page.set_viewport_size({"width": 390, "height": 844})
    ben.page.wait_for_function("() => document.querySelector('#board').board.isNarrow()")
    ben.page.wait_for_selector(".watching:text-is('1 watching')")
    before = ben.page.locator(".stage").bounding_box()
    for page in (ann.page, ben.page):
        assert (
            page.evaluate(OVERPRINTED, "Deblockle: somebody with a rather long name won. All others have resigned.")
            == []
        )
    cat.close()
    ben.page.wait_for_selector(".watching:empty", state="attached")
    assert ben.page.locator(".stage").bounding_box() == before
    ann.wait_turn()
    press_more(ann.page, "#draw")
    ben.page.wait_for_selector("#offers .offer")
    assert ben.page.locator(".stage").bounding_box() == before
    for page in (ann.page, ben.page):
        page.wait_for_selector("#offers .offer")
        page.wait_for_function("() => document.querySelectorAll('.clock:not(:empty)').length === 2")
        box = page.locator("#offers .offer").bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= page.viewport_size["height"], "seen without scrolling"
        assert page.evaluate(COVERED) == [], "names and clocks are seen"
