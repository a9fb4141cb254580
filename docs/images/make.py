"""Makes the pictures of the page in this folder, and the icons of the page, with the system's Chromium.

Run it from the top of the checkout: `.venv/bin/python docs/images/make.py`. Every picture is taken in a match that
is played by dice with a fixed seed, at 360 and at 1440 pixels, light and dark in turn.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import zlib
from pathlib import Path
from struct import pack
from typing import Any
from urllib.parse import quote

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path.insert(0, str(TOP))

from playwright.sync_api import sync_playwright  # noqa: E402  (the checkout must be on the path first)

from tests.offered import offered  # noqa: E402
from tests.page.conftest import FLAGS, Server, find_browser  # noqa: E402
from tests.page.driver import SPOT, Driver, finished_matches  # noqa: E402

PAGE = TOP / "src" / "boardwright" / "web" / "page"
WIDE, NARROW = (1440, 900), (360, 780)
MATCHES: dict[str, dict[str, Any]] = {
    "blokus": {"players": ["me", "level2", "level3", "level4"]},
    "deblockle": {"players": ["me", "level3"]},
    "mage_duel": {"players": ["me", "level3"]},
    "sagrada": {"players": ["me", "level3"]},
}
MOVES = 9
ANALYZED = 12
"""The entry of a match at which its analysis is shown."""


def main() -> None:
    """All pictures and icons."""
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            icons(browser)
            for size in (WIDE, NARROW):
                Album(browser, server.url, size).fill()
            browser.close()
    finally:
        server.stop()


QUANTISE = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = image;
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  const coarse = (at) => ((data[at] >> 2) << 12) | ((data[at + 1] >> 2) << 6) | (data[at + 2] >> 2);
  const seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const key = coarse(at);
    const known = seen.get(key);
    if (known) known.count += 1;
    else seen.set(key, { count: 1, rgb: [data[at], data[at + 1], data[at + 2]] });
  }
  const kept = [...seen.values()].sort((one, other) => other.count - one.count).slice(0, 256);
  const gap = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  for (const color of seen.values()) {
    const gaps = kept.map((one) => gap(one.rgb, color.rgb));
    color.index = gaps.indexOf(Math.min(...gaps));
  }
  const dots = new Uint8Array(width * height);
  for (let dot = 0; dot < dots.length; dot += 1) dots[dot] = seen.get(coarse(dot * 4)).index;
  let text = "";
  for (let at = 0; at < dots.length; at += 8192) text += String.fromCharCode(...dots.subarray(at, at + 8192));
  return { width, height, palette: kept.flatMap((one) => one.rgb), dots: btoa(text) };
}"""


