"""Every page in light and dark, wide and narrow: nothing axe objects to, nothing too big, nothing injected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.game.registry import names
from tests.page.conftest import Server
from tests.page.driver import SIZE, Driver

FIRST_LOAD = 300_000
GLARING = """() => {
  const light = (color) => {
    const [red, green, blue, strength = 1] = (color.match(/[0-9.]+/g) ?? []).map(Number);
    return strength > 0 && Math.max(red, green, blue) > 128;
  };
  const drawn = [...document.querySelectorAll(".stage svg :is(.paper, .light-square)")];
  const laid = [...document.querySelectorAll(".stage, .zone, .text-item")];
  return [
    ...drawn.filter((part) => light(getComputedStyle(part).fill)),
    ...laid.filter((part) => light(getComputedStyle(part).backgroundColor)),
  ].map((part) => part.outerHTML.slice(0, 120));
}"""
"""The parts of a table that are light."""


def settled(page: Any) -> None:
    page.wait_for_selector("main h1, main .prose h1")
    page.wait_for_load_state("networkidle")


def violations(page: Any) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


@pytest.mark.parametrize(("scheme", "width"), [("dark", 1280), ("light", 360)])
def test_axe_finds_nothing_on_any_page(scheme: str, width: int, visit: Callable[..., Any]) -> None:
    page = visit(color_scheme=scheme, width=width, bypass_csp=True)
    settled(page)
    assert violations(page) == []
    driver = Driver(page)
    match = ""
    for game in names():
        match = driver.sit(game=game, players=["me", "random"])
        driver.wait_turn()
        assert violations(page) == [], f"the table of {game}"
        assert scheme == "light" or page.evaluate(GLARING) == [], f"the board of {game} is light on a dark page"
        page.goto(page.url.split("#")[0] + f"#/rules/{game}")
        page.wait_for_selector(".prose")
        assert violations(page) == [], f"the rules of {game}"
    who = page.inner_text("#me")
    for address, sign in (
        (f"replay/{match}", "#slider"),
        (f"player/{who}", "h1"),
        ("about", ".prose"),
        ("learn/mage_duel", ".dots"),
        ("explore/sagrada", "#study"),
    ):
        page.goto(page.url.split("#")[0] + f"#/{address}")
        page.wait_for_selector(sign)
        assert violations(page) == [], address
        if page.query_selector("#more"):
            page.click("#more")
            assert violations(page) == [], "the menu of the table"
        if page.query_selector("#play-on"):
            page.click("#play-on")
            assert violations(page) == [], "playing on"
            page.click("#cancel")
    page.click("#settings")
    page.wait_for_selector("dialog[open]")
    assert violations(page) == [], "settings"


@pytest.mark.parametrize("width", [360, 1440])
def test_no_page_is_wider_than_the_window(width: int, visit: Callable[..., Any]) -> None:
    page = visit(width=width, height=800)
    settled(page)
    driver = Driver(page)
    for game in names():
        driver.sit(game=game, players=["me", "random"])
        driver.wait_turn()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game
        assert page.evaluate(SIZE)[0] >= 0.6 * min(width, 900), game


def test_the_first_load_is_small(chromium: Any, server: Server) -> None:
    page = chromium.new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(f"{server.url}/")
    settled(page)
    page.wait_for_function("() => document.querySelectorAll('.thumb svg').length")
    page.close()
    assert 10_000 < sum(sizes) < FIRST_LOAD


def test_names_and_chat_cannot_inject_anything(visit: Callable[..., Any]) -> None:
    page = visit()
    nasty = "<img src=x onerror=1>"
    page.evaluate("(name) => import('/js/lib/api.js').then((api) => api.ensureSession(name))", nasty)
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "random"])
    page.fill("#say input", "<script>window.hacked = 1</script><b>bold</b>")
    page.press("#say input", "Enter")
    page.wait_for_selector("#chat li")
    assert page.evaluate("window.hacked") is None
    assert page.locator("#chat b, #chat script, #seats img, #top img[src='x']").count() == 0
    assert "<script>" in page.inner_text("#chat")
    assert nasty in page.inner_text("#seats")


def test_the_policy_forbids_inline_scripts(visit: Callable[..., Any], server: Server) -> None:
    page = visit()
    settled(page)
    policy = page.request.get(f"{server.url}/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 1' }))"
    )
    assert page.evaluate("window.hacked") is None


def test_settings_are_remembered(visit: Callable[..., Any]) -> None:
    page = visit()
    settled(page)
    page.click("#settings")
    page.check("#set-marks")
    page.check("dialog input[name=set-theme][value=dark]")
    page.reload()
    settled(page)
    assert page.evaluate("document.documentElement.className") == "marks"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_why_not_is_told_when_a_refused_square_is_tried(visit: Callable[..., Any]) -> None:
    page = visit()
    driver = Driver(page)
    driver.sit(game="deblockle", players=["me", "random"])
    driver.wait_turn()
    page.mouse.click(*driver.spot("e5"))
    page.mouse.click(*driver.spot("e3"))
    page.wait_for_selector(".toast.error")
    expected = driver.ask("GET", f"/matches/{page.url.split('/')[-1]}/refusal?move=e5-e3")["refusal"]
    assert expected["code"] == "illegal_roll"
    assert page.inner_text(".toast.error") == expected["text"]


def test_a_replay_steps(visit: Callable[..., Any]) -> None:
    page = visit()
    driver = Driver(page, 5)
    match = driver.sit(game="deblockle", players=["me", "random"], options={"cubes": 1})
    for _ in range(3):
        driver.wait_turn()
        driver.mouse(driver.choose())
    page.goto(page.url.split("#")[0] + f"#/replay/{match}")
    page.wait_for_selector("#slider")
    page.click("#first")
    page.wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('The start')")
    page.click("#next")
    page.wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('Move 1 of')")
