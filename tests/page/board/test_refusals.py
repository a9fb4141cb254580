"""A refused move: the board marks the squares that the refusal names, however the move was tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlparse

import msgspec
import pytest

from boardwright.core.game.registry import names
from boardwright.core.moves.gesture import Drag, Put
from tests.page.driver import Driver
from tests.scale import SCALE

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

OFFERED = "(word) => document.querySelector('#board').board.moves.some(({ text }) => text.startsWith(word))"
FOCUSED = "document.activeElement?.dataset?.name ?? ''"

ILLEGAL = {
    "blokus": (Put("I1", "5,5"), "first_move_corner"),
    "deblockle": (Drag("e5", "e3"), "illegal_roll"),
    "mage_duel": (Put("top", "d5"), "not_connected"),
    "sagrada": (Drag("hand", "s0r2c3"), "placing_rule"),
}
"""For each game a part and where it cannot go, and the code of the refusal."""


def at_table(visit: Visit, game: str = "deblockle", **more: Any) -> Driver:
    """Somebody to move at a new table, where no bot can come first; in Sagrada with a die in hand."""
    driver = Driver(visit(**more))
    driver.sit(game=game, players=["me", "random" if game == "sagrada" else "me"])
    driver.wait_turn()
    for word in ("window", "pick") if game == "sagrada" else ():
        driver.page.wait_for_function(OFFERED, arg=word)
        driver.mouse(next(move for move in driver.board() if move["text"].startswith(word)))
        driver.wait_turn()
    return driver


def refusal_of(driver: Driver, **named: Any) -> dict[str, Any]:
    match = driver.page.url.split("/")[-1]
    found: dict[str, Any] = driver.ask("GET", f"/matches/{match}/refusal?{urlencode(named)}")["refusal"]
    return found


def assert_framed(driver: Driver, refusal: dict[str, Any]) -> None:
    """The frames on the board are those of the refusal."""
    driver.page.wait_for_selector(".bw-refused", state="attached")
    framed = driver.page.evaluate(FRAMED)
    assert refusal["marks"]
    assert len(framed) == len(refusal["marks"])
    assert all(mark in names for mark, names in zip(refusal["marks"], framed, strict=True))
    assert driver.page.inner_text(".toast.error") == refusal["text"]
    assert driver.page.text_content("#speech") != refusal["text"], "the message is spoken where it stands"


def focus(driver: Driver, name: str) -> None:
    """Moves the focus with Shift and the arrow keys, along the columns and then along the rows."""
    for axis, keys in ((0, ("ArrowLeft", "ArrowRight")), (1, ("ArrowUp", "ArrowDown"))) * 3:
        for _ in range(30):
            here, there = (driver.spot(part)[axis] for part in (driver.page.evaluate(FOCUSED), name))
            if abs(here - there) < 3:
                break
            driver.page.keyboard.press(f"Shift+{keys[here < there]}")
    assert driver.page.evaluate(FOCUSED) == name


def with_keyboard(driver: Driver, subject: str, target: str) -> None:
    driver.page.evaluate("document.querySelector('.stage [tabindex=\"0\"]').focus()")
    focus(driver, subject)
    driver.page.keyboard.press("Enter")
    assert driver.page.get_attribute("#board", "data-subject") == subject
    focus(driver, target)
    driver.page.keyboard.press("Enter")


def with_mouse(driver: Driver, subject: str, target: str) -> None:
    driver.page.mouse.click(*driver.spot(subject))
    driver.page.mouse.click(*driver.spot(target))


def with_finger(driver: Driver, subject: str, target: str) -> None:
    driver.page.touchscreen.tap(*driver.spot(subject))
    driver.page.touchscreen.tap(*driver.spot(target))


def by_dragging(driver: Driver, subject: str, target: str) -> None:
    driver.page.mouse.move(*driver.spot(subject))
    driver.page.mouse.down()
    driver.page.mouse.move(*driver.spot(target), steps=4)
    driver.page.mouse.up()


WAYS = (with_mouse, with_finger, with_keyboard, by_dragging)
EVERY = [(game, tried) for game in names() for tried in WAYS]


@pytest.mark.parametrize(("game", "tried"), EVERY if SCALE > 1 else EVERY[::5] + EVERY[2::5])
def test_a_gesture_without_a_legal_move_marks_the_squares_of_the_refusal(
    game: str, tried: Callable[[Driver, str, str], None], visit: Visit
) -> None:
    driver = at_table(visit, game, has_touch=tried is with_finger)
    gesture, code = ILLEGAL[game]
    refusal = refusal_of(driver, gesture=msgspec.json.encode(gesture).decode())
    assert refusal["code"] == code
    tried(driver, *gesture.names)
    assert_framed(driver, refusal)
    assert driver.page.locator("#log li.move").count() == (3 if game == "sagrada" else 0)


def test_a_large_piece_is_refused_where_its_middle_is_put(visit: Visit) -> None:
    driver = at_table(visit, "blokus")
    with driver.page.expect_request("**/refusal?**") as asked:
        with_mouse(driver, "I5", "10,10")
    query = {name: value for name, (value,) in parse_qs(urlparse(asked.value.url).query).items()}
    assert query["seat"] == "0"
    put = {"kind": "put", "piece": "I5", "cell": "8,10", "turn": 0, "flip": False}
    assert msgspec.json.decode(query["gesture"]) == put


def test_a_move_that_the_server_refuses_marks_the_squares_of_the_refusal(visit: Visit) -> None:
    driver = at_table(visit)
    driver.page.evaluate(
        "(move) => document.querySelector('#board').board.handlers.play(move)",
        {"gesture": {"kind": "drag", "part": "e5", "to": "e3"}, "seat": 0},
    )
    assert_framed(driver, refusal_of(driver, move="e5-e3"))


def test_a_refusal_goes_with_the_next_action_and_its_words_with_the_next_move(visit: Visit) -> None:
    driver = at_table(visit)
    driver.page.mouse.click(*driver.spot("e5"))
    driver.page.mouse.click(*driver.spot("e3"))
    driver.page.wait_for_selector(".bw-refused", state="attached")
    driver.page.keyboard.press("Escape")
    driver.page.wait_for_selector(".bw-refused", state="detached")
    driver.page.evaluate("import('/js/lib/dom.js').then((dom) => dom.toast('Refused', 'error'))")
    driver.ask("POST", f"/matches/{driver.page.url.split('/')[-1]}/play", {"move": driver.board()[0]["text"]})
    driver.page.wait_for_selector("#log li", state="attached")
    assert driver.page.locator(".toast").count() == 0
