"""A refused move: the board marks the squares that the refusal names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.page.driver import Driver

Visit = Callable[..., Any]

FRAMED = """() => {
  const parts = [...document.querySelectorAll(".stage [data-name]")];
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  return [...document.querySelectorAll(".bw-refused")].map((frame) => {
    const [x, y] = middle(frame.getBoundingClientRect());
    const near = (part) => Math.hypot(...middle(part.getBoundingClientRect()).map((at, axis) => at - [x, y][axis]));
    return parts.filter((part) => near(part) < 1).map((part) => part.dataset.name);
  });
}"""
"""For each frame of a refusal the names of the parts in it."""


def at_table(visit: Visit) -> Driver:
    driver = Driver(visit())
    driver.sit(game="deblockle", players=["me", "random"])
    driver.wait_turn()
    return driver


def assert_framed(driver: Driver, move: str) -> None:
    """The frames on the board are those of the refusal of that move."""
    driver.page.wait_for_selector(".bw-refused", state="attached")
    match = driver.page.url.split("/")[-1]
    marks = driver.ask("GET", f"/matches/{match}/refusal?move={move}")["refusal"]["marks"]
    framed = driver.page.evaluate(FRAMED)
    assert marks
    assert len(framed) == len(marks)
    assert all(mark in names for mark, names in zip(marks, framed, strict=True))


def test_a_gesture_without_a_legal_move_marks_the_squares_of_the_refusal(visit: Visit) -> None:
    driver = at_table(visit)
    driver.page.mouse.click(*driver.spot("e5"))
    driver.page.mouse.click(*driver.spot("e3"))
    assert_framed(driver, "e5-e3")


def test_a_move_that_the_server_refuses_marks_the_squares_of_the_refusal(visit: Visit) -> None:
    driver = at_table(visit)
    driver.page.evaluate("document.querySelector('#board').board.handlers.play({ text: 'e5-e3', seat: 0 })")
    assert_framed(driver, "e5-e3")


def test_the_marks_of_a_refusal_go_with_the_next_action(visit: Visit) -> None:
    driver = at_table(visit)
    driver.page.mouse.click(*driver.spot("e5"))
    driver.page.mouse.click(*driver.spot("e3"))
    driver.page.wait_for_selector(".bw-refused", state="attached")
    driver.page.keyboard.press("Escape")
    driver.page.wait_for_selector(".bw-refused", state="detached")
