"""Choosing an opponent, waiting for one, the home page and profiles, wide and narrow."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.page.conftest import Server
from tests.page.driver import Driver, finished_matches, new_match, press_more
from tests.page.test_looks import violations

Visit = Callable[..., Any]

SMALL_TEXT = """(least) => [...document.querySelectorAll("main *, dialog[open] *, header *")]
  .filter((each) => !(each instanceof SVGElement) && !each.closest("svg, [hidden], .visually-hidden"))
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((each) => each.getClientRects().length && parseFloat(getComputedStyle(each).fontSize) < least)
  .map((each) => each.outerHTML.slice(0, 120))"""
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "main button, main .button, dialog[open] button, dialog[open] .chip, dialog[open] select, header button, summary")]
  .filter((each) => each instanceof HTMLElement && each.getClientRects().length)
  .filter((each) => each.getBoundingClientRect().height < 39.5)
  .map((each) => each.outerHTML.slice(0, 120))"""
BOTTOM = "(selector) => document.querySelector(selector).getBoundingClientRect().bottom"


def check_sizes(page: Any, width: int) -> None:
    assert page.evaluate(SMALL_TEXT, 12 if width > 600 else 11) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_every_screen_of_the_lobby_is_readable_and_has_large_targets(width: int, scheme: str, visit: Visit) -> None:
    page = visit(width=width, height=800, color_scheme=scheme, bypass_csp=True)
    page.wait_for_selector(".thumb svg")
    check_sizes(page, width)
    for button in ("#sign-up", "#sign-in", "#settings", "#game-blokus .play"):
        page.click(button)
        page.wait_for_selector("dialog[open]")
        check_sizes(page, width)
        assert violations(page) == [], button
        page.keyboard.press("Escape")
    new_match(page, "sagrada", seats="3", against="link")
    page.wait_for_selector("#qr svg")
    check_sizes(page, width)
    assert violations(page) == [], "waiting"
    page.goto(page.url.split("#")[0] + "#/")
    page.wait_for_selector("#list-waiting")
    check_sizes(page, width)
    assert violations(page) == [], "home"
    page.click("#me")
    page.wait_for_selector(".who-line")
    check_sizes(page, width)
    assert not page.errors


@pytest.mark.parametrize("width", [1280, 390])
def test_a_bot_is_chosen_by_strength_and_remembered(width: int, visit: Visit) -> None:
    page = visit(width=width)
    old = '{"deblockle": {"options": {"gone": 1, "variant": "gone"}}}'  # of an older version of the game
    page.evaluate("(old) => localStorage.setItem('boardwright.wishes', old)", old)
    page.click("#game-deblockle .play")
    page.check("dialog input[name=bot][value=level2]")
    page.dblclick("#begin")
    page.wait_for_selector(".stage .zone")
    assert len(Driver(page).ask("GET", "/matches?which=mine")) == 1
    assert "Novice" in page.inner_text("#seats")
    page.goto(page.url.split("#")[0] + "#/")
    page.click("#game-deblockle .play")
    assert page.inner_text("#begin") == "Play Novice"
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#begin').textContent === 'Create the link'")
    page.keyboard.press("Escape")
    page.click("#game-sagrada .play")  # a game that was never played offers the bot of the last match
    assert page.is_checked("dialog input[name=bot][value=level2]")


def test_people_and_bots_are_mixed_with_a_clock_and_a_variant_in_words(visit: Visit) -> None:
    page = visit()
    page.click("#game-blokus .play")
    assert page.locator("dialog input[value=mixed]").count() == 0
    page.check("dialog input[name=seats][value='3']")
    page.check("dialog input[value=mixed]")
    page.select_option("select[name=other0]", "level2")
    page.select_option("select[name=other1]", "open")
    page.check("dialog input[name=side][value=last]")
    page.check("dialog input[name=clock][value=custom]")
    page.fill("dialog input[name='custom.minutes']", "7")
    page.fill("dialog input[name='custom.increment']", "3")
    page.click("dialog .chip:has-text('Neighbors')")
    page.click("#begin")
    page.wait_for_selector("#waiting .card")
    text = page.inner_text("#waiting")
    for words in ("Neighbors", "7 min for the match, 3 s more for each move", "Casual", "One seat is free"):
        assert words in text
    state = Driver(page).ask("GET", f"/matches/{page.url.split('/')[-1]}")
    assert [player["kind"] for player in state["players"]] == ["bot", "open", "person"]
    assert state["clock"] == {"per_turn": 0, "bank": 420_000, "increment": 3_000, "on_timeout": "play"}
    page.select_option("#stand-in", "level1")
    page.click("#start")
    page.wait_for_selector(".stage .zone")
    assert "Beginner" in page.inner_text("#seats")


