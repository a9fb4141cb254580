"""The speed of the page: from a click to the opponent's screen, frames while dragging, sizes of both first visits.

    python benchmarks/page.py --moves 30 --game blokus deblockle

Two browsers play against each other on one local server. The time of a move is measured from the click in the mover's
browser to the frame in which the opponent's browser shows the new entry; both use the same clock. A drag is a
pointer that moves over the whole board with a piece, once a frame.
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

from boardwright.core.game.registry import names
from tests.page.conftest import FLAGS, Server, find_browser
from tests.page.driver import Driver, to_move

CLICKED = "addEventListener('pointerup', (event) => { window.clicked = Date.now(); }, true)"
SEEN = """() => {
  const log = document.querySelector("#log");
  const look = () => requestAnimationFrame(() => { window.seen = Date.now(); });
  new MutationObserver(look).observe(log, { childList: true });
}"""

DRAG = """async ([name, frames]) => {
  const { board } = document.querySelector("#board");
  const part = board.parts.get(name);
  const box = part.getBoundingClientRect();
  const stage = board.stage.getBoundingClientRect();
  const at = (x, y) => ({ clientX: x, clientY: y, bubbles: true, pointerId: 1, isPrimary: true, buttons: 1 });
  const under = (x, y) => document.elementFromPoint(x, y) ?? board.stage;
  part.dispatchEvent(new PointerEvent("pointerdown", at(box.x + box.width / 2, box.y + box.height / 2)));
  const times = [];
  let last = performance.now();
  for (let frame = 0; frame < frames; frame++) {
    const angle = (frame / frames) * 12 * Math.PI;
    const x = stage.x + stage.width * (0.35 + 0.25 * Math.cos(angle));
    const y = stage.y + stage.height * (0.5 + 0.35 * Math.sin(angle * 1.3));
    under(x, y).dispatchEvent(new PointerEvent("pointermove", at(x, y)));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (frame === 9 && board.state.taken !== name) throw new Error(`${name} is not held`);
    times.push(performance.now() - last);
    last = performance.now();
  }
  document.dispatchEvent(new PointerEvent("pointercancel", at(0, 0)));
  return times;
}"""


def main() -> None:
    """Print all results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--game", nargs="+", choices=names(), default=list(names()))
    args = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            context = browser.new_context()
            for visit in ("first visit", "second visit"):
                print(f"{visit:22}{loaded(context, server.url) / 1000:7.1f} kB", flush=True)
            for game in args.game:
                times = sorted(click_to_screen(browser, server.url, game, args.moves))
                late = times[int(len(times) * 0.95)]
                print(f"click, {game:15}{statistics.median(times):7.0f} ms median, {late:.0f} ms p95", flush=True)
                frames = sorted(drag(browser, server.url, game))
                late = frames[int(len(frames) * 0.95)]
                rate = 1000 * len(frames) / sum(frames)
                print(f"drag, {game:16}{rate:7.0f} frames a second, {late:.0f} ms p95", flush=True)
            browser.close()
    finally:
        server.stop()


def loaded(context: Any, url: str) -> float:
    """Return the bytes on the wire, headers included, until the home page has loaded with all its pictures."""
    page, sizes = context.new_page(), list[float]()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url)
    page.wait_for_function("() => document.querySelectorAll('.thumb svg').length")
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sizes)


def drag(browser: Any, url: str, game: str, frames: int = 240) -> list[float]:
    """Return the time of each frame while a piece is dragged over the board, in milliseconds."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(url)
    driver = Driver(page)
    driver.sit(game=game, players=["me", "random"])
    driver.wait_turn()
    if game == "sagrada":
        for _ in range(2):  # the window, and a die
            driver.mouse(driver.board()[0])
            driver.wait_turn()
    name = next(move["subject"] for move in driver.board() if move["target"])
    times: list[float] = page.evaluate(DRAG, [name, frames])
    page.close()
    return times


def click_to_screen(browser: Any, url: str, game: str, moves: int) -> list[int]:
    """Return the time of each move from one browser to the other, in milliseconds."""
    sides = [Driver(browser.new_context(reduced_motion="reduce").new_page(), seed) for seed in (1, 2)]
    for hands in sides:
        hands.page.goto(url)
    match = sides[0].sit(game=game, players=["me", "open"])
    sides[1].page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Ben'))")
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
