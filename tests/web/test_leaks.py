"""No response reveals what the viewer may not know.

Two servers hold the same match of Sagrada, but for what the origin may not know: other private objectives, and
while windows are chosen, other choices. Every answer has to be the same in both, byte for byte.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.perft import outcomes
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove
from boardwright.store.change import Change
from boardwright.store.port import Store
from boardwright.store.rows import Account, MatchRow, MatchSettings, Seat, Token
from boardwright.table.accounts.accounts import token_hash
from boardwright.table.matches.match_row import row_after
from boardwright.table.server.runtime import Server
from boardwright.web.app import make_app
from boardwright.web.settings import Settings

NOW = 1_700_000_000_000
ID = "a-match-of-sagrada"
NAMES = ("Ann", "Bob")
WINDOW_CHOSEN = 11
"""After so many entries the first of two players has chosen a window, and the other does not see which."""


def steps(dice: random.Random, count: int) -> list[tuple[str, int | None, str]]:
    """Return the beginning of some game: chance outcomes and moves."""
    match = Match.new(game("sagrada"), seats=2, at=NOW, seed=None)
    found: list[tuple[str, int | None, str]] = []
    while len(found) < count and not match.is_over:
        position = match.position
        if position.chance is not None:
            text, seat, kind = position.chance.sample(dice), None, "chance"
            match.take(text)
        else:
            seat, kind = position.actors[0], "move"
            text = str(dice.choice(list(position.legal_moves(seat, NOW))))
            match.play(text, seat, NOW)
        found.append((kind, seat, text))
    return found


def played(script: list[tuple[str, int | None, str]], other: Callable[[Match, Any], Any] | None = None) -> Match:
    """Return the match of that script; `other` may give another step where it sees fit."""
    match = Match.new(game("sagrada"), seats=2, players=NAMES, at=NOW, seed=None)
    for kind, seat, text in script:
        step = text if other is None else other(match, (kind, seat, text))
        if kind == "chance":
            match.take(step, NOW)
        else:
            match.play(step, seat, NOW)
    return match


def twin(script: list[tuple[str, int | None, str]], viewer: int | None, dice: random.Random) -> Match:
    """Return another match that looks the same through that viewer; some attempts lead nowhere and are made again."""
    choosing = sum(text.startswith("window") for _, _, text in script) < len(NAMES)

    def other(match: Match, step: tuple[str, int | None, str]) -> str:
        kind, seat, text = step
        position = match.position
        chance = position.chance
        hides = kind == "move" and position.parse(text).secret
        seen = chance.seen if isinstance(chance, Distribution) else () if hides else None
        known = seen is None or (viewer is not None and viewer in (*seen, seat))
        if known or (kind == "move" and not choosing):
            return text
        choices = list(map(str, position.legal_moves(seat))) if chance is None else outcomes(chance)
        return dice.choice([choice for choice in choices if choice != text])

    for _ in range(1000):
        try:
            made = played(script, other)
        except IllegalMove:
            continue
        if made.position != played(script).position:
            return made
    raise AssertionError("no twin was found")


class World:
    """A server whose only match is that one."""

    def __init__(self, match: Match, stack: ExitStack) -> None:
        self.app = make_app(Settings(rate=1e9, burst=1e9), lambda store: Server(store, now=lambda: NOW))
        self.client = stack.enter_context(TestClient(self.app))
        assert self.client.portal is not None
        self.client.portal.call(_fill, self.app.state.server.store, match)

    def get(self, path: str, viewer: int | None) -> bytes:
        answer = self.client.get(f"/api/matches/{ID}{path}", headers=_head(viewer))
        assert answer.status_code < 500, answer.text
        return b"%d %b" % (answer.status_code, answer.content)

    def live(self, viewer: int | None, want: Sequence[str]) -> list[bytes]:
        """Return what a client is sent on connecting and on `sync`."""
        with self.client.websocket_connect(f"/api/matches/{ID}/live") as line:
            line.send_json({"type": "hello", "token": "" if viewer is None else f"token {viewer}", "include": want})
            received = [line.receive_text().encode(), line.receive_text().encode()]
            line.send_json({"type": "sync", "id": "again"})
            return [*received, line.receive_text().encode()]

    def move(self, viewer: int | None, other: bool) -> bytes:
        """Return what a client is sent when the next player plays; an `other` move where it may not know which."""
        with self.client.websocket_connect(f"/api/matches/{ID}/live") as line:
            line.send_json({"type": "hello", "token": "" if viewer is None else f"token {viewer}"})
            actors = line.receive_json()["state"]["actors"]
            if not actors:
                return b"nobody plays"
            path, head = f"/api/matches/{ID}", _head(actors[0])
            moves = [move["text"] for move in self.client.get(f"{path}/legal", headers=head).json()["moves"]]
            hidden = other and moves[0].startswith("window") and actors[0] != viewer
            move = moves[-1 if hidden else 0]
            assert self.client.post(f"{path}/play", json={"move": move}, headers=head).status_code == 200
            while '"entries"' not in (received := line.receive_text())[:20]:
                continue
            return str(received).encode()

    def events(self, viewer: int | None) -> bytes:
        """Return the first server-sent event."""
        assert self.client.portal is not None
        return bytes(self.client.portal.call(_first_event, self.app, viewer))


def _head(viewer: int | None) -> dict[str, str]:
    return {} if viewer is None else {"Authorization": f"Bearer token {viewer}"}


async def _fill(store: Store, match: Match) -> None:
    for number, name in enumerate(NAMES):
        await store.add_account(Account(id=f"account {number}", name=name, role="guest", created=NOW))
        await store.add_token(Token(hash=token_hash(f"token {number}"), account=f"account {number}", created=NOW))
    seats = tuple(Seat(name=name, account=f"account {number}") for number, name in enumerate(NAMES))
    row = MatchRow(id=ID, created=NOW, lobby=MatchSettings(game="sagrada", host="account 0", seats=seats))
    await store.append(Change(old=None, new=row_after(row, match, NOW, row.lobby), entries=tuple(match.entries)))


async def _first_event(app: Any, viewer: int | None) -> bytes:
    parts: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(message: Any) -> None:
        if message.get("body"):
            parts.put_nowait(message["body"])

    async def receive() -> Any:
        await asyncio.Event().wait()

    first = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive_once() -> Any:
        return next(first, None) or await receive()

    head = [(key.lower().encode(), value.encode()) for key, value in _head(viewer).items()]
    path = f"/api/matches/{ID}/events"
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": head, "http_version": "1.1", "scheme": "http", "server": ("test", 80), "client": ("test", 1),
        "root_path": "", "asgi": {"version": "3.0", "spec_version": "2.4"},
    }  # fmt: skip
    task = asyncio.create_task(app(scope, receive_once, send))
    try:
        async with asyncio.timeout(30):
            return await parts.get()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def answers(world: World, viewer: int | None, length: int, other: bool) -> Iterator[tuple[str, bytes]]:
    """Yield everything that viewer can ask for."""
    for path in (
        "",
        "/chat",
        "/picture.svg",
        "/table",
        "/log",
        "/log?before=3",
        "/legal",
        *(f"/{shown}?layer={name}" for name in game("sagrada").layers for shown in ("picture.svg", "table")),
    ):
        yield path, world.get(path, viewer)
    for move in ("pass", "pick 1", "place 1 1", "window 1", "tool 4", "nonsense"):
        yield f"refusal of {move}", world.get(f"/refusal?move={move}", viewer)
    for number in range(length + 1):
        yield f"position {number}", world.get(f"/positions/{number}", viewer)
        yield f"picture {number}", world.get(f"/picture.svg?at={number}", viewer)
        yield f"table {number}", world.get(f"/table?at={number}", viewer)
    # Without a seed hashes and seals are not salted, so here they differ; salted ones say nothing.
    yield "record", re.sub(rb'"(hash|head|salt)":"[0-9a-f]*"', b"", world.get("/record", viewer))
    for want in ([], ["table", "moves", "view", "text"]):
        for number, message in enumerate(world.live(viewer, want)):
            yield f"live message {number} to one who wants {want}", message
    yield "events", world.events(viewer)
    if length != WINDOW_CHOSEN:  # the next move shows what was hidden
        yield "the next move", world.move(viewer, other)


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("count", [4, WINDOW_CHOSEN - 1, WINDOW_CHOSEN, 45])
def test_every_answer_is_the_same_whatever_is_hidden(viewer: int | None, count: int) -> None:
    dice = random.Random(5)
    script = steps(dice, count)
    with ExitStack() as stack:
        one, two = World(played(script), stack), World(twin(script, viewer, dice), stack)
        for (what, here), (_, there) in zip(
            answers(one, viewer, count, False), answers(two, viewer, count, True), strict=True
        ):
            assert here == there, f"{what} tells {'a spectator' if viewer is None else f'seat {viewer}'} a secret"


def test_the_twins_do_differ() -> None:
    """The test above can fail: a player sees their own secret, and the twins of the others differ in it."""
    dice = random.Random(5)
    script = steps(dice, WINDOW_CHOSEN)
    with ExitStack() as stack:
        one, two = World(played(script), stack), World(twin(script, None, dice), stack)
        assert one.get("", 0) != two.get("", 0)
        assert one.get("/record", 0) != two.get("/record", 0)
