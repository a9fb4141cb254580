"""Backups under load: a server plays while it is backed up, and what is restored is what it had at one moment."""

from __future__ import annotations

import asyncio
import io
import random
import sys
from pathlib import Path

import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.backup.archive import BackupReader, BadBackup
from boardwright.store.backup.transfer import back_up, database_at, restore
from boardwright.store.port import StoreError
from tests.offered import merged, offered
from tests.postgres import new_database
from tests.store.samples import Table, account, put
from tests.web.running import connect, guest, running, until

MATCHES = 4


async def test_a_backup_of_a_playing_server_is_one_moment_of_it(url: str, tmp_path: Path) -> None:
    backup = tmp_path / "games.backup"
    with running(url, tmp_path) as server:
        async with guest(server) as ann:
            played: dict[str, int] = {}
            for _ in range(MATCHES):
                made = await ann.post("/matches", game="deblockle", players=["me", "me"], private=True)
                match = made.json()["match"]
                played[match] = 0
                # Later messages may be refused: the limit on chat is the account's, not the match's.
                assert (await ann.post(f"/matches/{match}/chat", text="hello")).status_code == 201
            stop = asyncio.Event()
            players = [asyncio.create_task(_play(server.ws, match, ann.token, played, stop)) for match in played]
            await _reach(played, dict.fromkeys(played, 10))
            before = dict(played)
            assert await _run("backup", str(backup), "--with-key", "--db", url) == ""
            await _reach(played, {match: number + 3 for match, number in played.items()})
            stop.set()
            await asyncio.gather(*players)
    for target in (f"sqlite:///{tmp_path / 'restored.db'}", await new_database()):
        key = tmp_path / f"{target[:6]}.key"
        out = await _run("restore", str(backup), "--db", target, "--key-file", str(key))
        assert f"{MATCHES} matches are intact." in out
        await _compare(url, target, key, before)
        assert await _content(target) == backup_content(backup.read_bytes())


async def test_what_is_written_during_a_backup_is_not_in_it(url: str, tmp_path: Path) -> None:
    async with await open_store(url) as store:
        await store.add_account(account("anna"))
        before = await _content(url)
        async with database_at(url).snapshot() as snapshot:
            await store.add_account(account("ben"))
            await put(store, table := Table("m"), table.create())
            found = [
                (table.name, row) for table in snapshot.tables async for rows in snapshot.rows(table) for row in rows
            ]
        assert sorted(found, key=repr) == before
        assert len(await _content(url)) > len(before)


async def test_only_an_empty_database_is_restored_into(url: str, tmp_path: Path) -> None:
    async with await open_store(url):
        pass
    file = io.BytesIO()
    await back_up(url, file, at=1, software="test")
    with pytest.raises(StoreError, match="not empty"):
        await restore(url, BackupReader(io.BytesIO(file.getvalue())))


async def test_a_damaged_backup_leaves_the_database_empty(url: str, tmp_path: Path) -> None:
    target, file = url, io.BytesIO()
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    async with await open_store(url):
        pass
    await back_up(url, file, at=1, software="test")
    for data in (file.getvalue()[:-20], file.getvalue()[:300]):
        with pytest.raises(BadBackup):
            await restore(target, BackupReader(io.BytesIO(data)))
        with pytest.raises(StoreError, match=r"There (is|are) no"):
            await back_up(target, io.BytesIO(), at=1, software="test")
    await restore(target, BackupReader(io.BytesIO(file.getvalue())))


async def _play(ws: str, match: str, token: str, played: dict[str, int], stop: asyncio.Event) -> None:
    """Play, take back and chat until the end of the test."""
    dice = random.Random(match)
    async with connect(ws, match, token) as line:
        state = (await line.receive("state"))["state"]
        while not stop.is_set() and state["moves"]:
            move = dice.choice(offered(state))["text"]
            await line.say(type="play", id=str(state["number"]), move=move, number=state["number"])
            state = merged(state, await line.receive("entries"))
            await line.say(type="chat", id=f"c{state['number']}", text=f"after {state['number']}")
            played[match] = state["number"]


async def _reach(played: dict[str, int], wanted: dict[str, int]) -> None:
    """Wait until every match has that many entries."""
    await until(lambda: all(played[match] >= number for match, number in wanted.items()))


async def _run(*command: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "boardwright", *command, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    return out.decode()


async def _compare(live: str, target: str, key: Path, before: dict[str, int]) -> None:
    """Check that every restored match is a beginning of the live one, and has everything from before the backup."""
    async with await open_store(live) as store, await open_store(target, key) as restored:
        for match, number in before.items():
            now, then = await store.load(match), await restored.load(match)
            assert now is not None
            assert then is not None
            assert number <= then.row.number <= now.row.number
            assert then.entries == now.entries[: then.row.number]
            assert then.seed == now.seed
            said = await restored.chat(match, limit=10_000)
            assert said == (await store.chat(match, limit=10_000))[: len(said)]
            assert len(said) >= 1


async def _content(url: str) -> list[object]:
    file = io.BytesIO()
    await back_up(url, file, at=1, software="test")
    return backup_content(file.getvalue())


def backup_content(data: bytes) -> list[object]:
    """Return all rows of all tables of a backup, in an order that does not depend on the database."""
    rows = [(table.name, row) for table, rows in BackupReader(io.BytesIO(data)).batches() for row in rows]
    return sorted(rows, key=repr)
