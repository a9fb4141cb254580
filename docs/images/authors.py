"""Makes the pictures for authors in this folder: the example games on a phone, and the workbench.

Run it from the top of the checkout: `.venv/bin/python docs/images/authors.py`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path[:0] = [str(TOP), str(HERE)]

from make import NARROW, smaller  # noqa: E402  (the folders must be on the path first)
from playwright.sync_api import sync_playwright  # noqa: E402

from tests.author.environment import Environment  # noqa: E402
from tests.page.conftest import FLAGS, Server, find_browser  # noqa: E402
from tests.page.driver import Driver  # noqa: E402

GAMES: dict[str, dict[str, Any]] = {
    "causeway": {"players": ["me", "random"], "options": {"size": 7}},
    "hedges": {"players": ["me", "random"]},
    "full_carts": {"players": ["me", "random", "random"]},
}
MOVES = 7
BENCH = (1440, 900)


def main() -> None:
    """All pictures."""
    packages = [TOP / "examples" / name for name in GAMES]
    environment = Environment(Path(tempfile.mkdtemp()), packages)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        server = Server(Path(tempfile.mkdtemp()), environment.python)
        try:
            for game, scheme in zip(GAMES, ("light", "dark", "light"), strict=True):
                example(browser, server.url, game, scheme)
        finally:
            server.stop()
        workbench(browser, environment)
        browser.close()


def example(browser: Any, url: str, game: str, scheme: str) -> None:
    """A match of an example on a phone, in its middle."""
    width, height = NARROW
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce", color_scheme=scheme
    )
    page = context.new_page()
    page.goto(url)
    driver = Driver(page, seed=4)
    driver.sit(game=game, **GAMES[game])
    for _ in range(MOVES):
        driver.wait_turn()
        driver.mouse(driver.choose())
    driver.wait_turn()
    page.evaluate("window.scrollTo(0, 0)")
    (HERE / f"{game}-{width}.png").write_bytes(smaller(page, page.screenshot()))
    context.close()


def workbench(browser: Any, environment: Environment) -> None:
    """The workbench with a card game."""
    command = [environment.python, "-m", "boardwright", "dev", "full_carts", "--seats", "2", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment.variables)
    try:
        assert process.stdout is not None
        found = next(found for line in process.stdout if (found := re.search(r"http://\S+/", line)))
        page = browser.new_page(viewport={"width": BENCH[0], "height": BENCH[1]})
        page.goto(found[0])
        page.wait_for_selector("#seat-0 .stage svg")
        for _ in range(9):
            before = page.inner_text("#now")
            page.click("#bot-move")
            page.wait_for_function("(before) => document.querySelector('#now').textContent !== before", arg=before)
        page.wait_for_selector("#job-laws [data-state='done']", timeout=120_000)
        (HERE / f"workbench-{BENCH[0]}.png").write_bytes(smaller(page, page.screenshot()))
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
