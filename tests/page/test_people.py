"""Accounts and lists: signing in, quick matches, links, and messages for missing things."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardwright.core.drawing.picture import words
from boardwright.core.layout import Drawing, Field, Item, Items, Role, Symbol, grid_frame
from boardwright.core.layout.message import encode, table_data
from boardwright.core.layout.table import Table
from tests.page.conftest import Server
from tests.page.driver import Driver, finished_matches, new_match

Visit = Callable[..., Any]
NASTY = "<img src=x onerror='window.hacked=1'>\"'&<script>window.hacked=1</script>"


def test_a_guest_keeps_the_account_and_comes_back_to_it(visit: Visit) -> None:
    page = visit()
    page.click("#sign-up")
    page.fill("dialog input[name=name]", "Dora")
    page.click("#as-guest")
    page.wait_for_selector("#me")
    page.click("#settings")
    assert "lost to you" in page.inner_text("#guest-warning")
    page.click("#sign-out")
    page.wait_for_selector("#discard")  # nothing is given up by one click
    page.keyboard.press("Escape")
    page.click("#sign-up")
    page.fill("dialog input[name=password]", "dora")
    page.click("dialog .primary")
    page.wait_for_selector("dialog .toast.error")
    page.fill("dialog input[name=password]", "correct horse")
    page.click("dialog .primary")
    page.wait_for_selector("#recovery-codes")
    assert page.locator(".toast.error").count() == 0
    codes = page.locator("#recovery-codes code").all_inner_texts()
    assert len(codes) == 8
    below = page.locator("dialog .primary").bounding_box()["y"]
    assert page.locator("#recovery-codes").bounding_box()["y"] < below, "codes are read before Done is pressed"
    with page.expect_download() as saved:
        page.click("#save-codes")
    assert saved.value.path().read_text().split() == codes
    page.click("#copy-codes")
    page.wait_for_selector("dialog .toast:has-text('clipboard')")
    page.click("dialog .primary")
    name = page.inner_text("#me")
    page.wait_for_function("() => !document.querySelector('#sign-up')")
    page.click("#settings")
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
    recover(page, name, codes[0])
    page.click("#me")
    page.wait_for_selector("main h1")
    page.wait_for_function("(name) => document.querySelector('main h1')?.textContent === name", arg=name)


def recover(page: Any, name: str, code: str) -> None:
    """Changes the password, ends all sessions, and comes back by a recovery code."""
    page.click("#settings")
    page.click("summary:text('Sessions')")
    page.wait_for_selector("#sessions li:has-text('this session')")
    page.click("summary:text('Change the password')")
    page.fill("#new-password", "better horse")
    page.click("#change-password")
    page.wait_for_selector(".toast.error:has-text('current password')")
    page.fill("#old-password", "correct horse")
    page.click("#change-password")
    page.wait_for_selector(".toast:not(.error):has-text('changed')")
    page.click("#sign-out-everywhere")
    page.click("#sign-in")
    page.fill("dialog input[name=name]", name)
    page.fill("dialog input[name=password]", "another horse")
    page.click("summary:text('lost my password')")
    page.fill("dialog input[name=code]", code)
    page.click("dialog .primary")
    page.wait_for_selector("#me")
    assert page.inner_text("#me") == name


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
        new_match(page, "deblockle", against="anyone")
        page.wait_for_selector("#headline")
    pages[0].wait_for_function("() => document.querySelector('#headline')?.textContent.includes('waiting') === false")
    assert pages[0].url == pages[1].url


def test_the_form_makes_the_match_it_says(visit: Visit) -> None:
    page = visit()
    new_match(page, "blokus", seats="4", bot="level1", clock="300+5")
    page.wait_for_selector("#headline")
    state = Driver(page).ask("GET", f"/matches/{page.url.split('/')[-1]}")
    assert [player["kind"] for player in state["players"]] == ["person", "bot", "bot", "bot"]
    assert state["clock"]["bank"] == 300_000
    page.wait_for_function("() => /4:5\\d|5:00/.test(document.querySelector('.clock')?.textContent)")


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
    assert watcher.inner_text("#say") == "In a private match only its players chat."
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
    assert "There is no such match." in page.inner_text("main")
    page.goto(page.url.split("#")[0] + "#/no/such/page")
    page.wait_for_function("() => document.querySelector('main h1')?.textContent.includes('Page not found')")
    page.click("main a")
    page.wait_for_selector(".games")


def test_texts_of_cards_and_options_cannot_inject_anything(visit: Visit) -> None:
    page = visit()
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "random"])
    symbol = Symbol([words(5, 5, NASTY, 3, css=NASTY)], (0, 0, 9, 9), words=NASTY)
    item = Item(art=symbol, name=NASTY, words=NASTY, title=NASTY, text=NASTY, caption=NASTY, color=NASTY, shows=NASTY)
    said: dict[str, Any] = {"title": NASTY, "note": NASTY, "value": NASTY, "lines": (NASTY,), "color": NASTY}
    frame = grid_frame((NASTY,), (NASTY,), 9, words={NASTY * 2: NASTY}, ground=symbol.shapes)
    field = Field(role=Role.BOARD, frame=frame, cells=(symbol,), over=Drawing(symbol.shapes), name="board", **said)
    zones = (field, Items(role=Role.CARDS, items=(item,), name="cards", **said))
    drawn = table_data(Table(title=NASTY, zones=zones, seats=2, font=NASTY))
    gesture = {"kind": "press", "part": NASTY}
    move = {"text": NASTY, "seat": 0, "gesture": gesture, "covers": [], "label": NASTY}
    shown = page.evaluate(  # in one go, before the match draws itself again
        """(now) => {
            document.querySelector('#board').board.show(now);
            const made = document.querySelectorAll('.stage img, .stage script, .caption img').length;
            return { made, text: document.querySelector('.stage').textContent };
        }""",
        {
            "table": json.loads(encode(drawn)),
            "moves": [move],
            "steps": [{"number": 1, "seat": 0, "gesture": {"kind": "drag", "part": NASTY, "to": NASTY}, "covers": []}],
        },
    )
    assert shown["made"] == 0
    assert shown["text"].count(NASTY) == 15
    page.evaluate(
        "(variant) => import('/js/table/new-match-sheet.js')"
        ".then((way) => way.createMatch({ game: 'blokus', options: { variant } }))",
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
        address = next(line for line in serving.stdout if line.startswith("page")).split()[1]
        assert told.read_text().strip() == address
        serving.terminate()
