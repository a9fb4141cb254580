"""Every way to make a move: click, drag, wheel, tap, Tab; and what the board shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.registry import names
from tests.page.hands import SIZE, SPOT, Hands

Visit = Callable[..., Any]


def at_table(visit: Visit, game: str, players: tuple[str, ...] = ("me", "random"), **more: Any) -> Hands:
    """Somebody to move at a new table."""
    hands = Hands(visit(**more), 1)
    hands.sit(game=game, players=list(players))
    hands.wait_turn()
    return hands


def aimed(hands: Hands) -> dict[str, Any]:
    """A move that takes something somewhere."""
    return next(move for move in hands.board() if move["target"])


def spot_of(hands: Hands, move: dict[str, Any]) -> Any:
    return hands.page.evaluate(SPOT, [move["covers"] or [move["target"]]])


def length(hands: Hands) -> int:
    return int(hands.page.locator("#log li.move").count())


def wait_for(hands: Hands, moves: int) -> None:
    hands.page.wait_for_function("(n) => document.querySelectorAll('#log li.move').length >= n", arg=moves)


def test_a_piece_can_be_dragged_to_its_place(visit: Visit) -> None:
    hands = at_table(visit, "deblockle")
    move = aimed(hands)
    hands.page.mouse.move(*hands.spot(move["subject"]))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.spot(move["target"]), steps=4)
    assert hands.page.locator(".bw-ghost").count() == 1
    hands.page.mouse.up()
    wait_for(hands, 1)


def test_a_drag_that_ends_nowhere_moves_nothing(visit: Visit) -> None:
    hands = at_table(visit, "deblockle")
    hands.page.mouse.move(*hands.spot(aimed(hands)["subject"]))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.spot("g4"), steps=4)
    hands.page.mouse.up()
    assert hands.page.get_attribute("#board", "data-subject") == ""
    assert length(hands) == 0


def test_the_wheel_turns_what_is_taken_both_ways(visit: Visit) -> None:
    hands = at_table(visit, "blokus")
    move = next(move for move in hands.board() if move["subject"] == "L4")
    hands.page.mouse.click(*hands.spot(move["subject"]))
    first = hands.page.get_attribute("#board", "data-variant")
    hands.page.mouse.wheel(0, 100)
    hands.page.wait_for_function("(v) => document.querySelector('#board').dataset.variant !== v", arg=first)
    hands.page.mouse.wheel(0, -100)
    hands.page.wait_for_function("(v) => document.querySelector('#board').dataset.variant === v", arg=first)


def test_a_finger_is_asked_once_more_before_a_piece_is_placed(visit: Visit) -> None:
    hands = at_table(visit, "blokus", width=360, height=780, has_touch=True)
    touch = hands.page.touchscreen
    move = next(move for move in hands.board() if len(move["covers"]) > 1)
    touch.tap(*hands.spot(move["subject"]))
    hands.turn_to(move["variant"])
    touch.tap(*spot_of(hands, move))
    hands.page.wait_for_selector(".bw-ghost")
    assert length(hands) == 0
    assert "once more" in hands.page.inner_text(".caption")
    hands.page.click(".turner .primary")
    wait_for(hands, 1)


def test_moves_are_confirmed_by_those_who_wish_it(visit: Visit) -> None:
    hands = at_table(visit, "deblockle")
    hands.page.evaluate("import('/js/settings.js').then((module) => module.change({ confirm: true }))")
    move = aimed(hands)
    hands.page.mouse.click(*hands.spot(move["subject"]))
    hands.page.mouse.move(*spot_of(hands, move))
    hands.page.mouse.click(*spot_of(hands, move))
    assert "once more" in hands.page.inner_text(".caption")
    assert length(hands) == 0
    hands.page.mouse.click(*spot_of(hands, move))
    wait_for(hands, 1)


def test_the_ghost_of_a_roll_shows_the_face_that_comes_up(visit: Visit) -> None:
    hands = at_table(visit, "deblockle")
    move = aimed(hands)
    hands.page.mouse.click(*hands.spot(move["subject"]))
    hands.page.mouse.move(*spot_of(hands, move))
    assert hands.page.inner_text(".caption") == move["label"]
    shown = hands.page.inner_html(".bw-ghost-art")
    drawn = hands.page.evaluate("(name) => document.querySelector(`[data-name='${name}']`).innerHTML", move["text"])
    assert drawn in shown


def test_the_board_is_reached_by_tab_and_speaks(visit: Visit) -> None:
    hands = at_table(visit, "deblockle")
    page = hands.page
    page.focus("#settings")
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.querySelector('.stage').contains(document.activeElement)"):
            break
    first = page.evaluate("document.activeElement.dataset.name")
    assert first in {move["subject"] for move in hands.board()}
    assert page.locator(".bw-focus").count() == 1
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.name")
    assert second != first
    assert page.inner_text("#speech") == page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    assert page.get_attribute("#board", "data-subject") == second
    assert "taken" in page.inner_text("#speech") or page.inner_text(".caption") in page.inner_text("#speech")
    page.keyboard.press("Escape")
    assert page.get_attribute("#board", "data-subject") == ""


@pytest.mark.parametrize("game", names())
def test_pictures_fold_in_a_narrow_window_and_unfold_in_a_wide_one(game: str, visit: Visit) -> None:
    hands = at_table(visit, game, width=360, height=780)
    page = hands.page
    page.wait_for_selector(".stage svg[data-wide]")
    width, height = page.evaluate(SIZE)
    assert height > width
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_selector(".stage svg:not([data-wide])")
    width, height = page.evaluate(SIZE)
    assert height < width


def test_layers_of_a_picture_are_shown_on_request(visit: Visit) -> None:
    hands = at_table(visit, "mage_duel")
    hands.page.click("#layer-structures")
    hands.page.wait_for_selector(".stage .structures", state="attached")
    assert hands.page.get_attribute("#layer-structures", "aria-pressed") == "true"
    hands.page.click("#layer-structures")
    hands.page.wait_for_function("() => !document.querySelector('.stage .structures')")


def test_one_screen_covers_the_secrets_until_the_next_player_is_ready(visit: Visit) -> None:
    hands = Hands(visit())
    hands.page.evaluate("import('/js/api.js').then((api) => api.ensureSession())")
    match = hands.ask("POST", "/matches", {"game": "sagrada", "players": ["me", "me"]})["match"]
    hands.page.goto(f"{hands.page.url}#/match/{match}")
    hands.page.click("#ready")
    hands.wait_turn()
    hands.page.mouse.click(*hands.spot("window1"))
    hands.page.wait_for_selector("#cover:not([hidden])")
    assert hands.page.is_hidden("#board")
    hands.page.click("#ready")
    hands.page.wait_for_selector("#board:not([hidden])")
    hands.wait_turn()
    assert {move["seat"] for move in hands.board()} == {1}
    assert "player 2" in hands.page.inner_text("#headline")


def test_marks_show_only_when_asked_for(visit: Visit) -> None:
    hands = at_table(visit, "deblockle")
    mark = hands.page.locator(".stage .mark").first
    assert not mark.is_visible()
    hands.page.evaluate("import('/js/settings.js').then((module) => module.change({ marks: true }))")
    assert mark.is_visible()
