"""Two server processes on one PostgreSQL: many concurrent clients, one legal game, one log for all."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from boardwright.core.game.registry import game
from boardwright.core.records import replay
from boardwright.store.backends.open import open_store
from tests.offered import merged, offered
from tests.web.running import LiveClient, Pair, Running, connect, guest

LENGTH = 40
CLIENTS = 4


async def test_the_log_stays_a_legal_game_and_everybody_is_told_the_truth(pair: Pair) -> None:
    async with guest(pair[0]) as ann:
        match = (await ann.post("/matches", game="deblockle", players=["me", "me"])).json()["match"]
    watching = [asyncio.create_task(_watch(server, match)) for server in pair for _ in range(2)]
    racing = [
        asyncio.create_task(_race(pair[number % 2], match, ann.token, random.Random(number)))
        for number in range(CLIENTS)
    ]
    acknowledged = [line for lines in await asyncio.gather(*racing) for line in lines]
    seen = await asyncio.gather(*watching)
    async with await open_store(pair[0].db) as store:
        saved = await store.load(match)
    assert saved is not None
    assert saved.row.header is not None
    replay.load(game("deblockle"), saved.row.header, saved.entries, saved.seed)
    texts = [entry.text for entry in saved.entries]
    numbers = [number for number, _ in acknowledged]
    assert len(numbers) == len(set(numbers)), "two clients were sent that the same entry was theirs"
    assert all(texts[number - 1] == text for number, text in acknowledged)
    assert len(acknowledged) == LENGTH
    for log in seen:
        assert [line["number"] for line in log] == list(range(1, LENGTH + 1))
        assert [line["text"] for line in log] == texts[:LENGTH]


async def test_what_is_agreed_and_said_at_one_process_is_known_at_the_other(pair: Pair) -> None:
    one, two = pair
    async with guest(one) as ann, guest(two, "Bob") as bob:
        match = (await ann.post("/matches", game="deblockle")).json()["match"]
        async with connect(one.ws, match, ann.token) as line, connect(two.ws, match, bob.token) as other:
            await line.receive("state")
            await other.receive("state")
            await bob.post(f"/matches/{match}/join")
            state = (await line.receive("state"))["state"]
            assert state["status"] == "running"
            await ann.post(f"/matches/{match}/chat", text="Good luck!")
            assert (await other.receive("chat"))["chat"]["text"] == "Good luck!"
            await ann.post(f"/matches/{match}/play", move=offered(state)[0]["text"])
            assert (await other.receive("entries"))["number"] == 1


async def _race(server: Running, match: str, token: str, dice: random.Random) -> list[tuple[int, str]]:
    """Play random moves as fast as possible, and return those that the server attributes to it."""
    mine: list[tuple[int, str]] = []
    async with connect(server.ws, match, token) as line:
        state = (await line.receive("state"))["state"]
        count = 0
        while state["number"] < LENGTH:
            count += 1
            name, move = f"{dice.random()}-{count}", dice.choice(offered(state))["text"]
            await line.say(type="play", id=name, move=move, number=state["number"])
            state, number = await _answer(line, name, state)
            if number:
                mine.append((number, move))
    return mine


async def _answer(line: LiveClient, name: str, state: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the newest state when the answer to that request comes, and the number of the entry it made."""
    is_refused = False
    while True:
        sent = await line.receive("entries", "refused", "state")
        if sent["type"] == "refused":
            assert (sent["status"], sent["id"]) == (409, name), sent
            is_refused = True
        elif sent["type"] == "entries":
            state = merged(state, sent)
            if sent.get("id") == name:
                return state, sent["entries"][0]["number"]
        else:
            state = sent["state"]
            if is_refused:
                return state, 0


async def _watch(server: Running, match: str) -> list[dict[str, Any]]:
    """Return all entries as that process sends them to a spectator."""
    log: list[dict[str, Any]] = []
    async with connect(server.ws, match, include=[], resume=0) as line:
        log += (await line.receive("state"))["state"]["log"]
        while len(log) < LENGTH:
            log += (await line.receive("entries"))["entries"]
    return log[:LENGTH]
