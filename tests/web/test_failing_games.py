"""Rules that raise or never end: the match is set aside without the failing move, and all others go on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faulty import installed
from tests.web.running import Person, Running, connect, guest, running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder from which the faulty game is installed, as far as Python can tell."""
    made = tmp_path_factory.mktemp("faulty")
    with installed(made):
        yield made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    with running(f"sqlite:///{folder / 'matches.db'}", folder, rules_seconds=0.3) as made:
        yield made


class Two:
    """Two people at a server, and the matches between them."""

    def __init__(self, ann: Person, bob: Person) -> None:
        self.ann, self.bob = ann, bob

    async def match(self, game: str = "faulty", *others: str, **order: Any) -> str:
        """Start a match between Ann and Bob, or the bots given."""
        players = ["me", *(others or ("open",))]
        made = await self.ann.post("/matches", game=game, players=players, **order)
        match: str = made.json()["match"]
        if not others:
            assert (await self.bob.post(f"/matches/{match}/join")).status_code == 200
        return match

    async def play(self, match: str, *moves: str) -> httpx2.Response:
        """Let both play in turn, and return the last answer."""
        for number, move in enumerate(moves):
            answer = await (self.ann, self.bob)[number % 2].post(f"/matches/{match}/play", move=move)
        return answer


@asynccontextmanager
async def two(server: Running) -> AsyncIterator[Two]:
    async with guest(server) as ann, guest(server, "Bob") as bob:
        yield Two(ann, bob)


def failed(move: int) -> str:
    return f"Faulty failed at move {move}: there is a fault in the rules of this game. The match is set aside."


@pytest.mark.parametrize("door", ["http", "live"])
@pytest.mark.parametrize("move", ["loop", "list", "draw"])
async def test_a_move_that_fails_is_refused_not_stored_and_its_match_is_set_aside(
    server: Running, move: str, door: str
) -> None:
    async with two(server) as people:
        match, other = await people.match(), await people.match("deblockle")
        await people.play(match, "go")
        async with (
            connect(server.ws, match, people.ann.token) as ann,
            connect(server.ws, match, people.bob.token) as bob,
        ):
            await ann.receive("state")
            await bob.receive("state")
            if door == "live":
                await bob.say(type="play", id="7", move=move)
            else:
                answer = await people.bob.post(f"/matches/{match}/play", move=move)
                status, error = answer.status_code, answer.json()["error"]
            for line in (ann, bob):
                assert (await line.receive("state"))["state"]["unreadable"] == failed(2)
            if door == "live":
                refused = await bob.receive("refused")
                status, error = refused["status"], refused["error"]
            assert (status, error["code"], error["text"]) == (409, "game_failed", failed(2))
        listed = {each["match"]: each for each in (await people.ann.get("/matches?which=mine")).json()}
        found = [listed[match][field] for field in ("unreadable", "number", "status")]
        assert found == [failed(2), 1, "running"]
        again = await people.bob.post(f"/matches/{match}/play", move="go")
        assert (again.status_code, again.json()["error"]["code"]) == (409, "game_failed")
        moves = (await people.ann.get(f"/matches/{other}/legal")).json()["moves"]
        assert (await people.ann.post(f"/matches/{other}/play", move=moves[0]["text"])).status_code == 200


async def test_a_table_that_fails_for_one_player_only_sets_the_match_aside_when_that_player_looks(
    server: Running,
) -> None:
    async with two(server) as people:
        match = await people.match()
        assert (await people.play(match, "look")).status_code == 200
        async with connect(server.ws, match, people.bob.token) as bob:
            assert (await bob.receive())["state"]["unreadable"] == failed(1)
        assert (await people.ann.get(f"/matches/{match}")).json()["unreadable"] == failed(1)
        assert (await people.ann.post(f"/matches/{match}/cancel")).status_code == 200
        assert (await people.ann.get(f"/matches/{match}")).json()["status"] == "over"


async def test_a_bot_whose_turn_fails_stops_and_its_match_is_set_aside(server: Running) -> None:
    before = server.log.read_text().count("bots stopped")
    async with two(server) as people:
        match = await people.match("faulty", "random")
        await people.play(match, "bot")
        async with asyncio.timeout(60):
            while (await people.ann.get(f"/matches/{match}")).json()["unreadable"] != failed(1):
                await asyncio.sleep(0.05)
    assert server.log.read_text().count("bots stopped") == before + 1


async def test_a_free_board_refuses_what_fails(server: Running) -> None:
    async with two(server) as people:
        for move in ("loop", "list", "draw"):
            step = {"seat": 0, "text": move}
            answer = await people.ann.post("/explore", game="faulty", steps=[step])
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "game_failed"), move
        for path in ("/games/faulty/lesson", "/games/faulty/picture.svg"):
            assert (await people.ann.get(path)).status_code in (200, 409)
        assert (await people.ann.get("/games")).status_code == 200


async def test_after_a_restart_failed_matches_stay_aside_and_the_log_names_game_and_match(folder: Path) -> None:
    with running(f"sqlite:///{folder / 'restarted.db'}", folder, "restarted", rules_seconds=0.3) as server:
        async with two(server) as people:
            looping, later, good = [await people.match(clock="600") for _ in range(3)]
            await people.play(looping, "go", "loop")
            await people.play(later, "later")
            await people.play(good, "go")
            server.kill(signal.SIGKILL)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("FAULTY", "1")
                server.start()
            assert (await people.ann.get(f"/matches/{looping}")).json()["unreadable"] == failed(2)
            reason = (await people.ann.get(f"/matches/{later}")).json()["unreadable"]
            assert reason.startswith("Faulty failed when its moves were replayed: ")
            listed = (await people.ann.get("/matches?which=mine")).json()
            aside = {each["match"]: bool(each["unreadable"]) for each in listed}
            assert aside == {looping: True, later: True, good: False}
            assert (await people.bob.post(f"/matches/{good}/play", move="go")).status_code == 200
        log = server.log.read_text()
    assert "faulty (version 1) failed in match" in log
    assert "RulesTimeout" in log
