"""Every match is played on from any of its points, through every door, before and after a restart.

Only secrets forbid it: a match that has some is played on after its end.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import msgspec
import pytest

from boardwright.cli import main
from boardwright.core.game import registry
from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.kit.walks.walk import setups
from tests.offered import offered
from tests.scale import scaled
from tests.web.running import running

TESTS = Path(__file__).parents[2]
GAMES = ("blokus", "deblockle", "heaps", "mage_duel", "sagrada")
KINDS = ("people", "bot", "one screen", "uploaded record", "branch of a branch")
SEED = "doors"
SETTINGS: dict[str, Any] = {"bot_matches": 100_000, "open_matches": 100_000, "bot_opening_delay": 3_600_000}
"""The settings under which a bot that may make the first move too does not come before the person."""
TRIPLES = 12
"""Sources with a point and a door; the server is restarted after half of them."""


@pytest.fixture(autouse=True)
def heaps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a game of another package, with a tuple option."""
    facts = tmp_path / "site" / "heaps-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: heaps\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[boardwright.games]\nheaps = toys:HEAPS\n")
    for path in (TESTS, facts.parent):
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    _forget_games()
    yield
    _forget_games()


def _forget_games() -> None:
    registry._found.cache_clear()
    registry._loaded.cache_clear()


class Person:
    """A guest, and what they do over HTTP."""

    def __init__(self, client: httpx2.Client, name: str) -> None:
        self._client = client
        self._head: dict[str, str] = {}
        self._head = {"Authorization": f"Bearer {self.post('/guests', name=name)['token']}"}

    def ask(self, method: str, path: str, body: Any = None) -> httpx2.Response:
        """Return the answer to a request, which must not be refused."""
        answer = self._client.request(method, f"/api{path}", json=body, headers=self._head)
        assert answer.is_success, (path, body, answer.text)
        return answer

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, body).json()

    def state(self, match: str) -> Any:
        return self.ask("GET", f"/matches/{match}").json()

    def record(self, match: str) -> bytes:
        return self.ask("GET", f"/matches/{match}/record").content


