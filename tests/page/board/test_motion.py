"""What moves over a board looks like what rests there, and what a player puts down stays where it was put."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.game.registry import names
from tests.page.driver import Driver
from tests.page.table.test_at_table import at_table, play

Visit = Callable[..., Any]

WATCH = """() => {
  const { board } = document.querySelector("#board");
  const art = (part) => part?.querySelector(".held") ?? part?.querySelector(".art");
  const look = (root) => JSON.stringify([root, ...root.querySelectorAll("*")]
    .filter((shape) => shape instanceof SVGGeometryElement || shape.tagName === "text")
    .map((shape) => getComputedStyle(shape))
    .filter(({ display }) => display !== "none")
    .map((style) => [style.fill, style.fillOpacity, style.stroke, style.strokeWidth]));
  const middle = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const isNear = ([x, y], [left, top]) => Math.hypot(x - left, y - top) < 1;
  const cubes = () => [...board.top.querySelectorAll(".rolls")].map(look);
  const owner = ([x, y]) => [...board.top.querySelectorAll("[data-seat]")].find((zone) => {
    const { left, top, right, bottom } = zone.getBoundingClientRect();
    return left < x && x < right && top < y && y < bottom;
  })?.dataset.seat ?? null;
  let before = cubes();
  window.flown = [];
  const record = (frame) => {
    const [flight] = frame.getAnimations();
    const { delay, duration } = flight.effect.getTiming();
    const isFlat = ({ transform }) => transform.includes("0.02");
    const [isComing, isLeaving] = flight.effect.getKeyframes().map(isFlat);
    const rests = board.steps.flatMap(({ covers, gesture }) => covers.length ? covers : [gesture.cell ?? gesture.to])
      .map((name) => art(board.parts.get(name))).filter(Boolean);
    flight.currentTime = delay;
    const from = owner(middle(frame));
    flight.currentTime = delay + duration - 0.001;
    const lands = isLeaving || rests.some((part) => isNear(middle(part), middle(frame)));
    flight.currentTime = 0;
    const isKnown = isLeaving ? before.includes(look(frame)) : rests.some((part) => look(part) === look(frame));
    const { seat } = board.steps.at(-1);
    window.flown.push({ seat, isRoll: isLeaving || isComing, look: look(frame), isKnown, lands, from });
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const frame of addedNodes) if (frame.matches?.(".bw-moves")) record(frame);
    before = cubes();
  }).observe(document.querySelector(".stage"), { childList: true, subtree: true });
}"""
"""Watches what flies over the board: whether its colors are those of what rests, whence it comes, and if it lands."""

LOOKS = ({"theme": "light", "palette": "standard"}, {"theme": "dark", "palette": "safe"})


def act(driver: Driver) -> None:
    """Plays the first move that puts something down, by mouse; where there is none, the first other one."""
    driver.wait_turn()
    moves = driver.board()
    put = next((move for move in moves if move["target"]), None)
    if put:
        driver.mouse(put)
    else:
        play(driver, moves[0]["text"])


@pytest.mark.parametrize("game", names())
def test_what_others_move_travels_in_its_own_colors_and_what_i_put_down_stays_there(game: str, visit: Visit) -> None:
    driver = at_table(visit, game, ("me", "greedy"), reduced_motion="no-preference")
    page = driver.page
    page.evaluate(WATCH)
    for look in LOOKS:
        page.evaluate("(look) => import('/js/lib/settings.js').then((module) => module.change(look))", look)
        seen = len(page.evaluate("window.flown"))
        for _ in range(14):
            act(driver)
            driver.wait_turn()
            if any(flight["seat"] == 1 for flight in page.evaluate("window.flown")[seen:]):
                break
    flown = page.evaluate("window.flown")
    assert sum(flight["seat"] == 1 for flight in flown) >= len(LOOKS)
    assert [flight for flight in flown if not flight["isKnown"]] == [], "it has other colors than what rests"
    assert [flight for flight in flown if not flight["lands"]] == [], "it ends elsewhere"
    assert [flight for flight in flown if flight["from"] not in (None, str(flight["seat"]))] == []
    assert [flight for flight in flown if flight["seat"] == 0 and not flight["isRoll"]] == [], "what lies there flies"
    assert not page.errors


OVER = """([x, y]) => [...document.querySelectorAll(".bw-held, .bw-ghost, .bw-ghost-art")].filter((ghost) => {
  const { left, top, right, bottom } = ghost.getBoundingClientRect();
  return left < x && x < right && top < y && y < bottom;
}).map((ghost) => ghost.getAttribute("class"))"""
"""What of a held piece is drawn over a point."""


def test_a_held_piece_is_drawn_only_where_it_could_lie(visit: Visit) -> None:
    driver = at_table(visit, "mage_duel")
    page = driver.page
    driver.mouse(next(move for move in driver.board() if move["subject"] == "top" and move["turn"] == 0))
    page.wait_for_function("() => document.querySelector('#board')?.board.moves.some(({ seat }) => seat === 1)")
    laid = driver.spot(page.get_attribute(".place:has([href='#duel-blue'])", "data-name"))
    page.mouse.move(laid[0] + 3, laid[1] + 3)
    assert page.evaluate(OVER, laid) == [], "the next tile hides the one that was laid"
    joker = next(move for move in driver.board() if move["subject"].startswith("joker") and move["turn"] == 0)
    page.mouse.click(*driver.spot(joker["subject"]))
    page.mouse.move(*laid)
    assert page.locator(".bw-held").count() == 1, "what is taken is seen"
    assert page.evaluate(OVER, laid) == [], "it hides what lies there"
    page.mouse.move(*driver.spot(joker["target"]))
    assert "bw-ghost-art" in page.evaluate(OVER, driver.spot(joker["target"]))