def test_bots_play_among_themselves_and_their_host_watches(visit: Visit) -> None:
    page = visit()
    page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Ann'))")
    page.click("#game-deblockle .play")
    page.check("dialog input[name='against'][value='watch']")
    page.select_option("dialog select[name=bot0]", "level1")
    page.select_option("dialog select[name=bot1]", "level2")
    assert page.locator("dialog [data-choices=clock], dialog [data-choices=side]").count() == 0
    page.click("summary:text('Advanced')")
    page.fill("dialog input[name='option.cubes']", "1")
    page.click("#begin")
    page.wait_for_selector(".stage .zone")
    assert page.locator("#undo").count() == 0
    page.wait_for_selector("#result-heading")
    assert re.search("won|a draw", page.inner_text("#headline"))
    match = page.url.split("/")[-1]
    page.click("#result-rematch")
    page.wait_for_function("(match) => !location.hash.includes(match)", arg=match)
    assert [player["name"] for player in Driver(page).ask("GET", f"/matches/{match}")["players"]] == [
        "Beginner",
        "Novice",
    ]
    page.goto(page.url.split("#")[0])
    page.wait_for_selector("#list-finished a:text('Deblockle: Beginner and')")
    assert not page.errors


def test_the_host_stops_bots_that_play_among_themselves(visit: Visit) -> None:
    page = visit()
    Driver(page).sit(game="sagrada", players=["random"] * 4)
    press_more(page, "#stop")
    page.wait_for_selector("text=The match was canceled")
    assert not page.errors


def test_what_cannot_be_is_said_in_the_sheet(visit: Visit) -> None:
    page = visit()
    page.click("#game-mage_duel .play")
    assert page.inner_text("#details summary") == "You play first · no clock · Standard · casual"
    page.click("#details summary")
    page.check("dialog input[name=clock][value='60']")
    assert page.inner_text("#details summary") == "You play first · 1 min a move · Standard · casual"
    page.click("summary:text('Advanced')")
    page.fill("dialog input[name='option.move_time']", "65")
    page.click("#begin")
    page.wait_for_selector("dialog[open] .toast.error:has-text('keeps time by itself')")
    page.check("dialog input[name=clock][value=none]")
    page.click("#begin")
    page.wait_for_selector(".stage .zone")
    assert page.locator(".toast.error").count() == 0


def test_the_seconds_for_a_move_between_people_are_shown_and_can_be_none(visit: Visit) -> None:
    page = visit()
    page.click("#game-mage_duel .play")
    page.click("#details summary")
    page.click("summary:text('Advanced')")
    seconds = page.locator("dialog input[name='option.move_time']")
    assert seconds.input_value() == "0", "against a bot"
    page.check("dialog input[name=against][value=link]")
    assert seconds.input_value() == "65"
    seconds.fill("0")
    page.click("#begin")
    page.wait_for_selector("#qr svg path")
    assert "Seconds for a move" not in page.inner_text("#waiting")


def test_the_sheet_is_filled_in_by_keyboard(visit: Visit) -> None:
    page = visit(height=800)
    page.click("#game-deblockle .play")
    page.click("#details summary")
    page.locator("dialog summary").last.click()
    page.focus("dialog summary >> nth=-1")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "option.cubes"
    field, end = page.locator("dialog :focus").bounding_box(), page.locator(".sheet-end").bounding_box()
    assert field["y"] + field["height"] <= end["y"], "the bar below hides what is being filled in"
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".stage .zone")
    assert page.locator(".stage >> text=0 of 1 home").count() == 2


