"""Hints, the result card, the analysis screen and the free board, in every game, also in games that explain nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.game import registry
from boardwright.core.game.teaching import lesson
from tests.offered import offered
from tests.page.conftest import Server
from tests.page.driver import Driver

GAMES = {
    "deblockle": [],
    "blokus": ["Blue: squares left", "Red: squares left", "Green: squares left", "Yellow: squares left"],
    "mage_duel": ["Cities built", "Roads built"],
    "sagrada": ["Favor left", "Empty panes"],
}
"""Rows that the score table of every match has; a table of zeros is not shown."""
Visit = Callable[..., Any]
IN_VIEW = """(parts) => parts.every((part) => {
  const { top, bottom, left, right } = document.querySelector(part).getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
})"""
MIDDLE = """() => {
  const table = document.querySelector(".stage .places") ?? document.querySelector(".tabletop");
  const { left, top, width, height } = table.getBoundingClientRect();
  return [left + width / 2, top + Math.min(height, innerHeight - top) / 2];
}"""


def hears_the_remark(page: Any, text: str) -> None:
    """Reads what the bot says, and switches such lines off."""
    page.wait_for_selector("#remark:not([hidden])")
    assert page.inner_text("#remark") == f"random: {text}"
    asked: list[str] = []
    page.evaluate("import('/js/lib/settings.js').then((module) => module.change({ remarks: false }))")
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.reload()
    page.wait_for_selector("#result h2")
    assert "result" in asked
    assert "remark" not in asked
    assert page.is_hidden("#remark")


def analyzed(page: Any, game: str) -> None:
    """Asks for a hint, gives up after a move, reads the result, and looks at the analysis."""
    page.set_default_timeout(120_000)  # the workers have a low priority, and the machine may be busy
    driver = Driver(page, 5)
    match = driver.sit(game=game, players=["me", "random"])
    driver.wait_turn()
    page.click("#ask-hint")
    page.wait_for_selector("#hint strong", state="attached")  # the bot may open, and then the hint is outdated
    assert page.text_content("#hint strong").startswith("Try: ")
    if page.is_visible("#hint"):
        page.mouse.move(*page.evaluate(MIDDLE))
        page.mouse.move(5, 5)
        assert page.locator(".bw-ghost").count(), "the hint stays on the board"
    state = driver.ask("GET", f"/matches/{match}")
    driver.ask("POST", f"/matches/{match}/play", {"move": offered(state)[0]["text"]})
    driver.ask("POST", f"/matches/{match}/resign", {})
    page.wait_for_selector("#result h2")
    assert page.inner_text("#result h2") == "random won"
    page.click("#put-aside")
    assert page.is_hidden("#result")
    page.click("#show-result")
    hears_the_remark(page, driver.ask("GET", f"/matches/{match}/remark")["text"])
    labels = page.locator("#result tbody th").all_inner_texts()
    assert set(GAMES.get(game, [])) <= set(labels)
    for size in ({"width": 360, "height": 640}, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)
        page.wait_for_function(IN_VIEW, arg=["#result-rematch", "#result-analyze", "#result-new", "#result-share"])
    page.click("#result-analyze")
    page.wait_for_function("() => document.querySelector('#progress')?.textContent.includes('turning point')")
    assert page.is_hidden("#main-line"), "only a variation leads back to the match"
    plays_a_line(page)
    page.click("#main-line")
    page.wait_for_selector("#main-line", state="hidden")
    page.wait_for_selector("ol.log .variations")
    assert page.locator("ol.log [class^=mark-]").count()
    with page.expect_download() as found:
        page.click("#annotated")
    lines = Path(found.value.path()).read_text().splitlines()
    assert any(line.startswith('{"note"') for line in lines)
    with page.expect_download() as found:
        page.click("#save-graph")
    assert Path(found.value.path()).read_text().startswith("<svg")
    if page.locator(".places").count():
        with page.expect_download() as found:
            page.click("#save-board")
        drawn = Path(found.value.path()).read_text()
        assert drawn.count('class="outline"') == drawn.count('fill-opacity="0"') > 0, "places hide nothing"


def plays_a_line(page: Any) -> None:
    """Plays the first of the best moves on the board, where the first move is due: the best one is shown there."""
    assert page.inner_text("#entry").startswith("The start.")
    page.wait_for_selector(".bw-ghost", state="attached")
    page.hover(".candidates li:last-child")
    page.hover("#entry")
    assert page.locator(".bw-ghost").count(), "the best move stays on the board"
    page.locator(".candidates li:not(:has(em)) .step").first.click()
    page.wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('Exploring: ')")


def explored(page: Any, game: str) -> None:
    """Plays both sides of a free board, takes back, branches, and asks for the best moves."""
    page.goto(f"{page.url.split('#')[0]}#/explore/{game}")
    free = "() => document.querySelector('#entry')?.textContent.startsWith('{}') && board.board.moves.length"
    page.wait_for_function(free.format("The start"))
    driver = Driver(page, 5)
    for played in (1, 2):
        text = driver.board()[0]["text"]
        page.evaluate("(text) => board.board.put(board.board.moves.find((move) => move.text === text))", text)
        page.wait_for_function(f"() => document.querySelectorAll('ol.log .step:not(.chance)').length === {played}")
        page.wait_for_function(free.format("Exploring"))
    page.click("#back")
    page.click("#back")
    page.wait_for_function("() => !document.querySelector('ol.log .step.here:not(.chance)')")
    assert page.locator("ol.log .step:not(.chance)").count() == 2
    page.click("#study")
    page.wait_for_selector(".candidates li")
    assert "%" in page.inner_text("#standing")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_explained_and_explored(visit: Visit, game: str) -> None:
    page = visit()
    analyzed(page, game)
    explored(page, game)
    assert not page.errors


def test_games_without_explanations_are_explained_by_their_evaluation(chromium: Any, example_server: Server) -> None:
    errors: list[str] = []
    for game in ("drop_four", "gulls"):
        page = chromium.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(example_server.url)
        analyzed(page, game)
        explored(page, game)
        page.close()
    assert not errors


def test_a_free_board_starts_from_a_file_and_refuses_in_words(visit: Visit, tmp_path: Path) -> None:
    page = visit("#/explore/deblockle")
    page.wait_for_selector("#position-file", state="attached")
    page.click("summary")
    rules = registry.game("deblockle")
    file = tmp_path / "position.json"
    file.write_text(json.dumps(rules.encode(lesson(rules).scenes["story"].build(rules))))
    page.set_input_files("#position-file", file)
    page.wait_for_function("() => document.querySelector('#board').board.moves.some((move) => move.text === 'd5-d4')")
    driver = Driver(page)
    page.mouse.click(*driver.spot("d5"))
    page.mouse.click(*driver.spot("a7"))
    page.wait_for_selector(".toast.error")
    assert "d5-a7 is not a roll" in page.inner_text(".toast.error")
    file.write_text("nonsense")
    page.click("summary")
    page.set_input_files("#position-file", file)
    page.wait_for_function("() => document.body.textContent.includes('This is not a start of Deblockle')")
    assert not page.errors
