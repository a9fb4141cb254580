"""A driver of the page: plays moves by mouse and by keyboard."""

from __future__ import annotations

import random
from typing import Any

from tests.offered import offered

SPOT = """([covers]) => {
  const part = (name) => document.querySelector(`.stage [data-name="${CSS.escape(name)}"]`);
  const shape = (name) => part(name).querySelector(":scope > .outline") ?? part(name);
  part(covers[0]).scrollIntoView({ block: "nearest" });
  const boxes = covers.map((name) => shape(name).getBoundingClientRect());
  const x = boxes.reduce((sum, box) => sum + box.left + box.width / 2, 0) / boxes.length;
  const y = boxes.reduce((sum, box) => sum + box.top + box.height / 2, 0) / boxes.length;
  return [x, y];
}"""

SIZE = """(() => {
  const { width, height } = document.querySelector(".tabletop").getBoundingClientRect();
  return [width, height];
})()"""
"""The current size of the table, in one call because it may be drawn anew at any time."""

STEPS = """(name) => {
  const { board } = document.querySelector("#board");
  const names = [...new Set(board.reachable())];
  const from = names.indexOf(document.activeElement?.dataset?.name);
  const ahead = (names.indexOf(name) - Math.max(0, from) + names.length) % names.length;
  return from < 0 ? ahead + 1 : ahead <= names.length / 2 ? ahead : ahead - names.length;
}"""

LIES = """(text) => {
  return document.querySelector("#board").board.choices().some((move) => move.text === text);
}"""
"""Whether the taken piece is turned as in a move."""

RATED = """async ([name, matches]) => {
  const { request } = await import("/js/lib/api.js");
  const { games } = await request("GET", `/players/${encodeURIComponent(name)}`);
  return games[0]?.history.length === matches;
}"""
"""Ratings are updated shortly after the end of a match."""


class Driver:
    """Plays random moves of one person on one page."""

    def __init__(self, page: Any, seed: int = 1) -> None:
        self.page = page
        self.dice = random.Random(seed)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request with the token of the page."""
        return self.page.evaluate(
            "([method, path, body]) => import('/js/lib/api.js')"
            ".then((api) => api.request(method, path, body ?? void 0))",
            [method, path, body],
        )

    def sit(self, **wish: Any) -> str:
        """Creates a match, as a guest if necessary, and opens its page."""
        self.page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession('Tester'))")
        match = str(self.ask("POST", "/matches", wish)["match"])
        self.page.goto(f"{self.page.url.split('#')[0]}#/match/{match}")
        self.page.wait_for_selector("#waiting .card, .stage .zone, #ready")
        return match

    def board(self) -> Any:
        """Returns the legal moves, each with the part that is taken, how it is turned and where it goes."""
        return self.page.evaluate(
            "(() => document.querySelector('#board').board.moves.map((move) => {"
            "  const { part, piece = part, to = '', cell = to, turn = 0, flip = false } = move.gesture;"
            "  return { ...move, subject: piece, target: cell, turn, flip };"
            "}))()"
        )

    def wait_turn(self) -> bool:
        """Waits until there is a legal move (True) or the match is over (False)."""
        self.page.wait_for_function(
            "() => document.querySelector('#board')?.board.moves.length || document.querySelector('#replay')"
        )
        return bool(self.board())

    def choose(self, zeal: float = 0.9) -> dict[str, Any]:
        """Returns a random legal move; with probability `zeal` not a pass, where possible."""
        moves = self.board()
        idle = [move for move in moves if move["text"] in ("pass", "skip", "claim")]
        busy = [move for move in moves if move not in idle]
        return dict(self.dice.choice((busy or idle) if self.dice.random() < zeal else (idle or busy)))

    def _last_entry(self) -> int:
        return int(self.page.evaluate("document.querySelector('#log li:last-child')?.value ?? 0"))

    def _settled(self, before: int, seat: int) -> None:
        """Waits for the player's own move in the log, after the entry `before`; another player's may come first."""
        self.page.wait_for_function(
            "([before, seat]) => document.querySelector('.toast.error') || [...document.querySelectorAll('#log li')]"
            ".some((row) => row.value > before && row.dataset.seat === `${seat}`)",
            arg=[before, seat],
        )
        assert not self.page.query_selector(".toast.error"), self.page.inner_text(".toast.error")

    def spot(self, name: str) -> Any:
        """Returns the center of a named part on the screen."""
        return self.page.evaluate(SPOT, [[name]])

    def mouse(self, move: dict[str, Any]) -> None:
        """Plays a move with the mouse."""
        page, before = self.page, self._last_entry()
        page.mouse.click(*page.evaluate(SPOT, [[move["subject"]]]))
        if move["target"]:
            self.turn_to(move)
            spot = page.evaluate(SPOT, [move["covers"] or [move["target"]]])
            page.mouse.move(*spot)
            page.mouse.click(*spot)
        self._settled(before, move["seat"])

    def keyboard(self, move: dict[str, Any]) -> None:
        """Plays a move with the keyboard."""
        before = self._last_entry()
        self.page.evaluate("document.querySelector('.stage [tabindex=\"0\"]').focus()")
        if self.page.get_attribute("#board", "data-subject") != move["subject"]:
            self._walk(move["subject"])
            self.page.keyboard.press("Enter")
        if move["target"]:
            self.turn_to(move)
            self._walk(move["target"])
            self.page.keyboard.press("Enter")
        self._settled(before, move["seat"])

    def turn_to(self, move: dict[str, Any]) -> None:
        """Turns and flips the selected piece until it lies as in that move."""
        for key in "rrrfrrrr":
            if self.page.evaluate(LIES, move["text"]):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the piece does not turn to {move['text']}")

    def finger(self, move: dict[str, Any]) -> None:
        """Plays a move by tapping."""
        page, before = self.page, self._last_entry()
        if page.get_attribute("#board", "data-subject") != move["subject"]:
            page.touchscreen.tap(*page.evaluate(SPOT, [[move["subject"]]]))
        if move["target"]:
            self.turn_to(move)
            page.touchscreen.tap(*page.evaluate(SPOT, [move["covers"] or [move["target"]]]))
            if len(move["covers"]) > 1:
                page.click(".turner .primary")
        self._settled(before, move["seat"])

    def _walk(self, name: str) -> None:
        steps = self.page.evaluate(STEPS, name)
        for _ in range(abs(steps)):
            self.page.keyboard.press("n" if steps > 0 else "p")
        assert self.page.evaluate("document.activeElement?.dataset?.name") == name

    def has_turn(self, patience: int = 300) -> bool:
        """True if it becomes this person's turn within `patience` milliseconds."""
        from playwright.sync_api import TimeoutError as TookTooLong

        try:
            self.page.wait_for_function(
                "() => document.querySelector('#headline')?.textContent.includes('your turn')", timeout=patience
            )
        except TookTooLong:
            return False
        return self.wait_turn()


