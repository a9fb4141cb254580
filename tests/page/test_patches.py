"""Patched pictures: in place, and the same as pictures drawn anew."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.page.conftest import Server
from tests.page.driver import Driver, to_move
from tests.page.test_live import two_and_a_watcher
from tests.scale import scaled

SAME_AS_DRAWN = """async () => {
  const { get } = await import("/js/api.js");
  const { picture } = await import("/js/dom.js");
  const address = `/matches/${location.hash.split("/")[2]}`;
  const last = () => [...document.querySelectorAll("#log li")].at(-1)?.value ?? 0;
  for (let attempt = 0; attempt < 600; attempt++) {
    const { number } = await get(address);
    if (number === last()) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const fresh = picture(await get(`${address}/picture.svg`));
  const { board } = document.querySelector("#board");
  fresh.setAttribute("aria-label", fresh.querySelector("title").textContent);
  fresh.querySelector("title").remove();
  fresh.setAttribute("role", board.svg.getAttribute("role"));
  if (board.svg.id) fresh.id = board.svg.id;
  board.restore();
  const shown = board.svg.cloneNode(true);
  for (const part of shown.querySelectorAll("[tabindex]")) part.removeAttribute("tabindex"); // the focused one
  const same = shown.isEqualNode(fresh);
  const texts = [shown, fresh].map((svg) => new XMLSerializer().serializeToString(svg));
  board.begin({ moves: board.moves, steps: board.steps }, false);
  return same ? null : [last(), ...texts];
}"""
PLAY = """(text) => {
  const { board } = document.querySelector("#board");
  board.handlers.play(board.moves.find((move) => move.text === text));
}"""


def assert_same(page: Any) -> None:
    """Fails unless the page shows what the server would draw anew."""
    different = page.evaluate(SAME_AS_DRAWN)
    if different is None:
        return
    number, shown, fresh = different
    place = next(place for place, (one, other) in enumerate(zip(shown, fresh, strict=False)) if one != other)
    pytest.fail(f"after entry {number}: {shown[place - 80 : place + 200]} instead of {fresh[place - 80 : place + 200]}")


def play(driver: Driver, dice: random.Random) -> None:
    """Plays a random move without the hand, and waits until it has been answered."""
    text = dice.choice(driver.board())["text"]
    number = driver.page.evaluate("() => [...document.querySelectorAll('#log li')].at(-1)?.value ?? 0")
    driver.page.evaluate(PLAY, text)
    driver.page.wait_for_function(
        "(number) => ([...document.querySelectorAll('#log li')].at(-1)?.value ?? 0) > number", arg=number
    )


@pytest.mark.parametrize("game", ["blokus", "deblockle", "mage_duel", "sagrada"])
def test_a_patched_picture_is_the_same_as_one_drawn_anew(visit: Callable[..., Any], game: str) -> None:
    ann, ben, cat = two_and_a_watcher(visit, game)
    ben.page.set_viewport_size({"width": 390, "height": 844})
    dice = random.Random(game)
    for page in (ann.page, ben.page, cat):
        page.evaluate("() => { document.querySelector('#board').board.svg.id = 'first'; }")
    for _ in range(scaled(3)):
        if ann.page.locator("#replay").count():
            break
        play(to_move(ann, ben), dice)
        for page in (ann.page, ben.page, cat):
            assert_same(page)
    assert not ann.page.errors + ben.page.errors
    for page in (ann.page, ben.page, cat):
        assert page.locator("#board svg#first").count() == 1, "the picture was drawn anew"


def test_the_focus_stays_on_the_same_element_while_the_opponent_moves(visit: Callable[..., Any]) -> None:
    ann, ben, _ = two_and_a_watcher(visit, "deblockle")
    dice = random.Random(1)
    ann.page.wait_for_function("() => document.querySelector('#board')?.board.moves.length")
    ann.page.evaluate("() => document.querySelector('#board').board.keyboard.focusNearest()")
    ann.page.evaluate("() => { window.focused = document.activeElement; }")
    assert ann.page.evaluate("() => Boolean(window.focused.dataset.name)")
    for _ in range(6):
        play(to_move(ann, ben), dice)
        assert_same(ann.page)
    assert ann.page.evaluate("() => document.activeElement === window.focused && window.focused.isConnected")


def test_after_a_lost_connection_the_picture_is_patched_again(visit: Callable[..., Any], server: Server) -> None:
    ann, ben, cat = two_and_a_watcher(visit, "deblockle")
    dice = random.Random(2)
    for _ in range(3):
        play(to_move(ann, ben), dice)
    server.stop()
    server.start()
    for page in (ann.page, ben.page, cat):
        page.wait_for_function("() => document.querySelector('#notice')?.textContent === ''")
    for _ in range(4):
        play(to_move(ann, ben), dice)
        for page in (ann.page, ben.page, cat):
            assert_same(page)
