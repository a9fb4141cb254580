"""The tools of an agent, called by the SDK's own client."""

from __future__ import annotations

import asyncio
import os
import random
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters

from boardwright.agents import local
from boardwright.agents.local import LocalEngine
from boardwright.agents.remote import RemoteEngine
from boardwright.agents.tools import PAGE, server
from boardwright.core.records.record import verify
from tests.offered import offered
from tests.scale import scaled
from tests.web.running import Person, running


class Agent:
    """A client that calls tools and returns their structured content."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        result = await self._client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        content = result.structured_content
        assert content is not None
        return content["result"] if set(content) == {"result"} else content

    async def refused(self, tool: str, **arguments: Any) -> str:
        result = await self._client.call_tool(tool, arguments)
        assert result.is_error
        return str(getattr(result.content[0], "text", ""))

    async def tools(self) -> set[str]:
        return {tool.name for tool in (await self._client.list_tools()).tools}


@asynccontextmanager
async def agent(where: Any) -> AsyncIterator[Agent]:
    async with Client(where) as client:
        yield Agent(client)


def alone(test: Callable[[Agent], Awaitable[None]]) -> Callable[[], None]:
    """Run a test with one agent on an engine of its own."""

    async def run() -> None:
        engine = LocalEngine()
        async with agent(server(engine)) as one:
            await test(one)
        await engine.close()

    return lambda: asyncio.run(run())


async def finish(one: Agent, state: dict[str, Any], rng: random.Random, moves: int = 1000) -> dict[str, Any]:
    """Play random moves to the end, and resign after that many."""
    while state["status"] != "over":
        if not state["acting_seats"]:
            state = await one("wait", match=state["match"], seconds=20)
            continue
        if not moves:
            state = await one("resign", match=state["match"])
            continue
        state = await one("play", match=state["match"], move=rng.choice(state["moves"]))
        moves -= 1
    return state


@alone
async def test_an_agent_finds_a_game_reads_its_rules_and_plays_to_the_end(one: Agent) -> None:
    assert {"deblockle", "sagrada"} <= {game["name"] for game in await one("list_games")}
    assert "Deblockle" in await one("rules", game="deblockle")
    state = await one("new_match", game="deblockle", players=["me", "random"], options={"cubes": 1}, seed="42")
    assert (state["your_seats"], state["acting_seats"], state["status"]) == ([0], [0], "running")
    assert "T2" in state["board"]
    assert "analysis" in await one.tools()
    assert "after the end" in await one.refused("analysis", match=state["match"])
    state = await finish(one, state, random.Random(1))
    assert state["outcome"]
    lines = (await one("history", match=state["match"]))["lines"]
    assert lines[-1].endswith(state["outcome"])
    assert "all moves legal" in verify((await one("record", match=state["match"])).encode())
    assert "The match is over" in await one.refused("play", match=state["match"], move="pass")


@alone
async def test_a_seed_is_a_number_or_a_text(one: Agent) -> None:
    facts = {"game": "sagrada", "players": ["me", "random"]}
    boards = [(await one("new_match", **facts, seed=seed))["board"] for seed in (1, "1", "two")]
    assert boards[0] == boards[1] != boards[2]


@alone
async def test_a_finished_match_can_be_analyzed(one: Agent) -> None:
    state = await one("new_match", game="deblockle", options={"cubes": 1}, players=["me", "random"], seed="1")
    await one("play", match=state["match"], move=state["moves"][0])
    await one("resign", match=state["match"])
    first = (await one("analysis", match=state["match"]))[0]
    assert (first["seat"], first["move"]) == (0, state["moves"][0])
    assert (first["loss"] > 0) == (first["mark"] in ("mistake", "turning_point"))
    assert await one("analysis", match=state["match"], first=1, count=1) == [first]
    assert await one("analysis", match=state["match"], first=99) == []


@alone
async def test_hundreds_of_moves_come_in_pages_that_miss_none(one: Agent) -> None:
    state = await one("new_match", game="blokus", players=["me", "open"], seed="42")
    await one("join_match", invitation=state["invitation"])
    state = await one("look", match=state["match"])
    seen = list(state["moves"])
    assert len(seen) == PAGE < state["moves_total"]
    for page in range(2, state["pages"] + 1):
        seen += (await one("look", match=state["match"], page=page))["moves"]
    assert len(set(seen)) == len(seen) == state["moves_total"]
    some = await one("look", match=state["match"], starts_with="L5")
    assert sorted(some["moves"]) == sorted(move for move in seen if move.startswith("L5"))
    for page in (0, state["pages"] + 1):
        assert f"pages are 1 to {state['pages']}" in await one.refused("look", match=state["match"], page=page)


@alone
async def test_the_first_page_is_a_fair_sample_of_all_moves(one: Agent) -> None:
    rng = random.Random(5)
    state = await one("new_match", game="blokus", players=["me", "random"], options={"variant": "duo"}, seed="8")
    for _ in range(scaled(5)):
        pages = [(await one("look", match=state["match"], page=page + 1))["moves"] for page in range(state["pages"])]
        moves = [move for page in pages for move in page]
        assert len(set(moves)) == len(moves) == state["moves_total"] > PAGE
        assert state["moves"] == pages[0], "the same position has the same page"
        pieces, shown = (Counter(move.split("@")[0] for move in some) for some in (moves, pages[0]))
        assert set(shown) == set(pieces), "every piece is there"
        least = min(min(PAGE // len(pieces), count) for count in pieces.values())
        assert min(shown.values()) >= least, "and none at the cost of another"
        rows, seen = ({move.split("@")[1].split(",")[0] for move in some} for some in (moves, pages[0]))
        assert len(seen) >= 0.8 * len(rows), "they lie all over the board"
        state = await one("play", match=state["match"], move=rng.choice(moves))


def test_a_board_goes_out_as_a_text_whose_rows_stand_under_each_other() -> None:
    async def run() -> None:
        engine = LocalEngine()
        async with Client(server(engine)) as client:
            arguments = {"game": "deblockle", "players": ["me", "random"], "options": {"cubes": 1}, "seed": "1"}
            result = await client.call_tool("new_match", arguments)
            state = result.structured_content
            assert state is not None
            board, rest = (getattr(block, "text", "") for block in result.content)
            assert board == state["board"] == (await engine.look(state["match"])).board
            assert len(board.splitlines()) > 10
            assert rest.splitlines() == [
                f"match {state['match']}: deblockle, running, 0 entries",
                "players: 0 agent 1 (you), 1 random",
                "you may act: seat 0",
                "legal moves (page 1 of 1, 2 of 2): d7-c7; pass",
            ]
            await client.call_tool("play", {"match": state["match"], "move": "pass"})
            history = await client.call_tool("history", {"match": state["match"]})
            lines = getattr(history.content[0], "text", "").splitlines()
            assert lines[0] == "1  agent 1: pass"
            assert lines[-1] == "page 1 of 1"
        await engine.close()

    asyncio.run(run())


def test_the_example_draws_from_all_moves_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "mcp_agent.py"))

    async def run() -> None:
        engine = LocalEngine()
        async with Client(server(engine)) as client:
            made = await client.call_tool("new_match", {"game": "blokus", "players": ["me", "random"], "seed": "8"})
            state = made.structured_content
            assert state is not None
            numbers = iter(range(state["moves_total"]))
            monkeypatch.setattr(random, "randrange", lambda count: next(numbers))
            drawn = [await example["any_move"](client, state) for _ in range(state["moves_total"])]
            pages = (await engine.look(state["match"])).moves
            assert sorted(drawn) == sorted(text for _, text in pages)
        await engine.close()

    asyncio.run(run())


@alone
async def test_refusals_name_the_rule_and_change_nothing(one: Agent) -> None:
    state = await one("new_match", game="deblockle", players=["me", "random"])
    name = state["match"]
    verdict = await one("why_not", match=name, move="c7-c5")
    assert verdict["legal"] is False
    assert "A cube rolls one square" in verdict["reason"]
    assert (await one("why_not", match=name, move=state["moves"][0]))["legal"] is True
    assert verdict["reason"] in await one.refused("play", match=name, move="c7-c5")
    assert "moves look like" in await one.refused("play", match=name, move="castle")
    assert "Seat 1 is not yours" in await one.refused("play", match=name, move="c7-b7", seat=1)
    assert "You hold no match" in await one.refused("look", match="nonesuch")
    assert "did you mean 'deblockle'" in await one.refused("new_match", game="deblockel")
    assert "is not a player" in await one.refused("new_match", game="deblockle", players=["me", "program:sh"])
    assert "is not a player" in await one.refused("new_match", game="deblockle", players=["me", "mcts:jobs=9"])
    assert "write `me`" in await one.refused("new_match", game="deblockle", players=["random", "random"])
    assert "a whole number from 1 to 4" in await one.refused("new_match", game="deblockle", options={"cubes": 9})
    assert (await one("look", match=name))["number"] == 0


@alone
async def test_undo_takes_back_the_replies_of_bots_too(one: Agent) -> None:
    state = await one("new_match", game="blokus", players=["me", "random"], seed="42")
    assert "no move that could be taken back" in await one.refused("undo", match=state["match"])
    before = state["board"]
    after = await one("play", match=state["match"], move=state["moves"][0])
    assert after["number"] >= 2
    state = await one("undo", match=state["match"])
    assert (state["board"], state["acting_seats"]) == (before, [0])


def test_two_agents_meet_and_see_only_their_own_secrets() -> None:
    async def run() -> None:
        engine = LocalEngine()
        async with agent(server(engine)) as ann, agent(server(engine)) as bob:
            mine = await ann("new_match", game="sagrada", players=["me", "open"], seed="42")
            assert mine["status"] == "open"
            assert "Free seats: 1" in await ann.refused("play", match=mine["match"], move="window 1")
            waiting = await bob("list_matches")
            assert mine["match"] not in str(waiting)
            theirs = await bob("join_match", invitation=waiting[0]["invitation"])
            assert "No match waits" in await bob.refused("join_match", invitation=waiting[0]["invitation"])
            mine = await ann("look", match=mine["match"])
            assert (mine["your_seats"], theirs["your_seats"]) == ([0], [1])
            assert mine["board"] != theirs["board"]
            assert theirs["match"] != mine["match"]
            assert "is not yours" in await bob.refused("play", match=theirs["match"], move="window 1", seat=0)
            await asyncio.gather(finish(ann, mine, random.Random(1), 12), finish(bob, theirs, random.Random(2)))
            assert (await ann("look", match=mine["match"]))["status"] == "over"

    asyncio.run(run())


@alone
async def test_waiting_ends_when_the_time_is_up(one: Agent) -> None:
    state = await one("new_match", game="blokus", players=["open", "me"])
    assert (await one("wait", match=state["match"], seconds=0))["acting_seats"] == []
    assert "from 0 to 300 seconds" in await one.refused("wait", match=state["match"], seconds=1e9)


@alone
async def test_only_so_many_matches_are_kept(one: Agent) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(local, "_MOST", 2)
        first = await one("new_match", game="deblockle")
        await one("new_match", game="deblockle")
        assert "2 matches are being played" in await one.refused("new_match", game="deblockle")
        await one("resign", match=first["match"])
        await one("new_match", game="deblockle")
        assert "You hold no match" in await one.refused("look", match=first["match"])


def test_over_standard_input_and_output() -> None:
    program = StdioServerParameters(command=sys.executable, args=["-m", "boardwright", "mcp"], env=dict(os.environ))

    async def run() -> None:
        async with agent(program) as one:
            state = await one("new_match", game="deblockle", players=["me", "random"])
            assert (await one("play", match=state["match"], move="c7-b7"))["number"] >= 1

    asyncio.run(run())


@contextmanager
def over_http(*more: str) -> Iterator[str]:
    """A program that serves tools over HTTP; its address."""
    command = [sys.executable, "-m", "boardwright", "mcp", "--port", "0", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()


def test_over_http_two_clients_share_the_engine() -> None:
    async def run(url: str) -> None:
        async with agent(url) as ann, agent(url) as bob:
            mine = await ann("new_match", game="deblockle", players=["me", "open"])
            theirs = await bob("join_match", invitation=mine["invitation"])
            assert theirs["your_seats"] == [1]
            await ann("play", match=mine["match"], move="c7-b7")
            assert (await bob("look", match=theirs["match"]))["number"] == 1

    with over_http() as url:
        asyncio.run(run(url))


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    """The address of a server."""
    with running(f"sqlite:///{tmp_path / 'games.db'}", tmp_path) as served:
        yield served.http


def test_on_a_server_against_a_person(base: str) -> None:
    async def run() -> None:
        engine = RemoteEngine(base)
        await engine.sign_in("Robot")
        async with httpx2.AsyncClient(base_url=base, timeout=60) as http, agent(server(engine)) as one:
            ada = await Person(http, "Ada").come()
            made = (await ada.post("/matches", game="deblockle", players=["me", "open"], options={"cubes": 1})).json()
            assert made["match"] in str(await one("list_matches"))
            assert not (await one("look", match=made["match"]))["board"], "there is no board before the start"
            state = await one("join_match", invitation=made["match"])
            assert (state["your_seats"], state["acting_seats"]) == ([1], [])
            assert "turn" in (await one("why_not", match=made["match"], move="d1-d2"))["reason"]
            state = await turn_about(ada, one, made["match"])
            assert state["outcome"]
            assert (await one("history", match=made["match"]))["lines"]
            assert "all moves legal" in verify((await one("record", match=made["match"])).encode())
            assert (await one("analysis", match=made["match"]))[0]["seat"] == 0
            assert "(no_match)" in await one.refused("look", match="nonesuch")
            assert await one.refused("look", match="../games")
            assert "No game" in await one.refused("rules", game="chess")
        await engine.close()

    asyncio.run(run())


def test_on_a_server_with_the_token_of_an_account(base: str) -> None:
    async def run() -> None:
        async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
            bot = (
                await http.post("/api/accounts", json={"name": "Deep", "password": "a long one", "bot": True})
            ).json()
        environment = {**os.environ, "BOARDWRIGHT_TOKEN": bot["token"]}
        arguments = ["-m", "boardwright", "mcp", "--server", base]
        async with agent(StdioServerParameters(command=sys.executable, args=arguments, env=environment)) as one:
            state = await one("new_match", game="deblockle", players=["me", "random"])
            assert state["players"][0].startswith("Deep ")
            assert "leave `seed` out" in await one.refused("new_match", game="deblockle", seed="42")

    asyncio.run(run())


async def turn_about(ada: Person, one: Agent, match: str) -> dict[str, Any]:
    """Whoever is to act plays until the agent has made six moves; then the agent resigns."""
    played = 0
    while played < 6:
        seen = await one("look", match=match)
        if not seen["acting_seats"]:
            move = offered((await ada.get(f"/matches/{match}")).json())[0]["text"]
            assert (await ada.post(f"/matches/{match}/play", move=move)).status_code == 200
            continue
        after = await one("play", match=match, move=seen["moves"][-1])
        assert after["number"] == seen["number"] + 1
        assert after["board"] != seen["board"], "the board is shown as text, and a move changes it"
        played += 1
    resigned: dict[str, Any] = await one("resign", match=match)
    return resigned


def test_on_a_server_the_history_is_complete(base: str) -> None:
    async def run() -> None:
        engine = RemoteEngine(base)
        await engine.sign_in("Robot")
        rng, seen = random.Random(1), await engine.new_match("deblockle", ["me", "me"], {}, None)
        while seen.number <= 200:  # more than two pages of the log
            seat, move = rng.choice(seen.moves)
            seen = await engine.play(seen.match, move, seat)
        numbers = [int(line.split()[0]) for line in await engine.history(seen.match)]
        assert numbers == list(range(1, seen.number + 1))
        await engine.close()

    asyncio.run(run())


def test_a_server_that_is_none_is_named() -> None:
    async def run() -> None:
        engine = RemoteEngine("http://127.0.0.1:1")
        async with agent(server(engine)) as one:
            assert "http://127.0.0.1:1 does not answer" in await one.refused("list_games")
        await engine.close()
        page = httpx2.MockTransport(lambda _: httpx2.Response(200, text="<html>"))
        engine = RemoteEngine("http://page", transport=page)
        async with agent(server(engine)) as one:
            assert "is it a Boardwright server?" in await one.refused("list_games")
        await engine.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--host", "0.0.0.0"], "--host needs --port"),
        (["--name", "Robot"], "--name needs --server"),
        (["--server", "http://127.0.0.1:1"], "Set BOARDWRIGHT_TOKEN"),
        (["--server", "http://127.0.0.1:1", "--name", "Robot"], "does not answer"),
    ],
)
def test_wrong_arguments_are_explained(argv: list[str], words: str) -> None:
    command = [sys.executable, "-m", "boardwright", "mcp", *argv]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (3 if words == "does not answer" else 2, "")
    assert words in done.stderr
