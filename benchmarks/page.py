"""The speed of the page: the time from a click to the opponent's screen, and the size of a first visit.

    python benchmarks/page.py --moves 30

Two browsers play against each other on one local server. The time of a move is measured from the click in the mover's
browser to the frame in which the opponent's browser shows the new entry; both use the same clock.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from tests.page.conftest import FLAGS, Server, find_browser
from tests.page.driver import Driver, to_move

CLICKED = "addEventListener('pointerup', (event) => { window.clicked = Date.now(); }, true)"
SEEN = """() => {
  const log = document.querySelector("#log");
  const look = () => requestAnimationFrame(() => { window.seen = Date.now(); });
  new MutationObserver(look).observe(log, { childList: true });
}"""


def main() -> None:
    """Prints both results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--game", default="deblockle")
    args = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            print(f"first load            {first_load(browser, server.url) / 1000:7.1f} kB")
            times = sorted(click_to_screen(browser, server.url, args.game, args.moves))
            browser.close()
    finally:
        server.stop()
    print(f"click to screen       {statistics.median(times):7.0f} ms median of {len(times)} moves of {args.game}")
    print(f"                      {times[int(len(times) * 0.95)]:7.0f} ms 95th percentile")


def first_load(browser: Any, url: str) -> int:
    """The bytes transferred until the home page has loaded with all its pictures."""
    page = browser.new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(url)
    page.wait_for_function("() => document.querySelectorAll('.thumb svg').length")
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sizes)


def click_to_screen(browser: Any, url: str, game: str, moves: int) -> list[int]:
    """The time of each move from one browser to the other, in milliseconds."""
    sides = [Driver(browser.new_context().new_page(), seed) for seed in (1, 2)]
    for hands in sides:
        hands.page.goto(url)
    match = sides[0].sit(game=game, players=["me", "open"])
    sides[1].page.evaluate("import('/js/api.js').then((api) => api.ensureSession('Ben'))")
    sides[1].page.goto(f"{url}/#/match/{match}")
    sides[1].page.click("#join")
    for hands in sides:
        hands.page.wait_for_function("() => !document.querySelector('#headline').textContent.includes('waiting')")
        hands.page.evaluate(CLICKED)
        hands.page.evaluate(SEEN)
    times: list[int] = []
    while len(times) < moves:
        mover = to_move(*sides)
        other = sides[1 - sides.index(mover)]
        before = other.page.locator("#log li").count()
        other.page.evaluate("window.seen = 0")
        mover.mouse(mover.choose())
        other.page.wait_for_function(
            "(before) => window.seen && document.querySelectorAll('#log li').length > before", arg=before
        )
        times.append(int(other.page.evaluate("window.seen")) - int(mover.page.evaluate("window.clicked")))
    return times


if __name__ == "__main__":
    main()
