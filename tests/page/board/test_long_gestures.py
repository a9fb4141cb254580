"""Moves that need more than two presses, by mouse, finger and keyboard: a menu, parts that are picked, a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from boardwright.core.drawing.picture import rect
from boardwright.core.layout import Item, Items, Role, Symbol
from boardwright.core.layout.message import TableData, encode
from boardwright.core.moves.gesture import Drag, Enter, Gesture, Pick, Press

Visit = Callable[..., Any]

CARD = Symbol([rect(0, 0, 40, 60)], (0, 0, 40, 60))

MOVES: dict[str, Gesture] = {
    "keep a": Press("a"),
    "sell a": Press("a"),
    "show b": Press("b"),
    "b-c": Drag("b", "c"),
    "b=c": Drag("b", "c"),
}
"""Cards that are kept or sold; one that is shown, or laid in two ways."""
SEVERAL: dict[str, Gesture] = {
    "give a,b": Pick(("a", "b")),
    "give a,c": Pick(("a", "c")),
    "burn a,c": Pick(("a", "c")),
    "bid 3": Enter("d", 3),
    "bid 17": Enter("d", 17),
}

OPEN = """async ([table, moves]) => {
  const { Board } = await import("/js/board/board.js");
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  window.played = [];
  window.board = new Board(host, { play: (move) => played.push(move.text), explain: () => {} });
  board.show({ table, moves, steps: [] });
}"""


@pytest.fixture(params=["mouse", "finger", "keyboard"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Table:
    """A board with four cards, which are pressed in one way."""

    def __init__(self, visit: Visit, way: str, gestures: dict[str, Gesture] = MOVES) -> None:
        self.page = visit("#/about", width=700, has_touch=way == "finger")
        self.way = way
        self.page.wait_for_selector(".prose")
        cards = tuple(Item(name=name, art=CARD, words=f"card {name}") for name in "abcd")
        table = TableData("Cards", (Items(role=Role.HAND, items=cards),), art={CARD.key: CARD.data()})
        moves = [
            {"text": text, "seat": 0, "gesture": {"kind": type(made).__name__.lower(), **fields(made)}}
            | {"covers": [], "label": f"do {text}"}
            for text, made in gestures.items()
        ]
        self.page.evaluate(OPEN, [msgspec.json.decode(encode(table)), moves])

    def press(self, name: str) -> None:
        if self.way == "keyboard":
            self.page.keyboard.press("Shift")  # the focus is moved by keys from now on
            self.page.evaluate("(name) => { board.keyboard.isUsed = true; board.keyboard.focus(name); }", name)
            self.page.keyboard.press("Enter")
        elif self.way == "finger":
            self.page.locator(f"[data-name='{name}']").tap()
        else:
            self.page.locator(f"[data-name='{name}']").click()

    def choose(self, place: int) -> None:
        if self.way == "keyboard":
            for _ in range(place):
                self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Enter")
        elif self.way == "finger":
            self.page.locator(".move-menu button").nth(place).tap()
        else:
            self.page.locator(".move-menu button").nth(place).click()

    @property
    def menu(self) -> list[str]:
        found: list[str] = self.page.locator(".move-menu button").all_text_contents()
        assert self.page.locator(".move-menu").is_visible() == bool(found)
        return found

    @property
    def played(self) -> list[str]:
        return list(self.page.evaluate("played"))


def fields(gesture: Gesture) -> dict[str, Any]:
    return {name: getattr(gesture, name) for name in gesture.__struct_fields__}


def test_a_part_with_several_moves_opens_a_menu_of_their_words(visit: Visit, way: str) -> None:
    table = Table(visit, way)
    table.press("a")
    assert (table.menu, table.played) == (["do keep a", "do sell a"], [])
    table.choose(1)
    assert (table.menu, table.played) == ([], ["sell a"])


def test_the_menu_closes_on_escape_and_on_a_press_elsewhere(visit: Visit, way: str) -> None:
    table = Table(visit, way)
    table.press("a")
    assert table.menu
    if way == "keyboard":
        table.page.keyboard.press("Escape")
        assert table.page.evaluate("document.activeElement.dataset.name") == "a", "the focus is on the part again"
        table.press("a")
        table.page.keyboard.press("ArrowUp")
        assert table.page.evaluate("document.activeElement.textContent") == "do sell a", "the words go round"
        table.page.keyboard.press("Tab")
    else:
        table.page.mouse.click(650, 650)
    assert (table.menu, table.played) == ([], [])


def test_a_menu_of_what_is_pressed_does_not_hinder_what_is_dragged(visit: Visit, way: str) -> None:
    table = Table(visit, way)
    table.press("b")
    assert table.menu == ["do show b"]
    assert table.page.get_attribute("body > div", "data-subject") == "b"
    if way == "keyboard":
        table.page.keyboard.press("Escape")
    table.press("c")
    assert table.menu == ["do b-c", "do b=c"]
    table.choose(1)
    assert table.played == ["b=c"]


def test_parts_are_picked_and_put_back_and_confirmed(visit: Visit, way: str) -> None:
    table = Table(visit, way, SEVERAL)
    for name in "abbc":
        table.press(name)
    assert table.page.inner_text(".caption") == "2 of 2 chosen"
    assert (table.menu, table.played) == ([], [])
    table.page.click(".turner .primary")
    assert table.menu == ["do give a,c", "do burn a,c"]
    table.page.click(".move-menu button >> nth=1")
    assert table.played == ["burn a,c"]


def test_what_is_picked_is_put_back_by_escape(visit: Visit, way: str) -> None:
    table = Table(visit, way, SEVERAL)
    table.press("a")
    assert table.page.locator(".bw-dot").count() == 2
    table.page.keyboard.press("Escape") if way == "keyboard" else table.page.get_by_label("Put back").click()
    assert table.page.locator(".bw-dot").count() == 0
    assert table.page.locator(".turner button").count() == 0


def test_a_number_is_typed_in(visit: Visit, way: str) -> None:
    table = Table(visit, way, SEVERAL)
    table.press("d")
    table.page.fill("#number", "4")
    table.page.click("#do-number")
    assert (table.page.get_attribute("#number", "aria-invalid"), table.played) == ("true", [])
    table.page.fill("#number", "17")
    table.page.keyboard.press("Enter")
    assert table.played == ["bid 17"]