def test_a_friend_gets_a_link_and_sits_down(visit: Visit, server: Server) -> None:
    host, friend = visit(), visit(width=390)
    new_match(host, "deblockle", against="link", clock="300+5")
    host.wait_for_selector("#qr svg path")
    link = host.inner_text("#link")
    assert link == f"{server.url}/#/match/{host.url.split('/')[-1]}"
    assert "--host 0.0.0.0" in host.inner_text("#reach")
    friend.goto(link)
    friend.wait_for_selector("#join")
    assert f"{host.inner_text('#me')} invites you to Deblockle" in friend.inner_text("#waiting")
    assert "5 min for the match" in friend.inner_text("#waiting")
    friend.dblclick("#join")  # still one guest, who sits down once
    friend.wait_for_selector(".stage .zone")
    state = Driver(friend).ask("GET", f"/matches/{link.split('/')[-1]}")
    assert (state["you"], friend.inner_text("#me")) == ([1], state["players"][1]["name"])
    assert friend.locator(".toast.error").count() == 0
    host.wait_for_selector(".stage .zone")
    assert host.locator("#waiting .card").count() == 0


def test_the_links_of_a_game_stand_together(visit: Visit) -> None:
    for width in (360, 390, 1280, 1440):
        page = visit(width=width, height=800)
        page.wait_for_selector("#game-sagrada .links")
        for links in page.locator(".game .links").all():
            tops = {link.bounding_box()["y"] for link in links.locator("a").all()}
            assert len(tops) == 1
            assert all(link.bounding_box()["height"] >= 40 for link in links.locator("a").all())


def test_home_shows_first_what_is_mine_and_all_games_above_the_fold(visit: Visit) -> None:
    page = visit(width=1280, height=800)
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "random"])
    driver.sit(game="blokus", players=["me", "open"])
    over = driver.sit(game="deblockle", players=["me", "random"])
    driver.ask("POST", f"/matches/{over}/resign", {})
    page.goto(page.url.split("#")[0] + "#/")
    page.wait_for_selector("#list-due")
    assert page.inner_text("#list-due h2") == "Your turn (1)"
    assert "Deblockle with random" in page.inner_text("#list-due")
    assert "Blokus: waiting for an opponent" in page.inner_text("#list-waiting")
    assert page.inner_text("#list-finished h2") == "Finished (1 new)"
    assert "random beat you at Deblockle" in page.inner_text("#list-finished")
    assert "just now" in page.inner_text("#list-finished")
    for game in ("blokus", "deblockle", "mage_duel", "sagrada"):
        assert page.evaluate(BOTTOM, f"#game-{game}") <= 800
        assert page.get_attribute(f"#game-{game} .learn", "href") == f"#/learn/{game}"
    page.reload()
    page.wait_for_selector("#list-finished")
    assert page.inner_text("#list-finished h2") == "Finished"


def test_rated_or_casual_is_visible_before_a_match_begins(visit: Visit) -> None:
    page = visit()
    page.click("#game-deblockle .play")
    page.check("dialog input[value=anyone]")
    assert "guests have no rating" in page.inner_text("[data-choices=rated]")
    page.keyboard.press("Escape")
    page.click("#sign-up")
    page.fill("dialog input[name=name]", "Rita")
    page.fill("dialog input[name=password]", "correct horse")
    page.click("dialog .primary")
    page.wait_for_selector("#recovery-codes")
    page.click("dialog .primary")
    new_match(page, "deblockle", against="anyone")
    page.wait_for_selector("#waiting .card")
    assert "Rated" in page.inner_text("#waiting")
    guest = visit()
    guest.wait_for_selector("#list-open a")
    assert "rated" in guest.inner_text("#list-open")
    guest.click("#list-open a")
    guest.click("#join-signed-up")
    guest.fill("dialog input[name=name]", "Gus")
    guest.fill("dialog input[name=password]", "correct horse")
    guest.click("dialog .primary")
    guest.wait_for_selector("#recovery-codes")
    guest.click("dialog .primary")
    guest.wait_for_selector("#more")
    assert "Rita" in guest.inner_text("#seats")


