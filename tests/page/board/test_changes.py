"""Changes of a table: in place, and the same as a table drawn anew."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.page.conftest import Server
from tests.page.driver import Driver, to_move
from tests.page.table.test_live import two_and_a_watcher
from tests.scale import scaled

SAME_AS_DRAWN = """async () => {
  const { get } = await import("/js/lib/api.js");
  const { Zones } = await import("/js/zones/zones.js");
  const address = `/matches/${location.hash.split("/")[2]}`;
  const last = () => [...document.querySelectorAll("#log li")].at(-1)?.value ?? 0;
  for (let attempt = 0; attempt < 600; attempt++) {
    const { number } = await get(address);
    if (number === last()) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const table = await get(`${address}/table`);
  const { board } = document.querySelector("#board");
  const fresh = new Zones(document.createElement("div"));
  fresh.rename = board.zones.rename;
  fresh.show(table);
  fresh.turn(board.isFlipped);
  board.marks.clear();
  const [shown, wanted] = [board.top, fresh.place].map((top) => {
    const copy = top.cloneNode(true);
    for (const part of copy.querySelectorAll("*")) {
      part.removeAttribute("tabindex"); // that of the one with the focus
      part.removeAttribute("data-first");
      for (const name of ["class", "style"]) if (part.getAttribute(name) === "") part.removeAttribute(name);
    }
    for (const room of copy.querySelectorAll(".item.hidden:not([data-name])")) room.outerHTML = "<i></i>"; // what went
    return copy;
  });
  board.paint();
  const isEqual = shown.childElementCount === wanted.childElementCount &&
    [...shown.children].every((column, index) => column.isEqualNode(wanted.children[index]));
  return isEqual ? null : [last(), shown.innerHTML, wanted.innerHTML];
}"""
MARK = """() => document.querySelectorAll(".stage :is([data-role=board], .places, .place)")
  .forEach((part) => { part.dataset.first = "true"; })"""
NEW = """() => [...document.querySelectorAll(".stage :is([data-role=board], .places, .place):not([data-first])")]
  .map((part) => part.getAttribute("class"))"""
"""The parts of the table that were made after `MARK`."""
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
    part = slice(max(0, place - 80), place + 200)
    pytest.fail(f"after entry {number}: {shown[part]} instead of {fresh[part]}")


def play(driver: Driver, dice: random.Random) -> None:
    """Plays a random move without the hand, and waits until it has been answered."""
    text = dice.choice(driver.board())["text"]
    number = driver.page.evaluate("() => [...document.querySelectorAll('#log li')].at(-1)?.value ?? 0")
    driver.page.evaluate(PLAY, text)
    driver.page.wait_for_function(
        "(number) => ([...document.querySelectorAll('#log li')].at(-1)?.value ?? 0) > number", arg=number
    )


@pytest.mark.parametrize("game", ["blokus", "deblockle", "mage_duel", "sagrada"])
def test_a_changed_table_is_the_same_as_one_drawn_anew(visit: Callable[..., Any], game: str) -> None:
    ann, ben, cat = two_and_a_watcher(visit, game)
    ben.page.set_viewport_size({"width": 390, "height": 844})
    pages, dice = (ann.page, ben.page, cat), random.Random(game)
    for number in range(scaled(5)):
        if ann.page.locator("#replay").count():
            break
        play(to_move(ann, ben), dice)
        for page in pages:
            assert_same(page)
        if number == 1:  # in Sagrada both windows have been chosen
            for page in pages:
                page.evaluate(MARK)
    assert not ann.page.errors + ben.page.errors + cat.errors
    for page in pages:
        assert page.evaluate(NEW) == [], "the table was drawn anew"


@pytest.mark.parametrize(
    ("game", "focus"),
    [("deblockle", "focusNearest()"), ("blokus", "focus(document.querySelector('.place').dataset.name)")],
)
def test_the_focus_stays_on_the_same_element_while_the_opponent_moves(
    visit: Callable[..., Any], game: str, focus: str
) -> None:
    ann, ben, _ = two_and_a_watcher(visit, game)
    dice = random.Random(1)
    ann.page.wait_for_function("() => document.querySelector('#board')?.board.moves.length")
    ann.page.evaluate(f"() => document.querySelector('#board').board.keyboard.{focus}")
    ann.page.evaluate("() => { window.focused = document.activeElement; }")
    assert ann.page.evaluate("() => Boolean(window.focused.dataset.name)")
    for _ in range(6):
        play(to_move(ann, ben), dice)
        assert_same(ann.page)
    assert ann.page.evaluate("() => document.activeElement === window.focused && window.focused.isConnected")


def test_after_a_lost_connection_the_table_is_changed_again(visit: Callable[..., Any], server: Server) -> None:
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


def test_drawings_are_sent_once_and_again_where_they_were_lost(visit: Callable[..., Any]) -> None:
    page = visit()
    Driver(page).sit(game="sagrada", players=["me", "random"])
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    page.wait_for_function("() => localStorage.getItem('drawings')")
    for is_lost in (False, True):
        if is_lost:
            page.evaluate("localStorage.removeItem('drawings')")
        sent.clear()
        page.reload()
        page.wait_for_selector(".stage .places .art", state="attached")
        assert any('"svg"' in frame for frame in sent) == is_lost
        assert_same(page)
    assert not page.errors
