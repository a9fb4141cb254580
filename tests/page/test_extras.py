"""What packages of games bring for the page: texts in the reader's language, and sounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.page.conftest import Server
from tests.page.driver import Driver


@pytest.fixture
def german(chromium: Any, example_server: Server) -> Iterator[Any]:
    """A page whose reader prefers German, and which notes the sound files that it plays."""
    context = chromium.new_context(locale="de-DE", reduced_motion="reduce", viewport={"width": 390, "height": 844})
    context.add_init_script(
        "window.played = []; Audio.prototype.play = function () { played.push(this.src); return Promise.resolve(); };"
    )
    context.add_init_script("localStorage['boardwright.settings'] ??= JSON.stringify({sound: true})")
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(example_server.url)
    yield page
    context.close()


def test_a_game_is_played_in_the_language_of_its_reader_and_with_its_sounds(german: Any) -> None:
    hands = Driver(german, seed=3)
    hands.sit(game="gulls", players=["me", "random"])
    assert hands.wait_turn()
    board = german.locator("#board, .stage").first
    board.get_by_text("Deine Karten").wait_for()
    german.locator("#log").get_by_text("Ein Fisch springt").first.wait_for()
    assert "jumps" not in german.locator("#log").inner_text()
    hands.mouse(hands.choose())
    german.locator("#log").get_by_text("Die Möwen tauchen mit").first.wait_for()
    german.wait_for_function("played.some((file) => file.endsWith('.wav'))")
    assert german.locator("[lang=de]").count() > 2
    assert not german.errors


def test_the_rules_and_the_names_of_games_are_translated_and_english_can_be_chosen(german: Any) -> None:
    german.get_by_role("heading", name="Möwen").wait_for()
    german.goto(german.url.split("#")[0] + "#/rules/gulls")
    german.get_by_role("heading", name="Möwen").wait_for()
    german.locator("#settings").click()
    german.get_by_label("Deutsch").wait_for()
    german.get_by_label("Englisch").click()  # loads the page again
    german.get_by_role("heading", name="Gulls").wait_for()
    assert german.get_by_text("Möwen").count() == 0
    assert not german.errors