def test_a_profile_shows_ratings_results_and_what_is_missing(visit: Visit) -> None:
    page = visit(width=390)
    name = finished_matches(page, "mage_duel", "AAB")
    page.goto(page.url.split("#")[0] + f"#/player/{name}")
    page.wait_for_selector(".plot polyline")
    text = page.inner_text("main")
    rating = page.inner_text(".rating strong")
    assert rating.endswith("?")
    assert 1300 < int(rating[:-1]) < 1800
    assert "provisional" in text
    assert "3 matches finished, 2 won." in text
    assert f"{name} beat Ben" in text
    assert "Win three matches in a row." in page.inner_text(".next")
    assert "2 of 3" in page.inner_text(".next")
    page.wait_for_selector(".recent .thumb svg")


def test_unknown_addresses_show_a_page(visit: Visit) -> None:
    page = visit("no/such/place")
    page.wait_for_selector("h1:has-text('Page not found')")
    assert page.title() == "Page not found – Boardwright"
    page.click("main a")
    page.wait_for_selector(".games")


def test_boards_have_themes_and_a_color_safe_palette(visit: Visit) -> None:
    page = visit()
    fill = "(selector) => getComputedStyle(document.querySelector(selector)).fill"
    page.wait_for_selector("#game-blokus .tint-red")
    before = [page.evaluate(fill, f"#game-blokus {part}") for part in (".tint-red", ".lay-ground")]
    page.click("#settings")
    page.check("dialog input[name=set-palette][value=safe]")
    page.check("dialog input[name=set-board][value=wood]")
    after = [page.evaluate(fill, f"#game-blokus {part}") for part in (".tint-red", ".lay-ground")]
    assert after == ["rgb(213, 94, 0)", "rgb(234, 215, 183)"] != before
    page.reload()
    page.wait_for_selector("#game-blokus .tint-red")
    assert page.evaluate(fill, "#game-blokus .tint-red") == "rgb(213, 94, 0)"


def test_sounds_are_off_until_they_are_chosen(visit: Visit) -> None:
    page = visit()
    page.evaluate(
        """() => { window.notes = 0; const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) { window.notes += 1; return start.apply(this, at); }; }"""
    )
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "random"])
    driver.wait_turn()
    driver.mouse(driver.choose())
    assert page.evaluate("window.notes") == 0
    page.click("#settings")
    page.check("#set-sound")
    page.wait_for_function("() => window.notes > 0")
    page.keyboard.press("Escape")
    heard = page.evaluate("window.notes")
    driver.wait_turn()
    driver.mouse(driver.choose())
    page.wait_for_function("(heard) => window.notes > heard", arg=heard)


def test_a_rematch_waits_for_the_other_player_alone(visit: Visit) -> None:
    host, stranger = Driver(visit()), visit()
    friend = Driver(visit())
    match = host.sit(game="deblockle", players=["me", "open"])
    friend.page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Fay'))")
    friend.ask("POST", f"/matches/{match}/join", {})
    host.ask("POST", f"/matches/{match}/resign", {})
    again = host.ask("POST", f"/matches/{match}/rematch", {})["match"]
    for page in (host.page, friend.page, stranger):
        page.goto(page.url.split("#")[0] + f"#/match/{again}")
        page.wait_for_selector("#waiting .card")
    fay = friend.page.inner_text("#me")
    assert f"Waiting for {fay}" in host.page.inner_text("#waiting")
    assert host.page.locator("#qr, #link, #reach").count() == 0, "nobody else can sit down"
    assert f"kept for {fay}" in stranger.inner_text("#waiting")
    assert stranger.locator("#join").count() == 0
    friend.page.click("#join")
    host.page.wait_for_selector(".stage .zone")


def test_a_link_is_copied_without_https_too(visit: Visit) -> None:
    page = visit()
    Driver(page).sit(game="deblockle", players=["me", "open"])
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.click("#share")
    page.wait_for_selector(".toast:has-text('in the clipboard')")
    page.focus("#say input")
    page.keyboard.press("Control+v")
    assert page.input_value("#say input") == page.inner_text("#link")
