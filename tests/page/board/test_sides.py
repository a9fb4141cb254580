"""Everybody sees the board from their own side: the others above, the own pieces below, and letters upright."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.page.driver import Driver, press_more
from tests.page.table.test_at_table import at_table, play
from tests.page.table.test_live import two_and_a_watcher

Visit = Callable[..., Any]

LEANING = """() => [...document.querySelectorAll(".tabletop svg text, .tabletop svg .upright")]
  .filter((part) => part.getClientRects().length && part.getScreenCTM().a < 0)
  .map((part) => part.outerHTML)"""
"""What is upside down though it has to be read."""
CARDS = """() => [...document.querySelectorAll(".stage [data-role=score]")]
  .map((card) => [card.getBoundingClientRect().y, card.querySelector(".zone-title").textContent])
  .sort(([one], [other]) => one - other).map(([, name]) => name)"""
"""Whose scores lie beside the board, from above."""
HEIGHT = "(name) => document.querySelector(`.stage [data-name='${name}']`).getBoundingClientRect().y"
FRAME = """() => {
  const { x, y, width, height } = document.querySelector(".stage .places").getBoundingClientRect();
  return [x, y + scrollY, width, height];
}"""
OUTSIDE = """() => {
  const board = document.querySelector(".stage .places").getBoundingClientRect();
  const squares = [..."abcdefg"].flatMap((file) => [..."1234567"].map((rank) => file + rank));
  return squares.filter((name) => {
    const square = document.querySelector(`.stage [data-name=${name}]`).getBoundingClientRect();
    const isBeside = square.left < board.left || square.right > board.right;
    return !square.width || isBeside || square.top < board.top || square.bottom > board.bottom;
  });
}"""
"""The squares that are not seen on the board."""
SIZES = {"phone": (390, 844), "desk": (1280, 800)}


def resize(page: Any, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "(isPhone) => isPhone === document.querySelector('#board').board.isNarrow()", arg=size == "phone"
    )


def press_flip(page: Any) -> None:
    if page.query_selector("#actions > #flip"):
        page.click("#flip")
    else:
        press_more(page, "#flip")


def is_below(page: Any, name: str, other: str) -> bool:
    return bool(page.evaluate(HEIGHT, name) > page.evaluate(HEIGHT, other))


def named(driver: Driver, text: str) -> dict[str, Any]:
    driver.page.wait_for_function(
        "(text) => document.querySelector('#board')?.board.moves.some((move) => move.text === text)", arg=text
    )
    return next(move for move in driver.board() if move["text"] == text)


def test_the_second_player_plays_from_the_own_side_on_a_phone_and_on_a_desk(visit: Visit) -> None:
    ann, ben, cat = two_and_a_watcher(partial(visit, width=390, height=844, has_touch=True), "deblockle")
    play(ann, "c7-d7")
    play(ann, "pass")
    for page in (ann.page, cat):
        assert is_below(page, "c7", "c1"), "the first player's side is below"
    names = [driver.page.inner_text("#me") for driver in (ben, ann)]
    for size, (text, step) in zip(SIZES, (("c3-c4", "finger"), ("c1-c2", "mouse")), strict=True):
        move = named(ben, text)
        resize(ben.page, size)
        resize(ann.page, size)
        assert is_below(ben.page, "c1", "c7"), f"the second player's side is above on a {size}"
        assert ann.page.evaluate(CARDS) == names, f"the first player's score is above on a {size}"
        assert ben.page.evaluate(CARDS) == names[::-1], f"the second player's score is above on a {size}"
        assert ben.page.evaluate(LEANING) == []
        getattr(ben, step)(move)
        if size == "phone":
            play(ben, "pass")
            play(ann, "e7-f7")
            play(ann, "pass")
    ben.page.goto(ben.page.url.replace("/match/", "/replay/"))
    ben.page.wait_for_selector("#slider")
    ben.page.wait_for_selector(".stage [data-name=c1]")
    assert is_below(ben.page, "c1", "c7"), "the replay shows the other side"
    ben.page.click("#flip")
    ben.page.wait_for_function("() => !document.querySelector('#board').board.isFlipped")
    assert is_below(ben.page, "c7", "c1")
    assert not ben.page.errors


def test_the_second_player_finds_the_own_side_below_after_a_reload(visit: Visit) -> None:
    driver = Driver(visit(), 1)
    page = driver.page
    match = driver.sit(game="deblockle", players=["random", "me"])
    driver.wait_turn()
    for view in ("match", "replay", "analysis"):
        page.goto(f"{page.url.split('#')[0]}#/{view}/{match}")
        page.reload()
        page.wait_for_selector(".stage .flipped", state="attached")
        assert page.evaluate(OUTSIDE) == [], f"squares lie outside of the board in the {view}"
        assert is_below(page, "c1", "c7"), f"the {view} shows the other side"
        assert page.evaluate(LEANING) == []
        assert page.inner_text("#me") == page.evaluate(CARDS)[1], f"the own score is above in the {view}"
        if view == "match":
            driver.ask("POST", f"/matches/{match}/resign", {})
    assert not page.errors


@pytest.mark.parametrize(
    ("game", "corner", "other"), [("blokus", "0,0", "19,19"), ("deblockle", "a1", "g7"), ("mage_duel", "a1", "h8")]
)
def test_flip_turns_the_board_and_leaves_letters_upright(game: str, corner: str, other: str, visit: Visit) -> None:
    driver = at_table(visit, game)
    page = driver.page
    for size in SIZES:
        resize(page, size)
        frame = page.evaluate(FRAME)
        assert is_below(page, other, corner)
        press_flip(page)
        assert is_below(page, corner, other), f"the board stays on a {size}"
        assert page.evaluate(FRAME) == pytest.approx(frame, abs=1), f"the board has left its place on a {size}"
        assert page.evaluate(LEANING) == []
        move = next(move for move in driver.board() if move["target"] and (move["flip"] or game != "blokus"))
        driver.mouse(move)
        assert page.locator("#log li.move .what").last.text_content() == move["text"]
        driver.wait_turn()
        assert is_below(page, corner, other), "on one screen the board does not turn between players"
        press_flip(page)
        assert is_below(page, other, corner)
        assert page.evaluate(FRAME) == pytest.approx(frame, abs=1)
    assert not page.errors
