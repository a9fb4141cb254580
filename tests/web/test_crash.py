"""A server that is killed repeatedly under load keeps what it acknowledged."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import websockets

from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.records.record import parse, verify
from boardwright.store.backends.open import open_store
from boardwright.store.change import Appended, Change
from boardwright.store.port import Store
from boardwright.table.matches.match_row import row_after
from boardwright.table.server.cleaning import milliseconds
from tests.offered import merged, offered
from tests.scale import SCALE, scaled
from tests.store.samples import stored_entries
from tests.web.running import LiveClient, Person, Running, connect, guest, running

KILLS = 4 if SCALE == 1 else 150
"""For each backend; 300 every night."""
MATCHES = 4


async def test_nothing_acknowledged_is_lost(url: str, tmp_path: Path) -> None:
    dice = random.Random(3)
    known: dict[str, dict[int, str]] = {}
    over: set[str] = set()
    with running(url, tmp_path) as server:
        async with guest(server) as ann:
            for _ in range(KILLS):
                while len(known) - len(over) < MATCHES:
                    made = await ann.post("/matches", game="deblockle", players=["me", "me"], clock="600")
                    known[made.json()["match"]] = {}
                await _crash(server, ann.token, known, over, dice)
                server.start()
    assert sum(map(len, known.values())) >= KILLS
    await _check(url, known)


async def test_a_killed_server_continues_with_the_same_dice(url: str, tmp_path: Path) -> None:
    with running(url, tmp_path) as server:
        async with guest(server) as ann:
            promised = (await ann.post("/commitments")).json()
            order = {"game": "sagrada", "players": ["me", "me"], "match": promised["match"], "share": "a" * 64}
            assert (await ann.post("/matches", **order)).status_code == 201
            path = f"/matches/{promised['match']}"
            for _ in range(scaled(3)):
                await _play_any(ann, path)
                server.kill()
                server.start()
            assert (await ann.post(f"{path}/resign")).status_code == 200
            record = (await ann.get(f"{path}/record")).content
    header = parse(record).header
    assert (header.commitment, header.shares) == (promised["commitment"], ("a" * 64, ""))
    assert verify(record).endswith("follows from the seed and 1 share of the players")


async def test_a_bot_thinks_again_after_a_crash_although_nobody_looks(url: str, tmp_path: Path) -> None:
    with running(url, tmp_path) as server:
        async with guest(server) as ann:
            match = (await ann.post("/matches", game="deblockle", players=["me", "random"])).json()["match"]
        server.kill()
        async with await open_store(url) as store:
            number = await _play_first(store, match)
            server.start()
            async with asyncio.timeout(60):
                while len(entries := await stored_entries(store, match, number)) == 0:
                    await asyncio.sleep(0.1)
    assert (entries[0].kind, entries[0].seat) == ("move", 1)


async def test_the_clocks_of_a_killed_server_stand_still(url: str, tmp_path: Path) -> None:
    with running(url, tmp_path) as server:
        async with guest(server) as ann:
            order = {"game": "deblockle", "players": ["me", "me"], "clock": "60", "on_timeout": "forfeit"}
            path = f"/matches/{(await ann.post('/matches', **order)).json()['match']}"
            outage = 0.0
            for _ in range(2):
                server.kill()
                killed = time.monotonic()
                server.start()
                outage += time.monotonic() - killed
                state = (await ann.get(path)).json()
            assert [line["kind"] for line in state["log"]] == ["pause", "pause"]
            record = (await ann.get(f"{path}/record")).content
    served, since_start = 60_000 - state["clocks"][0]["left"], state["now"] - parse(record).header.created
    assert 0 <= served <= since_start - 1000 * outage
    assert verify(record).startswith("2 entries, chain intact")


async def _crash(
    server: Running, token: str, known: dict[str, dict[int, str]], over: set[str], dice: random.Random
) -> None:
    """Play all matches until some moves are acknowledged, then kill the server."""
    enough = asyncio.Event()
    wanted = {match: len(known[match]) + 1 + dice.randrange(8) for match in known.keys() - over}

    def received(match: str, state: dict[str, Any]) -> None:
        if not state["moves"]:
            over.add(match)
        if all(match in over or len(known[match]) >= count for match, count in wanted.items()):
            enough.set()

    players = [
        asyncio.create_task(_play(server, match, token, known[match], received, random.Random(dice.random())))
        for match in wanted
    ]
    async with asyncio.timeout(60):
        await enough.wait()
    server.kill()
    await asyncio.gather(*players)


async def _check(url: str, known: dict[str, dict[int, str]]) -> None:
    async with await open_store(url) as store:
        for match, acknowledged in known.items():
            saved = await store.load(match)
            assert saved is not None
            assert saved.row.header is not None
            for number, text in acknowledged.items():
                assert saved.entries[number - 1].detail == text
            replayed = replay.load(game("deblockle"), saved.row.header, saved.entries, saved.seed)
            assert (saved.row.number, saved.row.deadline) == (replayed.number, (replayed.deadline() or (None,))[0])


async def _play_any(person: Person, path: str) -> None:
    """Play the first legal move."""
    state = (await person.get(path)).json()
    move = offered(state)[0]
    played = await person.post(f"{path}/play", move=move["text"], seat=move["seat"])
    assert played.status_code == 200, played.text


async def _play_first(store: Store, name: str) -> int:
    """Store the first turn of a match as a server does just before it is killed; return the last entry."""
    saved = await store.load(name)
    assert saved is not None
    assert saved.row.header is not None
    match = Match.resume(game(saved.row.lobby.game), saved.row.header, saved.entries, saved.seed)
    while 0 in match.position.actors:
        match.play(next(iter(match.position.legal_moves(0))), 0, milliseconds())
    entries = match.entries[saved.row.number :]
    new = row_after(saved.row, match, match.now, saved.row.lobby)
    assert isinstance(await store.append(Change(old=saved.row, new=new, entries=tuple(entries))), Appended)
    return match.number


async def _play(
    server: Running,
    match: str,
    token: str,
    entries: dict[int, str],
    received: Callable[[str, dict[str, Any]], None],
    dice: random.Random,
) -> None:
    """Play random moves and record the acknowledged ones, until the connection breaks."""
    try:
        async with connect(server.ws, match, token) as line:
            state = (await line.receive("state"))["state"]
            _agree(entries, state["log"])
            received(match, state)
            while state["moves"]:
                move = dice.choice(offered(state))["text"]
                await line.say(type="play", id=str(state["number"]), move=move, number=state["number"])
                state = await _grown(line, entries, state, str(state["number"]))
                received(match, state)
    except (websockets.ConnectionClosed, OSError):
        return


async def _grown(line: LiveClient, entries: dict[int, str], state: dict[str, Any], request: str) -> dict[str, Any]:
    """Return the state with the move of a request; a busy server may have written a pause before it."""
    while True:
        sent = await line.receive("entries", "refused")
        assert sent["type"] == "entries", sent
        _agree(entries, sent["entries"])
        state = merged(state, sent)
        if sent.get("id") == request:
            return state


def _agree(entries: dict[int, str], log: list[dict[str, object]]) -> None:
    """Check that no entry is ever sent in two versions."""
    for line in log:
        number, text = msgspec.convert((line["number"], line["text"]), tuple[int, str])
        assert entries.setdefault(number, text) == text
