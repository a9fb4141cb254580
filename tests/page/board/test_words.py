"""What the page says is true, speaks to the reader, and is not printed over; forced colors show it too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.game.registry import game, names
from tests.page.driver import Driver
from tests.page.table.test_at_table import play
from tests.page.test_learning import open_lesson

Visit = Callable[..., Any]

TEXTS = """const texts = [...document.querySelectorAll(".stage .zone *")].filter((part) =>
    part.childElementCount === 0 && part.textContent.trim() && part.checkVisibility({ visibilityProperty: true }));"""
"""The texts of a table that are seen: those of zones, and those on boards and pieces."""
WAITING = f"""() => {{
  {TEXTS}
  return texts.map((text) => text.textContent)
    .filter((text) => /to (roll|hop|move|place)|pass|skip|end turn|first turn|claim/i.test(text));
}}"""
"""What a table says as long as somebody is to act."""
OVERPRINTED = f"""() => {{
  {TEXTS}
  const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]).filter(([, box]) => box.width);
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 3 && other.top < one.bottom - 3;
  return boxes.flatMap(([one, box], index) =>
    boxes.slice(index + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${{one}}|${{other}}`));
}}"""
"""Texts of the table that lie over each other."""
OVERLONG = f"""() => {{
  {TEXTS}
  return texts.filter((text) => {{
    const [box, zone] = [text, text.closest(".zone")].map((part) => part.getBoundingClientRect());
    return box.width && (box.left < zone.left - 1 || box.right > zone.right + 1);
  }}).map((text) => text.textContent);
}}"""
"""Texts that are longer than their room."""
CHOSEN = """() => [...document.querySelectorAll("dialog fieldset.choices")].filter((row) => {
  const chips = [...row.querySelectorAll(".chip")];
  const frame = (chip) =>
    getComputedStyle(chip).outlineStyle + getComputedStyle(chip.querySelector(".chip-title"), "::before").content;
  const chosen = chips.filter((chip) => chip.querySelector("input").checked);
  const alike = chips.filter((chip) => chosen.length && frame(chip) === frame(chosen[0]));
  return chips.length > 1 && alike.length !== 1;
}).map((row) => row.dataset.choices)"""
"""The rows of choices whose chosen one looks like the others."""


@pytest.mark.parametrize("name", names())
def test_after_a_resignation_nothing_waits_and_names_do_not_overlap(name: str, visit: Visit) -> None:
    page = visit()
    page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Bartholomew Longfellow'))")
    driver = Driver(page)
    match = driver.sit(game=name, players=["me", "random"])
    driver.wait_turn()
    if name == "deblockle":
        play(driver, "c7-d7")  # and the cube may hop
    assert page.evaluate(OVERPRINTED) == []
    driver.ask("POST", f"/matches/{match}/resign", {})
    page.wait_for_selector("#result-heading")
    assert page.evaluate(WAITING) == []
    assert page.evaluate(OVERPRINTED) == []
    page.click("#put-aside")
    for layer in game(name).layers:
        page.click(f"#layer-{layer}")
        page.wait_for_selector(f"#layer-{layer}[aria-pressed=true]")
        assert page.evaluate(WAITING) == []
        page.click(f"#layer-{layer}")
    page.click("#show-result")
    me = page.inner_text("#me")
    assert f"{me} resigned." in page.inner_text("#result")
    scored = page.locator("#result .scores td").all_inner_texts()
    assert not scored or set(scored) - {"", "0", "–"}, "no table of nothing"
    page.reload()
    page.wait_for_selector(".stage .zone", state="attached")
    assert page.evaluate(OVERLONG) == []
    assert page.evaluate(OVERPRINTED) == []


def test_the_lesson_speaks_to_its_reader(visit: Visit) -> None:
    page = visit()
    open_lesson(page, "deblockle")
    labels = page.evaluate("[...document.querySelectorAll('.stage [aria-label]')].map((part) => part.ariaLabel)")
    assert any("your cube" in label for label in labels)
    assert not any("of You" in label for label in labels)
    page.click("#skip")
    page.wait_for_selector("#play-match")
    assert "you know how to play" not in page.inner_text("#say-this")


def test_forced_colors_show_what_is_chosen(visit: Visit) -> None:
    page = visit(forced_colors="active")
    page.click("#game-blokus .play")
    page.click("#details summary")
    page.click("#advanced summary")
    assert page.evaluate(CHOSEN) == []
    page.keyboard.press("Escape")
    page.click("#settings")
    assert page.evaluate(CHOSEN) == []
    page.keyboard.press("Escape")
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "me"])
    driver.wait_turn()
    widths = page.locator("#seats .seat").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).borderTopWidth)"
    )
    assert widths[0] != widths[1], "whose turn it is"