class Album:
    """All pictures of one width."""

    def __init__(self, browser: Any, url: str, size: tuple[int, int]) -> None:
        self.width = size[0]
        view = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=view, has_touch=self.width < 600, reduced_motion="reduce")
        self.page = context.new_page()
        self.url = url
        self.page.goto(url)
        self.driver = Driver(self.page, seed=4)

    def fill(self) -> None:
        """Every page and every game."""
        match = ""
        for game, scheme in zip(MATCHES, ("dark", "light", "light", "dark"), strict=True):
            match = self.play(game)
            self.take(game, scheme)
        self.lobby()
        self.explain()
        name = finished_matches(self.page, "mage_duel", "ABAABAAA")
        for shot, address, sign, scheme in (
            ("replay", f"replay/{match}", "#slider", "light"),
            ("player", f"player/{quote(name)}", ".plot", "dark"),
            ("rules", "rules/deblockle", ".prose h1", "light"),
            ("lesson", "learn/deblockle", ".dots", "light"),
            ("about", "about", ".prose h1", "light"),
        ):
            self.page.goto(f"{self.url}/#/{address}")
            self.page.wait_for_selector(sign)
            self.take(shot, scheme)

    def lobby(self) -> None:
        """The home page of somebody who plays, a match that waits, and the sheet that opens one."""
        page = self.page
        page.goto(f"{self.url}/#/")
        page.wait_for_function("() => document.querySelectorAll('.thumb svg').length === 4")
        self.take("home", "light")
        page.click("#game-blokus .play")
        self.take("choose", "light")
        page.check("dialog input[value=link]")
        page.check("dialog input[value='300+5']")
        page.click("#begin")
        page.wait_for_selector("#qr svg")
        self.take("waiting", "light")
        page.click("#cancel")
        page.wait_for_selector(".games")

    def explain(self) -> None:
        """The result of a match, and the analysis of another."""
        page = self.page
        page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Tester'))")
        match = self.finish("sagrada", {})
        page.goto(f"{self.url}/#/match/{match}")
        page.wait_for_selector("#result h2")
        self.take("result", "light")
        match = self.finish("blokus", {"variant": "duo"})
        page.goto(f"{self.url}/#/analysis/{match}/{ANALYZED}")
        page.wait_for_function("() => document.querySelector('#progress')?.textContent.includes('turning point')")
        page.wait_for_selector(".candidates li")
        page.hover(".candidates li")
        self.take("analysis", "dark")

    def finish(self, game: str, options: dict[str, str]) -> str:
        """Plays a match against a bot to its end by dice; places what can be placed."""
        driver = self.driver
        state = driver.ask("POST", "/matches", {"game": game, "options": options, "players": ["me", "random"]})
        match = str(state["match"])
        while state["status"] == "running":
            moves = [move["text"] for move in offered(state)]
            if moves:
                placed = [text for text in moves if "place" in text or "@" in text]
                plain = [text for text in moves if not text.startswith("tool")]
                move = driver.dice.choice(placed or plain or moves)
                state = driver.ask("POST", f"/matches/{match}/play", {"move": move})
            else:
                state = driver.ask("GET", f"/matches/{match}")
        return match

    def play(self, game: str) -> str:
        """A match in its middle, with something taken and its ghost shown."""
        driver, page = self.driver, self.page
        match = driver.sit(game=game, **MATCHES[game])
        for _ in range(MOVES):
            driver.wait_turn()
            moves = driver.board()
            driver.mouse(driver.dice.choice([move for move in moves if move["target"]] or moves))
        driver.wait_turn()
        aimed = [move for move in driver.board() if move["target"]]
        if aimed:
            move = driver.dice.choice(aimed)
            page.mouse.click(*driver.spot(move["subject"]))
            driver.turn_to(move)
            page.mouse.move(*page.evaluate(SPOT, [move["covers"] or [move["target"]]]))
        page.evaluate("window.scrollTo(0, 0)")
        return match

    def take(self, name: str, scheme: str) -> None:
        """Keeps what the window shows."""
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_load_state("networkidle")
        data = self.page.screenshot()
        (HERE / f"{name}-{self.width}.png").write_bytes(smaller(self.page, data))


def icons(browser: Any) -> None:
    """The icon as PNG, with transparent corners and, for launchers that cut it to a shape, filled to the edge."""
    drawing = (PAGE / "icon.svg").read_text("utf-8")
    filled = drawing.replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"').replace(
        '<rect width="64" height="64" rx="14"', '<rect x="-8" y="-8" width="80" height="80"'
    )
    for name, size, svg in (
        ("icon-192", 192, drawing),
        ("icon-512", 512, drawing),
        ("icon-maskable", 512, filled),
    ):
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
        (PAGE / f"{name}.png").write_bytes(page.screenshot(omit_background=True))
        page.close()


def smaller(page: Any, png: bytes) -> bytes:
    """The picture in the 256 colors it has most of, which for flat drawings is hard to tell from the original."""
    found = page.evaluate(QUANTISE, base64.b64encode(png).decode())
    width, height, palette = found["width"], found["height"], bytes(found["palette"])
    dots = base64.b64decode(found["dots"])
    rows = b"".join(b"\0" + dots[row * width : (row + 1) * width] for row in range(height))
    header = pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return png[:8] + b"".join(pack(">I", len(d)) + kind + d + pack(">I", zlib.crc32(kind + d)) for kind, d in parts)


if __name__ == "__main__":
    main()