class Doors:
    """A random match of Ann, and the doors through which Zoe plays on from it.

    Both are new: nobody may try out the position of a running match that they play against people.
    """

    def __init__(self, client: httpx2.Client, folder: Path, dice: Random) -> None:
        self.folder, self.dice = folder, dice
        self.ann, self.zoe, *self.others = (Person(client, name) for name in ("Ann", "Zoe", "Bob", "Cy", "Dee"))
        self.doors: tuple[Callable[[str, Match], None], ...] = (
            self.page, self.http, self.upload, self.terminal_start, self.terminal_branch,
        )  # fmt: skip

    # Matches to play on from

    def source(self, game: str, kind: str) -> str:
        """Make a match of that kind and play some moves, to its end if it has secrets; return its id."""
        seats, options = self.dice.choice(setups(registry.game(game)))
        order = {"game": game, "options": msgspec.to_builtins(options)}
        if kind in ("people", "bot", "one screen"):
            others = {"people": "open", "bot": "random", "one screen": "me"}[kind]
            return self.play(self.ann, order | {"players": ["me", *[others] * (seats - 1)]})
        name = self.source(game, "one screen")
        match = record.load(self.ann.record(name))
        order = {"game": game, "players": ["me"] * match.header.seats}
        if kind == "uploaded record":
            start = {"start": record.dump(match).decode(), "start_move": self.move(match)}
            return self.play(self.ann, order | start)
        for _ in range(2):
            match = record.load(self.ann.record(name))
            name = self.play(self.ann, order | {"origin": {"match": name, "entry": self.entry(match)}})
        return name

    def play(self, host: Person, order: dict[str, Any], moves: int | None = None) -> str:
        """Create a match, fill its seats, and play some moves; return its id."""
        state = host.post("/matches", **order)
        name, people = str(state["match"]), [host]
        while state["status"] == "open":
            people.append(self.others[len(people) - 1])
            state = people[-1].post(f"/matches/{name}/join")
        for _ in range(self.dice.randint(1, 8) if moves is None else moves):
            self.play_move(name, people)
        if moves is None and registry.game(order["game"]).has_secrets:
            self.end(name, people)
        return name

    def play_move(self, name: str, people: list[Person]) -> None:
        """Play a random move of the first of these people who has one, after the bots; none if the match is over."""
        while True:
            for person in people:
                state = person.state(name)
                if state["status"] == "over":
                    return
                if moves := offered(state):
                    move = self.dice.choice(moves)
                    person.post(f"/matches/{name}/play", move=move["text"], seat=move["seat"])
                    return

    def end(self, name: str, people: list[Person]) -> None:
        """End the match: all but the last resign, and a person alone, or with bots, cancels it."""
        for person in people[:-1]:
            person.post(f"/matches/{name}/resign")
        if people[-1].state(name)["status"] == "running":
            people[-1].post(f"/matches/{name}/cancel")

    # Points

    def entry(self, match: Match) -> int:
        """Return a random entry after which the game is not over."""
        return self.dice.choice([n for n in range(match.number + 1) if not match.branch(n, seed=None).is_over])

    def move(self, match: Match) -> int:
        """Return a random number of moves after which the game is not over."""
        last = [match.entry_of_move(number) for number in range(match.moves_done + 1)]
        return self.dice.choice([n for n, entry in enumerate(last) if not match.branch(entry, seed=None).is_over])

    # Doors

    def page(self, name: str, match: Match) -> None:
        """Return the requests of the dialog "Play on from here"."""
        seats, entry = match.header.seats, self.entry(match)
        mine, against = self.dice.randrange(seats), self.dice.choice(("screen", "open", "private", "bot:level1"))
        others = {"screen": "me", "bot:level1": "level1"}.get(against, "open")
        order = {
            "game": match.game.name,
            "seats": seats,
            "players": ["me" if seat == mine else others for seat in range(seats)],
            "private": {"open": False, "private": True}.get(against),
            "clock": "none",
            "spectators": "allowed",
            "origin": {"match": name, "entry": entry},
            "match": self.zoe.post("/commitments")["match"],
            "share": f"{self.dice.getrandbits(256):064x}",
        }
        self.check(match, entry, self.zoe.record(self.play(self.zoe, order, 1)))

    def http(self, name: str, match: Match) -> None:
        """Return the least that a program sends."""
        number = self.move(match)
        order = {"game": match.game.name, "origin": {"match": name, "move": number}}
        self.check(match, match.entry_of_move(number), self.zoe.record(self.play(self.zoe, order, 1)))

    def upload(self, name: str, match: Match) -> None:
        number, text = self.move(match), self.zoe.record(name).decode()
        order = {"game": match.game.name, "start": text, "start_move": number, "players": ["me"] * match.header.seats}
        self.check(match, match.entry_of_move(number), self.zoe.record(self.play(self.zoe, order, 1)))

    def terminal_start(self, name: str, match: Match) -> None:
        number, names = self.move(match), ",".join(f"P{seat}" for seat in range(match.header.seats))
        entry, made = match.entry_of_move(number), self.folder / f"{name}-made.jsonl"
        command = ["play", match.game.name, "--start", self.saved(name), "--move", str(number), "--players", names]
        self.terminal(match, entry, *command, "--seed", SEED, "--save", str(made))
        self.check(match, entry, made.read_bytes())

    def terminal_branch(self, name: str, match: Match) -> None:
        entry, made = self.entry(match), self.folder / f"{name}-made.jsonl"
        assert main(["branch", self.saved(name), "--at", str(entry), "--out", str(made), "--seed", SEED]) == 0
        self.terminal(match, entry, "play", "--from", str(made))
        self.check(match, entry, made.read_bytes())

    def saved(self, name: str) -> str:
        """Return the path of the record as Zoe downloads it."""
        path = self.folder / f"{name}.jsonl"
        path.write_bytes(self.zoe.record(name))
        return str(path)

    def terminal(self, match: Match, entry: int, *command: str) -> None:
        """Run a command and type a move that is legal there."""
        position = match.branch(entry, seed=SEED).position
        move = next(iter(position.legal_moves(position.actors[0])))
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as shown:
            patch.setattr(sys, "stdin", io.StringIO(f"{move}\n"))
            assert main(command) == 0, shown.getvalue()

    def check(self, match: Match, entry: int, made: bytes) -> None:
        """Check that the new match begins after that entry, and a move was made in it."""
        found = record.parse(made)
        assert found.header.branch is not None
        expected = match.entries[entry - 1].hash if entry else match.header.hash
        assert (found.header.branch.entry, found.header.branch.hash) == (entry, expected)
        assert any(one.kind == "move" for one in found.entries[found.header.branch.inherited :])


def test_a_match_is_played_on_from_any_point_through_any_door(tmp_path: Path) -> None:
    dice = Random(5)
    with (
        running(f"sqlite:///{tmp_path / 'doors.db'}", tmp_path, **SETTINGS) as server,
        httpx2.Client(base_url=server.http, timeout=60) as client,
    ):
        for _ in range(scaled(1)):
            chosen = dice.sample(list(product(GAMES, KINDS)), TRIPLES)
            made = [Doors(client, tmp_path, dice) for _ in chosen]
            sources = [doors.source(*pair) for doors, pair in zip(made, chosen, strict=True)]
            for number, (doors, name) in enumerate(zip(made, sources, strict=True)):
                if number == TRIPLES // 2:
                    server.kill()
                    server.start()
                dice.choice(doors.doors)(name, record.load(doors.zoe.record(name)))
