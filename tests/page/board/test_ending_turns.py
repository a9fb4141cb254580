"""Dice that fit nowhere, and turns in which nothing else can be done."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from boardwright.core.match.match import Match
from boardwright.games.sagrada.position import SagradaPosition
from tests.page.driver import Driver

Visit = Callable[..., Any]
CAPTION = "document.querySelector('.caption').textContent"


def find(is_wanted: Callable[[SagradaPosition], bool]) -> SagradaPosition:
    """Returns the first position of random games of Sagrada in which the first player acts and that holds."""
    dice = random.Random(2)
    while True:
        match = Match.new("sagrada", seed=dice.randbytes(32))
        while match.outcome is None:
            position = match.position
            seat = position.actors[0]
            assert isinstance(position, SagradaPosition)
            if seat == 0 and position.state.round and is_wanted(position):
                return position
            match.play(dice.choice(sorted(map(str, position.legal_moves(seat)))), seat)


def sit(driver: Driver, position: SagradaPosition) -> None:
    game = Match.new("sagrada").game
    start = msgspec.json.encode(game.encode(position)).decode()
    driver.sit(game="sagrada", players=["me", "me"], start=start)  # who starts from a position knows all secrets
    driver.page.click("#ready")
    driver.wait_turn()


def test_a_die_that_fits_nowhere_says_so_and_is_put_back(visit: Visit) -> None:
    def is_wanted(position: SagradaPosition) -> bool:
        stuck = position.view(0).stuck
        held = [position.play(position.parse(f"pick {number}"), 0) for number in stuck[:1]]
        tools = [move for each in held for move in each.legal_moves(0) if move.word == "tool"]
        return bool(tools) and len(stuck) < len(position.view(0).pool)

    position = find(is_wanted)
    stuck = position.view(0).stuck
    driver = Driver(visit(width=390, height=844, has_touch=True))
    page = driver.page
    sit(driver, position)
    for number in range(1, len(position.view(0).pool) + 1):
        label = page.get_attribute(f".stage [data-name=pool{number}]", "aria-label")
        assert ("fits nowhere" in label) == (number in stuck)
    assert page.locator(".stage .stuck").count() == len(stuck), "seen without colors too"
    page.touchscreen.tap(*driver.spot(f"pool{stuck[0]}"))
    page.wait_for_function(f"() => /^The .* fits nowhere: put it back, or use a tool\\.$/.test({CAPTION})")
    page.click(".turner :text('Put back')")
    page.wait_for_function(f"() => {CAPTION}.startsWith('Pick a die')")
    page.evaluate("(name) => document.querySelector(`.stage [data-name=${name}]`).focus()", f"pool{stuck[0]}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".turner :text('Put back')")
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => {CAPTION}.startsWith('Pick a die')")
    assert page.locator("#log li.undo").count() == 2
    assert not page.errors


def test_a_turn_ends_by_itself_unless_it_is_stopped(visit: Visit) -> None:
    def is_wanted(position: SagradaPosition) -> bool:
        placing = [move for move in position.legal_moves(0) if move.word == "place"]
        return bool(placing) and [*map(str, position.play(placing[0], 0).legal_moves(0))] == ["pass"]

    driver = Driver(visit(ends=True))
    page = driver.page
    page.clock.install()
    sit(driver, find(is_wanted))
    place = next(move for move in driver.board() if move["text"].startswith("place"))
    driver.mouse(place)
    page.wait_for_function(f"() => /^Nothing else can be done: your turn ends in \\d s\\.$/.test({CAPTION})")
    assert "your turn ends" in page.inner_text("#speech")
    page.click("#undo")
    page.wait_for_function(f"() => {CAPTION}.startsWith('Place the')")
    driver.mouse(place)
    page.click(".turner :text('Wait')")
    page.clock.run_for(20_000)
    assert page.inner_text(".caption") == "Nothing else can be done: end your turn."
    assert "pass" in {move["text"] for move in driver.board()}
    page.click("#undo")
    page.wait_for_function(f"() => {CAPTION}.startsWith('Place the')")
    driver.mouse(place)
    page.wait_for_selector(".turner :text('Wait')")
    page.clock.run_for(6_000)
    page.wait_for_selector(
        "#ready, #log .said:text('Ends the turn.')"
    )  # the next player is asked for, if it is another
    assert not page.errors
