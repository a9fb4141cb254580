"""A match is played on from a position of another one, with people and with bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.offered import offered
from tests.page.driver import Driver, press_more, to_move

Visit = Callable[..., Any]


def played(driver: Driver, moves: int) -> str:
    """Plays some moves for both seats on one screen; returns the match."""
    match = driver.sit(game="deblockle", players=["me", "me"])
    for _ in range(moves):
        driver.wait_turn()
        driver.mouse(driver.choose(1))
    return match


def waits_for(page: Any, text: str) -> None:
    page.wait_for_function("(text) => document.querySelector('#headline')?.textContent.includes(text)", arg=text)


def test_two_people_play_on_from_a_position_of_a_replay(visit: Visit) -> None:
    pages = [visit(), visit()]
    host, guest = Driver(pages[0], 5), Driver(pages[1], 6)
    match = played(host, 3)
    home = pages[0].url.split("#")[0]
    pages[0].goto(f"{home}#/replay/{match}")
    pages[0].wait_for_selector("#slider")
    pages[0].click("#back")
    pages[0].wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('Move 2 of 3')")
    there = host.ask("GET", f"/matches/{match}/positions/2")
    pages[0].click("#play-on")
    assert pages[0].inner_text("dialog h2") == "Play on after move 2"
    assert host.ask("GET", f"/matches/{match}")["log"][1]["events"][0]["text"] in pages[0].inner_text("dialog")
    assert pages[0].locator("dialog select[name=seat] option").all_inner_texts() == ["Blue: you", "Orange: you"]
    assert pages[0].input_value("dialog select[name=against]") == "screen", "as the match was played"
    pages[0].select_option("dialog select[name=against]", "private")
    pages[0].select_option("dialog select[name=seat]", "1")
    pages[0].select_option("dialog select[name=clock]", "300+5")
    pages[0].click("#begin")
    waits_for(pages[0], "waiting for players")
    assert match not in pages[0].url
    made = pages[0].url.split("/")[-1]
    state = host.ask("GET", f"/matches/{made}")
    assert [player["kind"] for player in state["players"]] == ["open", "person"]
    assert (state["origin"], state["origin_entry"], state["private"]) == (match, 2, True)
    assert state["table"]["zones"] == there["table"]["zones"]
    pages[1].goto(pages[0].url)
    pages[1].evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Guest'))")
    pages[1].click("#join")
    for page in pages:
        page.wait_for_selector("#waiting .card", state="detached")
    for _ in range(4):
        driver = to_move(host, guest)
        driver.mouse(driver.choose(1))
    state = host.ask("GET", f"/matches/{made}")
    assert (state["status"], state["number"]) == ("running", 6)
    assert {entry["seat"] for entry in state["log"][2:]} == {0, 1}
    assert host.ask("GET", f"/matches/{match}")["number"] == 3
    assert not pages[0].errors
    assert not pages[1].errors


def test_a_table_is_played_on_against_a_chosen_bot(visit: Visit) -> None:
    page = visit()
    driver = Driver(page, 5)
    match = played(driver, 2)
    press_more(page, "#play-on")
    page.select_option("dialog select[name=against]", "bot:level1")
    mine = len(driver.ask("GET", "/matches?which=mine"))
    page.dblclick("#begin")
    page.wait_for_function("(match) => !location.hash.includes(match)", arg=match)
    waits_for(page, "your turn")
    assert len(driver.ask("GET", "/matches?which=mine")) == mine + 1, "a double click begins one match"
    made = page.url.split("/")[-1]
    state = driver.ask("GET", f"/matches/{made}")
    assert [player["name"] for player in state["players"]][1] == "Beginner"
    assert state["number"] == 2
    press_more(page, "#play-on")
    assert page.input_value("dialog select[name=against]") == "bot:level1", "the same opponent"
    page.click("dialog #cancel")
    press_more(page, "#origin")
    page.wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('Move 2 of 2')")
    assert f"#/replay/{match}/2" in page.url


def test_a_duel_against_a_bot_is_played_on(visit: Visit) -> None:
    page = visit()
    driver = Driver(page, 5)
    match = driver.sit(game="mage_duel", players=["me", "random"])
    driver.wait_turn()
    driver.keyboard(driver.choose(1))
    driver.wait_turn()
    press_more(page, "#play-on")
    page.click("#begin")
    page.wait_for_function("(match) => !location.hash.includes(match)", arg=match)
    driver.wait_turn()
    driver.keyboard(driver.choose(1))
    state = driver.ask("GET", f"/matches/{page.url.split('/')[-1]}")
    assert (state["status"], state["origin"]) == ("running", match)
    assert not page.errors


def test_a_table_of_several_kinds_is_played_on_with_all_of_them(visit: Visit) -> None:
    page = visit()
    driver = Driver(page, 5)
    match = driver.sit(game="blokus", players=["random", "me", "level1", "me"])
    driver.wait_turn()
    press_more(page, "#play-on")
    assert "as in the match: random (bot), Beginner (bot) and" in page.inner_text("dialog")
    page.click("#begin")
    page.wait_for_function("(match) => !location.hash.includes(match)", arg=match)
    waits_for(page, "to move")
    made = driver.ask("GET", f"/matches/{page.url.split('/')[-1]}")
    assert [player["bot"] for player in made["players"]] == ["random", None, "level1", None]
    assert made["you"] == [1, 3]


def test_secrets_are_not_played_on_before_the_end(visit: Visit) -> None:
    page = visit()
    driver = Driver(page, 5)
    match = driver.sit(game="sagrada", players=["me", "random"])
    page.wait_for_selector("#more")
    assert page.locator("#play-on").count() == 0
    driver.ask("POST", f"/matches/{match}/resign", {})
    page.goto(page.url.split("#")[0] + f"#/replay/{match}")
    page.wait_for_selector("#play-on")


def test_a_position_in_which_the_game_is_over_is_explained(visit: Visit) -> None:
    page = visit()
    driver = Driver(page, 5)
    match = driver.sit(game="blokus", players=["me", "me"], options={"variant": "duo"})
    state = driver.ask("GET", f"/matches/{match}")
    while state["status"] == "running":
        move = driver.dice.choice(offered(state))["text"]
        state = driver.ask("POST", f"/matches/{match}/play", {"move": move})
    page.goto(page.url.split("#")[0] + f"#/replay/{match}")
    page.click("#play-on")
    page.click("#begin")
    page.wait_for_selector("text=The game is over in this position; start from an earlier one.")