def new_match(page: Any, game: str, **wanted: str) -> None:
    """Opens a match of a game with these choices of its sheet."""
    page.click(f"#game-{game} .play")
    if "bot" in wanted and len(wanted) > 1:
        page.click("#details summary")
    for name, value in wanted.items():
        page.check(f"dialog input[name='{name}'][value='{value}']")
    page.click("#begin")


def press_more(page: Any, selector: str) -> None:
    """Presses a button of the menu "More" of a table."""
    page.click("#more")
    page.click(f"#menu {selector}")


def to_move(*people: Driver) -> Driver:
    """Waits until one of the drivers has the turn and returns it."""
    for _ in range(100):
        for driver in people:
            if driver.has_turn():
                return driver
    raise AssertionError("no driver has the turn")


def finished_matches(page: Any, game: str, winners: str) -> str:
    """Plays short matches of a new Ann against a new Ben, won as the letters say; returns Ann's name."""
    url = page.url.split("#")[0].rstrip("/")

    def post(path: str, body: Any, token: str = "") -> Any:
        answer = page.request.post(
            f"{url}/api{path}", data=body, headers={"Authorization": f"Bearer {token}"} if token else {}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def get(path: str, token: str) -> Any:
        return page.request.get(f"{url}/api{path}", headers={"Authorization": f"Bearer {token}"}).json()

    people = {letter: post("/guests", {"name": name}) for letter, name in (("A", "Ann"), ("B", "Ben"))}
    token = {letter: person["token"] for letter, person in people.items()}
    for letter in people:
        # Only matches between registered players are rated.
        change = {"data": {"password": "correct horse"}, "headers": {"Authorization": f"Bearer {token[letter]}"}}
        assert page.request.patch(f"{url}/api/me", **change).ok
    for winner in winners:
        match = post("/matches", {"game": game, "players": ["me", "open"]}, token["A"])["match"]
        state = post(f"/matches/{match}/join", {}, token["B"])
        moved = [0, 0]
        while min(moved) < 2:  # else the match would not be rated
            seat = state["actors"][0]
            state = get(f"/matches/{match}", token["AB"[seat]])
            state = post(f"/matches/{match}/play", {"move": offered(state)[0]["text"]}, token["AB"[seat]])
            moved[seat] += 1
        post(f"/matches/{match}/resign", {}, token["B" if winner == "A" else "A"])
    name = str(people["A"]["account"]["name"])
    page.wait_for_function(RATED, arg=[name, len(winners)])
    return name
