"""The first lesson of every game, and the rules beside the board."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.game.registry import game, names
from boardwright.core.game.teaching import lesson
from tests.page.conftest import Server
from tests.page.driver import Driver
from tests.page.test_looks import violations

SHIFTS = """() => {
  window.shifts = [];
  const middle = document.querySelector(".middle");
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node } of sources)
        if (middle.contains(node) && !node.closest?.(".turner")) window.shifts.push(node.id || node.className);
  }).observe({ type: "layout-shift" });
}"""


COVERED = """() => {
  const { board } = document.querySelector("#board");
  const top = document.querySelector(".guide").getBoundingClientRect().top;
  const wanted = document.querySelectorAll(".bw-pointed");
  const boxes = [...wanted].map((part) => part.getBoundingClientRect());
  return board.moves.length > 0 && boxes.length > 0 && boxes.every((box) => box.top > top || box.bottom < 0);
}"""
"""Whether everything that the lesson points at lies under its words."""


def open_lesson(page: Any, name: str) -> None:
    page.goto(f"{page.url.split('#')[0]}#/learn/{name}")
    page.wait_for_selector("#go-on, #show-move")


def take_lesson(page: Any) -> list[str]:
    """Goes through a lesson, which shows its moves itself; returns what it said."""
    said = list[str]()
    while not page.query_selector("#play-match"):
        said.append(page.inner_text("#say-this"))
        assert not page.evaluate(COVERED)
        page.click("#go-on, #show-move")
        page.wait_for_function("(old) => document.querySelector('#say-this').textContent !== old", arg=said[-1])
    return said


@pytest.mark.parametrize("name", names())
def test_a_lesson_is_played_to_its_match(name: str, visit: Any) -> None:
    page = visit(width=390, height=844)
    open_lesson(page, name)
    page.evaluate(SHIFTS)
    said = take_lesson(page)
    steps = lesson(game(name)).steps
    assert said == [text for step in steps for text in (step.say, step.then) if text]
    assert page.evaluate("window.shifts") == []
    assert page.locator(".dots .done").count() == len(steps)
    page.click("#play-match")
    page.wait_for_selector("#headline")
    page.wait_for_function("() => document.querySelector('#board').board.moves.length")
    assert "Beginner" in page.inner_text(".seats")
    assert not page.errors


def test_wrong_and_illegal_moves_are_answered_in_words(visit: Any) -> None:
    page = visit(bypass_csp=True)
    open_lesson(page, "deblockle")
    page.click("#go-on")
    driver = Driver(page)
    page.wait_for_selector("#show-move")
    page.mouse.click(*driver.spot("d5"))
    page.mouse.click(*driver.spot("c5"))
    page.wait_for_function("() => document.querySelector('#say-more').textContent.startsWith('That works too')")
    page.mouse.click(*driver.spot("d5"))
    page.mouse.click(*driver.spot("a7"))
    page.wait_for_function("() => document.querySelector('#say-more').textContent.includes('not a roll')")
    page.mouse.click(*driver.spot("d4"))
    page.wait_for_function("() => document.querySelector('#say-this').textContent.includes('X-hop')")
    page.click("#show-rule")
    page.wait_for_selector("#rules-panel")
    assert page.evaluate("document.activeElement.textContent") == "The cube"
    assert page.locator("#rules-panel .position svg").count() == 4
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "show-rule"
    page.click("#go-back")
    page.wait_for_function("() => document.querySelector('#say-this').textContent.startsWith('A turn begins')")
    assert not page.errors


def test_the_rules_stay_beside_the_table(visit: Any) -> None:
    page = visit()
    Driver(page).sit(game="mage_duel", players=["me", "random"])
    page.click("#rules")
    page.wait_for_selector("#rules-panel .position svg")
    assert "seat" not in page.inner_text("#rules-panel").lower()
    assert "#/match/" in page.url
    page.click("#close-rules")
    page.click("#rules")
    page.click("#rules-panel #learn")
    page.wait_for_selector(".lesson")
    assert not page.query_selector("#rules-panel")


def test_games_without_a_lesson_have_a_short_one(chromium: Any, example_server: Server) -> None:
    page = chromium.new_page()
    for name in ("drop_four", "gulls"):
        page.goto(f"{example_server.url}/#/learn/{name}")
        page.wait_for_selector("#go-on")
        assert len(take_lesson(page)) == 3
    page.close()
