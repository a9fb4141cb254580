"""Several boards on one table, and one that grows: they stay apart and in view, and marks lie where parts are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.conftest import Server
from tests.page.driver import Driver

ASTRAY = """() => {
  const box = (part) => part.getBoundingClientRect();
  const isIn = (one, other) => one.left > other.left - 1 && one.right < other.right + 1
    && one.top > other.top - 1 && one.bottom < other.bottom + 1;
  const boards = [...document.querySelectorAll(".boards .places")];
  const zones = [...document.querySelectorAll(".zone")].map(box);
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const floor = innerWidth < 700 ? Infinity : innerHeight;
  const frames = [...document.querySelectorAll(".bw-subject-frame")].map(box);
  const subjects = [...document.querySelectorAll(".bw-subject")].map((part) => box(part.querySelector(".outline")));
  const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y, one.width - other.width) < 3;
  const beyond = (board) => [...board.querySelectorAll(".place")].filter((place) => !isIn(box(place), box(board)));
  return [
    ...boards.filter((board) => box(board).bottom > floor).map(() => "out of view"),
    ...boards.flatMap(beyond),
    ...zones.flatMap((one, at) => zones.slice(at + 1).filter((other) => meet(one, other))),
    ...subjects.filter((subject) => !frames.some((frame) => isNear(frame, subject))),
  ].map((each) => each.dataset?.name ?? String(each));
}"""
"""Boards that end below the window, places beyond their board, zones that overlap, parts without their frame."""
ROWS = "new Set([...document.querySelectorAll('.zone:first-child .place')].map((part) => part.dataset.name[1])).size"
GROWTH = ("e6", "north1", "e7", "south2", "e4", "e3", "d5", "west1", "e2", "d7")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
def test_a_board_grows_beside_another(size: tuple[int, int], chromium: Any, example_server: Server) -> None:
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(f"{example_server.url}/ready")
    page.goto(example_server.url)
    driver = Driver(page)
    driver.sit(game="islands", players=["me", "me"])
    assert page.evaluate(ROWS) == 3
    for text in GROWTH:
        assert page.evaluate(ASTRAY) == []
        driver.mouse(next(move for move in driver.board() if move["text"] == text))
    assert page.evaluate(ROWS) == 8
    assert page.evaluate(ASTRAY) == []
    page.reload()
    page.wait_for_selector(".stage .zone")
    assert page.evaluate(ASTRAY) == []
    page.close()


def test_a_row_of_another_player_is_small_beside_the_name_on_a_phone(chromium: Any, example_server: Server) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(example_server.url)
    driver = Driver(page)
    driver.sit(game="islands", players=["me", "me"])
    for text in ("north1", "e6", "south1"):
        driver.mouse(next(move for move in driver.board() if move["text"] == text))
    small = page.locator("#peek-1 svg")
    assert small.count() == 2
    strip, boxes = page.locator(".seat").nth(1).bounding_box(), [drawn.bounding_box() for drawn in small.all()]
    for box in boxes:
        assert strip["y"] <= box["y"] < box["y"] + box["height"] <= strip["y"] + strip["height"]
        assert box["x"] + box["width"] <= strip["x"] + strip["width"]
        assert min(box["width"], box["height"]) > 10
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] + 1
    page.click("#peek-1")
    assert page.locator("dialog .peek svg").count() == 2
    page.close()
