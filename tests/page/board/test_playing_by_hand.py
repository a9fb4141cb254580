"""Every way to make a move: click, drag, wheel, tap, Tab; and what the board shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.game.registry import names
from tests.page.driver import SIZE, SPOT, Driver

Visit = Callable[..., Any]


def at_table(visit: Visit, game: str, players: tuple[str, ...] = ("me", "random"), **more: Any) -> Driver:
    """Somebody to move at a new table."""
    driver = Driver(visit(**more), 1)
    driver.sit(game=game, players=list(players))
    driver.wait_turn()
    return driver


def aimed(driver: Driver) -> dict[str, Any]:
    """A move that takes something somewhere."""
    return next(move for move in driver.board() if move["target"])


def spot_of(driver: Driver, move: dict[str, Any]) -> Any:
    return driver.page.evaluate(SPOT, [move["covers"] or [move["target"]]])


def length(driver: Driver) -> int:
    return int(driver.page.locator("#log li.move").count())


def wait_for(driver: Driver, moves: int) -> None:
    driver.page.wait_for_function("(n) => document.querySelectorAll('#log li.move').length >= n", arg=moves)


DRAWN = "(selector) => document.querySelector(`${selector} .art`).innerHTML"
WHOLE = """() => {
  const caption = document.querySelector(".caption");
  return caption.scrollHeight <= caption.clientHeight + 1;
}"""

LEFT = """() => {
  const lefts = [...document.querySelectorAll(".tabletop .zone")].map((zone) => zone.getBoundingClientRect().left);
  return [...new Set(lefts.map(Math.round))];
}"""
"""Where zones begin."""


def test_a_piece_can_be_dragged_to_its_place(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    move = aimed(driver)
    driver.page.mouse.move(*driver.spot(move["subject"]))
    driver.page.mouse.down()
    driver.page.mouse.move(*driver.spot(move["target"]), steps=4)
    assert driver.page.locator(".bw-ghost").count() == 1
    driver.page.mouse.up()
    wait_for(driver, 1)


def test_a_drag_that_ends_nowhere_moves_nothing(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    driver.page.mouse.move(*driver.spot(aimed(driver)["subject"]))
    driver.page.mouse.down()
    driver.page.mouse.move(*driver.spot("g4"), steps=4)
    driver.page.mouse.up()
    assert driver.page.get_attribute("#board", "data-subject") == ""
    assert length(driver) == 0


def test_the_wheel_turns_what_is_taken_both_ways(visit: Visit) -> None:
    driver = at_table(visit, "blokus")
    move = next(move for move in driver.board() if move["subject"] == "L4")
    driver.page.mouse.click(*driver.spot(move["subject"]))
    first = driver.page.get_attribute("#board", "data-turn")
    driver.page.mouse.wheel(0, 100)
    driver.page.wait_for_function("(v) => document.querySelector('#board').dataset.turn !== v", arg=first)
    driver.page.mouse.wheel(0, -100)
    driver.page.wait_for_function("(v) => document.querySelector('#board')?.dataset.turn === v", arg=first)


def test_a_piece_turns_at_the_pointer_and_stays_there_when_it_is_refused(visit: Visit) -> None:
    driver = at_table(visit, "blokus")
    page = driver.page
    page.mouse.click(*driver.spot("F5"))
    page.mouse.move(*driver.spot("12,10"))
    before = page.get_attribute(".bw-held", "transform")
    assert "rotate(0)" in before
    page.keyboard.press("r")
    assert page.get_attribute(".bw-held", "transform") == before.replace("rotate(0)", "rotate(90)")
    page.mouse.click(*driver.spot("12,10"))
    page.wait_for_selector(".bw-refused", state="attached")
    assert page.locator(".bw-held").count() == 1
    assert page.evaluate("document.querySelector('#board').board.tip.over") is None, "a square explained itself"
    move = next(move for move in driver.board() if move["subject"] == "F5")
    driver.turn_to(move)
    page.mouse.move(*spot_of(driver, move))
    page.mouse.click(*spot_of(driver, move))
    wait_for(driver, 1)
    driver.wait_turn()
    assert page.locator(".bw-focus").count() == 0, "who plays with the mouse sees no focus"
    assert page.locator(".bw-held").count() == 0


def test_a_piece_that_a_finger_puts_where_it_cannot_go_stays_to_be_seen(visit: Visit) -> None:
    driver = at_table(visit, "blokus", width=390, height=844, has_touch=True)
    page = driver.page
    page.touchscreen.tap(*driver.spot("L5"))
    assert page.locator(".bw-held").count() == 0
    page.touchscreen.tap(*driver.spot("10,10"))
    page.wait_for_selector(".bw-refused", state="attached")
    assert page.locator(".bw-held").count() == 1


def test_a_way_out_is_marked_while_something_is_in_the_hand(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    driver.mouse(next(move for move in driver.board() if move["text"] == "c7-d7"))
    driver.page.wait_for_function("() => document.querySelector('#board').board.state.hand")
    assert driver.page.locator(".bw-subject-frame").count() == 1, "the button that passes the hop"


def test_a_finger_is_asked_once_more_before_a_piece_is_placed(visit: Visit) -> None:
    driver = at_table(visit, "blokus", width=360, height=780, has_touch=True)
    touch = driver.page.touchscreen
    move = max(driver.board(), key=lambda move: len(move["label"]))
    touch.tap(*driver.spot(move["subject"]))
    driver.turn_to(move)
    stage = driver.page.locator(".stage").bounding_box()
    touch.tap(*spot_of(driver, move))
    driver.page.wait_for_selector(".bw-ghost")
    assert driver.page.locator(".stage").bounding_box() == stage, "the same point is the same square"
    assert length(driver) == 0
    assert "Once more" in driver.page.inner_text(".caption")
    assert driver.page.locator(".turner button").count() == 4
    assert driver.page.evaluate(WHOLE), "the question is not cut"
    driver.page.click(".turner .primary")
    wait_for(driver, 1)


def test_moves_are_confirmed_by_those_who_wish_it(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    driver.page.evaluate("import('/js/lib/settings.js').then((module) => module.change({ confirm: true }))")
    move = aimed(driver)
    driver.page.mouse.click(*driver.spot(move["subject"]))
    driver.page.mouse.move(*spot_of(driver, move))
    driver.page.mouse.click(*spot_of(driver, move))
    assert "Once more" in driver.page.inner_text(".caption")
    assert length(driver) == 0
    driver.page.mouse.click(*spot_of(driver, move))
    wait_for(driver, 1)


def test_the_ghost_of_a_roll_shows_the_face_that_comes_up(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    move = aimed(driver)
    driver.page.mouse.click(*driver.spot(move["subject"]))
    driver.page.mouse.move(*spot_of(driver, move))
    asked = "Roll one of your cubes to a free square beside it, or pass."
    assert driver.page.inner_text(".caption") == asked, "the line keeps saying what to do"
    preview = driver.page.evaluate(DRAWN, f"[data-name='{move['text']}']")
    assert preview
    assert driver.page.evaluate(DRAWN, ".bw-ghost-art") == preview
    assert driver.page.evaluate("document.querySelector('.bw-ghost-art').getBoundingClientRect().width") > 0


def test_the_board_is_reached_by_tab_and_speaks(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    page = driver.page
    page.focus("#settings")
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.querySelector('.stage').contains(document.activeElement)"):
            break
    first = page.evaluate("document.activeElement.dataset.name")
    assert first in {move["subject"] for move in driver.board()}
    assert page.locator(".bw-focus").count() == 1
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.name")
    assert second != first
    assert page.inner_text("#speech") == page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    assert page.get_attribute("#board", "data-subject") == second
    labels = {move["label"] for move in driver.board() if move["subject"] == second}
    assert page.inner_text("#speech") in labels, "where it can go is told while the line says what to do"
    page.keyboard.press("Escape")
    assert page.get_attribute("#board", "data-subject") == ""


@pytest.mark.parametrize("game", names())
def test_zones_lie_below_each_other_in_a_narrow_window_and_beside_in_a_wide_one(game: str, visit: Visit) -> None:
    driver = at_table(visit, game, width=360, height=780)
    page = driver.page
    width, height = page.evaluate(SIZE)
    assert height > width
    narrow = page.evaluate(LEFT)
    assert len(narrow) == (2 if game == "sagrada" else 1), "windows to choose from lie in pairs"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_function("() => !document.querySelector('#board').board.isNarrow()")
    width, height = page.evaluate(SIZE)
    assert height < width
    assert len(page.evaluate(LEFT)) > len(narrow)


def test_layers_of_a_picture_are_shown_on_request(visit: Visit) -> None:
    driver = at_table(visit, "mage_duel")
    driver.page.click("#layer-structures")
    driver.page.wait_for_selector(".stage .structures", state="attached")
    assert driver.page.get_attribute("#layer-structures", "aria-pressed") == "true"
    driver.page.click("#layer-structures")
    driver.page.wait_for_function("() => !document.querySelector('.stage .structures')")


def test_one_screen_covers_the_secrets_until_the_next_player_is_ready(visit: Visit) -> None:
    driver = Driver(visit())
    driver.page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession())")
    match = driver.ask("POST", "/matches", {"game": "sagrada", "players": ["me", "me"]})["match"]
    driver.page.goto(f"{driver.page.url}#/match/{match}")
    driver.page.click("#ready")
    driver.wait_turn()
    driver.page.mouse.click(*driver.spot("window1"))
    driver.page.wait_for_selector("#cover:not([hidden])")
    assert driver.page.is_hidden("#board")
    driver.page.click("#ready")
    driver.page.wait_for_selector("#board:not([hidden])")
    driver.wait_turn()
    assert {move["seat"] for move in driver.board()} == {1}
    assert "player 2" in driver.page.inner_text("#headline")


def test_marks_show_only_when_asked_for(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    mark = driver.page.locator(".stage .mark").first
    assert not mark.is_visible()
    driver.page.evaluate("import('/js/lib/settings.js').then((module) => module.change({ marks: true }))")
    assert mark.is_visible()
