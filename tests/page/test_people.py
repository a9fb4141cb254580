"""Accounts and lists: signing in, quick matches, links, and messages for missing things."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardwright.core.picture import Picture, group, rect, words
from tests.page.conftest import Server
from tests.page.driver import Driver, finished_matches

Visit = Callable[..., Any]
NASTY = "<img src=x onerror='window.hacked=1'>\"'&<script>window.hacked=1</script>"


def test_a_guest_keeps_the_account_and_comes_back_to_it(visit: Visit) -> None:
    page = visit()
    page.click("#sign-in")
    page.fill("dialog input[name=name]", "Dora")
    page.click("dialog .primary")
    page.wait_for_selector("#me")
    name = page.inner_text("#me")
    page.click("#settings")
    page.fill("#keep-password", "correct horse")
    page.click("#keep")
    page.wait_for_selector(".toast:not(.error)")
    page.click("#sign-out")
    page.wait_for_selector("#sign-in")
    page.click("#sign-in")
    page.fill("dialog input[name=name]", name)
    page.fill("dialog input[name=password]", "wrong horse")
    page.click("dialog .primary")
    page.wait_for_selector(".toast.error")
    page.fill("dialog input[name=password]", "correct horse")
    page.click("dialog .primary")
    page.wait_for_selector("#me")
    assert page.inner_text("#me") == name
    page.click("#me")
    page.wait_for_selector("main h1")
    page.wait_for_function("(name) => document.querySelector('main h1').textContent === name", arg=name)


def test_a_player_has_ratings_over_time_and_achievements(visit: Visit) -> None:
    page = visit()
    name = finished_matches(page, "deblockle", "AAB")
    page.goto(page.url.split("#")[0] + f"#/player/{name}")
    page.wait_for_selector(".plot polyline")
    assert "over 3 matches" in page.get_attribute(".plot", "aria-label")
    assert len(page.get_attribute(".plot polyline", "points").split()) == 3


def test_two_who_want_a_quick_match_meet(visit: Visit) -> None:
    pages = [visit(), visit()]
    for page in pages:
        page.click("#game-deblockle .more")
        page.click("#quick")
        page.wait_for_selector("#headline")
    pages[0].wait_for_function("() => !document.querySelector('#headline').textContent.includes('waiting')")
    assert pages[0].url == pages[1].url


def test_the_form_makes_the_match_it_says(visit: Visit) -> None:
    page = visit()
    page.click("#game-blokus .more")
    page.select_option("select[name=seats]", "4")
    page.select_option("select[name=against]", "bot:random")
    page.select_option("select[name=clock]", "300+5")
    page.click("#begin")
    page.wait_for_selector("#headline")
    state = Driver(page).ask("GET", f"/matches/{page.url.split('/')[-1]}")
    assert [player["kind"] for player in state["players"]] == ["person", "bot", "bot", "bot"]
    assert state["clock"]["bank"] == 300_000
    page.wait_for_function("() => /4:5\\d|5:00/.test(document.querySelector('.clock').textContent)")


def test_open_matches_come_up_by_themselves_and_private_ones_do_not(visit: Visit) -> None:
    watcher = visit()
    watcher.wait_for_selector("#list-open")
    host = Driver(visit())
    private = host.sit(game="sagrada", players=["me", "open"], private=True)
    shown = host.sit(game="deblockle", players=["me", "open"])
    watcher.wait_for_selector(f"#list-open a[href='#/match/{shown}']")
    assert watcher.locator(f"a[href='#/match/{private}']").count() == 0
    watcher.goto(watcher.url.split("#")[0] + f"#/match/{private}")
    watcher.wait_for_selector("#join")
    host.page.click("#cancel")
    host.page.wait_for_selector("#list-open")


def test_the_link_to_a_match_is_shared(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    match = Driver(page).sit(game="deblockle", players=["me", "open"])
    page.click("#share")
    page.wait_for_selector(".toast")
    assert page.evaluate("navigator.clipboard.readText()") == f"{page.url.split('#')[0]}#/match/{match}"


def test_what_is_not_there_is_said_with_a_way_back(visit: Visit) -> None:
    page = visit("#/match/nothing")
    page.wait_for_selector("#again")
    assert "nothing" in page.inner_text("main")
    page.goto(page.url.split("#")[0] + "#/no/such/page")
    page.wait_for_function("() => document.querySelector('main h1').textContent.includes('Page not found')")
    page.click("main a")
    page.wait_for_selector(".games")


def test_texts_of_cards_and_options_cannot_inject_anything(visit: Visit) -> None:
    page = visit()
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "random"])
    shapes = (group((rect(0, 0, 9, 9), words(5, 5, NASTY, 3)), name=NASTY, label=NASTY, css="block"),)
    drawn = Picture(10, 10, shapes, NASTY, NASTY).svg()
    move = {"text": NASTY, "seat": 0, "subject": NASTY, "variant": "", "target": "", "covers": [], "label": NASTY}
    page.evaluate(
        "(now) => document.querySelector('#board').board.show(now)", {"svg": drawn, "moves": [move], "last": [NASTY]}
    )
    assert page.locator(".stage img, .stage script, .caption img").count() == 0
    assert NASTY in page.evaluate("document.querySelector('.stage').textContent")
    page.evaluate(
        "(variant) => import('/js/choose.js').then((way) => way.createMatch({ game: 'blokus', options: { variant } }))",
        NASTY,
    )
    page.wait_for_selector(".toast.error")
    assert page.locator(".toast img, .toast script").count() == 0
    assert page.evaluate("window.hacked") is None


def test_the_page_can_be_installed(visit: Visit, server: Server) -> None:
    page = visit()
    manifest = page.request.get(f"{server.url}/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = page.request.get(f"{server.url}{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])


def test_serve_opens_the_page_in_the_browser_of_the_system(tmp_path: Path) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "boardwright", "serve", "--db", "memory:", "--port", "0", "--open"]
    environment = {**os.environ, "BROWSER": f"{browser} %s"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as serving:
        assert serving.stdout is not None
        address = serving.stdout.readline().split()[1]
        assert told.read_text().strip() == address
        serving.terminate()
