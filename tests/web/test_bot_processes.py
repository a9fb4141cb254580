"""Bots with two server processes on one PostgreSQL: each turn is computed once, and survives a killed process."""

from __future__ import annotations

import asyncio
import signal

import httpx2

from boardwright.store.backends.open import open_store
from tests.deploy.serving import metric
from tests.offered import merged, offered
from tests.store.samples import stored_entries
from tests.web.running import Pair, Person, Running, connect, guest

TURNS = 4


async def test_each_turn_is_computed_by_one_process_although_both_have_the_table_open(pair: Pair) -> None:
    async with guest(pair[0]) as ann:
        match = (await ann.post("/matches", game="deblockle", players=["me", "level5"])).json()["match"]
        async with connect(pair[0].ws, match, ann.token) as line, connect(pair[1].ws, match) as other:
            state = (await line.receive("state"))["state"]
            await other.receive("state")
            turns = 0
            while turns < TURNS:
                was_mine = state["actors"] == [0]
                if was_mine:
                    number, move = state["number"], offered(state)[0]["text"]
                    await line.say(type="play", id=str(number), move=move, number=number)
                state = merged(state, await line.receive("entries"))
                turns += was_mine and state["actors"] == [1]
            while state["actors"] == [1]:
                state = merged(state, await line.receive("entries"))
    computed = [moves(server) for server in pair]
    assert sum(computed) == (await seats(pair[0].db, match)).count(1) > 0, computed


async def test_a_killed_process_leaves_no_bot_waiting(pair: Pair) -> None:
    one, two = pair
    async with guest(one) as ann:
        match = await stopped_while_thinking(one, ann)
    number = len(await seats(one.db, match))
    one.kill()
    async with asyncio.timeout(120):
        while len(await seats(one.db, match)) == number:
            await asyncio.sleep(0.05)
    assert (await seats(one.db, match))[number] == 0
    assert moves(two) >= 1


async def stopped_while_thinking(server: Running, ann: Person) -> str:
    """Start a match and stop the process in the middle of the bot's turn."""
    assert server.process is not None
    while True:
        match: str = (await ann.post("/matches", game="mage_duel", players=["level6", "me"])).json()["match"]
        async with await open_store(server.db) as store, asyncio.timeout(60):
            while await store.claim(match, 0, "a test", now=0, until=0):
                await asyncio.sleep(0.005)
        server.process.send_signal(signal.SIGSTOP)
        if 0 not in await seats(server.db, match):
            return match
        server.process.send_signal(signal.SIGCONT)  # the bot was faster


async def seats(db: str, match: str) -> list[int | None]:
    """Return the seats of the stored entries, without asking a server for the match."""
    async with await open_store(db) as store:
        return [entry.seat for entry in await stored_entries(store, match)]


def moves(server: Running) -> float:
    """Return the number of bot moves that a process has computed."""
    return metric(httpx2.get(f"{server.http}/metrics", timeout=60).text, "boardwright_bot_moves_total")
