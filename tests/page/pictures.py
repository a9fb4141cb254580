"""Small pictures of tables, kept in `thumbnails`: every game from both seats, in four widths, light and dark.

    python -m tests.page.pictures

writes those anew that differ from what the page shows now. Look at each of them before committing it.
"""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

from tests.offered import offered
from tests.page.conftest import FLAGS, SAME_SEED, Server, find_browser, serving_examples

KEPT = Path(__file__).parent / "thumbnails"
MOVES = {
    "blokus": 26,
    "deblockle": 14,
    "mage_duel": 22,
    "sagrada": 40,
    "causeway": 30,
    "drop_four": 12,
    "full_carts": 13,
    "gulls": 9,
    "hedges": 16,
    "islands": 18,
}
"""After how many random moves each game is shown."""
SEED = 3
OPTIONS: dict[str, dict[str, Any]] = {"mage_duel": {"move_time": 0}}
"""Without clocks: they would show another time in every picture."""
HEIGHTS = {1440: 900, 1280: 800, 390: 844, 360: 740}
SHRUNK = 8
"""How many pixels of the page are one of a thumbnail, in each direction."""
COLORS = 256
BLOCK = 4
"""The side of the blocks in which thumbnails are compared, in their pixels."""
MEAN, WORST = 3.0, 24.0
"""How far a picture may differ, of 255: all of it, and its worst block.

The same page differs by nothing from itself; other antialiasing may choose other colors, which makes up to 10 in a
block. A panel that is moved by 10 pixels, or a piece without its art, makes 50 and more in a block.
"""
DRAWN = """async () => {
  document.documentElement.style.fontFamily = "DejaVu Sans";
  await document.fonts.ready;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frames = 0; frames < 3; frames++) await frame();
}"""
"""Until all is drawn, in the font that comes with the Chromium of the tests, so that lines break everywhere alike."""


class Screen(NamedTuple):
    """A table on one screen."""

    game: str
    seat: int
    width: int
    scheme: str

    @property
    def name(self) -> str:
        """The name of its thumbnail."""
        return f"{self.game}-{self.seat + 1}-{self.width}-{self.scheme}.png"


SCREENS = [Screen(*each) for each in product(MOVES, (0, 1), HEIGHTS, ("light", "dark"))]


class Difference(NamedTuple):
    """How far two pictures differ, of 255: on average, and in the worst block."""

    mean: float
    worst: float

    @property
    def is_seen(self) -> bool:
        """Whether the difference is more than antialiasing and compression make."""
        return self.mean > MEAN or self.worst > WORST


class Photographer:
    """Two people whose tables are photographed, on a server with all games and examples."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.matches: dict[str, str] = {}
        with self.page(1280, "light") as page:
            self.people = [self.ask(page, "POST", "/guests", body={"name": name}) for name in ("Ann", "Ben")]

    @contextmanager
    def page(self, width: int, scheme: str) -> Iterator[Any]:
        """Yield a page of that width that shows nothing yet."""
        size = {"width": width, "height": HEIGHTS[width]}
        context = self.browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{self.server.url}/ready")
        yield page
        context.close()

    def ask(self, page: Any, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """Send a request as the person with that token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = page.request.fetch(f"{self.server.url}/api{path}", method=method, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def match(self, page: Any, game: str) -> str:
        """Return the match of a game in which both sit, after random moves that are always the same."""
        if game not in self.matches:
            tokens = [str(person["token"]) for person in self.people]
            order = {"game": game, "players": ["me", "open"], "options": OPTIONS.get(game, {})}
            match = self.matches[game] = self.ask(page, "POST", "/matches", tokens[0], order)["match"]
            state, dice = self.ask(page, "POST", f"/matches/{match}/join", tokens[1], {}), random.Random(SEED)
            for _ in range(MOVES[game]):
                token = tokens[state["actors"][0]]
                moves = offered(self.ask(page, "GET", f"/matches/{match}", token))
                state = self.ask(page, "POST", f"/matches/{match}/play", token, {"move": dice.choice(moves)["text"]})
        return self.matches[game]

    @contextmanager
    def table(self, screen: Screen) -> Iterator[Any]:
        """Yield a page that shows the table."""
        with self.page(screen.width, screen.scheme) as page:
            match = self.match(page, screen.game)
            keep = "(session) => localStorage.setItem('boardwright.session', JSON.stringify(session))"
            page.evaluate(keep, self.people[screen.seat])
            page.goto(f"{self.server.url}/#/match/{match}")
            page.wait_for_selector(".tabletop .zone")
            page.evaluate(DRAWN)
            yield page

    def picture(self, screen: Screen) -> Image.Image:
        """Return all of a table, as large as the page."""
        with self.table(screen) as page:
            return photograph(page)


def photograph(page: Any) -> Image.Image:
    """Return what a page shows, down to its end."""
    return Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")


def thumbnail(picture: Image.Image) -> Image.Image:
    """Return a picture so small that antialiasing is not seen, in few colors."""
    return picture.reduce(SHRUNK).quantize(COLORS, Image.Quantize.FASTOCTREE)


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """Compare two thumbnails."""
    far = np.asarray(far_apart(one, other), dtype=np.float64).max(axis=2)
    blocks = np.pad(far, [(0, -side % BLOCK) for side in far.shape])
    means = blocks.reshape(blocks.shape[0] // BLOCK, BLOCK, -1, BLOCK).mean(axis=(1, 3))
    return Difference(float(far.mean()), float(means.max()))


def far_apart(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return how far each point differs; where only one has something, as far as white from black."""
    size = max(one.width, other.width), max(one.height, other.height)
    first, second = Image.new("RGB", size, "white"), Image.new("RGB", size)
    first.paste(one.convert("RGB"))
    second.paste(other.convert("RGB"))
    found = ImageChops.difference(first, second)
    for each in (one, other):
        found.paste("white", (each.width, 0, *size))
        found.paste("white", (0, each.height, *size))
    return found


def kept(screen: Screen) -> Image.Image:
    """Return the thumbnail that is kept of a screen; a point if there is none."""
    path = KEPT / screen.name
    return Image.open(path) if path.exists() else Image.new("RGB", (1, 1))


def write_comparison(screen: Screen, picture: Image.Image, folder: Path) -> Path:
    """Write a picture, and in a second file the thumbnails: the kept one, the new one and their difference."""
    path = folder / screen.name
    picture.save(path)
    old, new = kept(screen), thumbnail(picture)
    three = old, new, far_apart(old, new)
    sheet = Image.new("RGB", (sum(each.width for each in three), max(each.height for each in three)))
    left = 0
    for each in three:
        sheet.paste(each, (left, 0))
        left += each.width
    sheet.save(path.with_stem(f"{path.stem}-difference"))
    return path


def main() -> None:
    """Write the thumbnails that differ from what the page shows, and remove those of no screen."""
    folder = Path(tempfile.mkdtemp(prefix="boardwright-pictures-"))
    KEPT.mkdir(exist_ok=True)
    for old in KEPT.iterdir():
        if old.name not in {screen.name for screen in SCREENS}:
            old.unlink()
    with serving_examples(folder, SAME_SEED) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        photographer = Photographer(browser, server)
        for screen in SCREENS:
            picture = photographer.picture(screen)
            if difference(kept(screen), thumbnail(picture)).is_seen:
                print(write_comparison(screen, picture, folder), flush=True)
                thumbnail(picture).save(KEPT / screen.name, optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
