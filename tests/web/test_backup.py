"""Backups under load: a server plays while it is backed up, and what is restored is what it had at one moment."""

from __future__ import annotations

import asyncio
import io
import random
import sys
import tempfile
from pathlib import Path
from typing import ClassVar
from unittest import IsolatedAsyncioTestCase

import httpx2
import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.backup.archive import BackupReader, BadBackup
from boardwright.store.backup.database_of import database_at
from boardwright.store.backup.transfer import back_up, restore
from boardwright.store.port import StoreError
from tests.offered import merged, offered
from tests.postgres import drop_database, new_database
from tests.store.samples import Table, account, put
from tests.web.running import Person, connect, running

MATCHES = 4


class BackupCase(IsolatedAsyncioTestCase):
    """Each backend subclasses this case; the backup of each is restored into both."""

    __test__: ClassVar[bool] = False

    async def asyncSetUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    async def url(self) -> str:
        raise NotImplementedError

    def sqlite(self, name: str) -> str:
        return f"sqlite:///{self.folder / name}"

    async def postgres(self) -> str:
        url = await new_database()
        self.addAsyncCleanup(drop_database, url)
        return url

    async def test_a_backup_of_a_playing_server_is_one_moment_of_it(self) -> None:
        url, backup = await self.url(), self.folder / "games.backup"
        with running(url, self.folder) as server:
            async with httpx2.AsyncClient(base_url=server.http, timeout=60) as http:
                self.ann = await Person(http, "Ann").come()
                self.played: dict[str, int] = {}
                for _ in range(MATCHES):
                    made = await self.ann.post("/matches", game="deblockle", players=["me", "me"], private=True)
                    match = made.json()["match"]
                    self.played[match] = 0
                    # Later messages may be refused: the limit on chat is the account's, not the match's.
                    assert (await self.ann.post(f"/matches/{match}/chat", text="hello")).status_code == 201
                self.stop = asyncio.Event()
                players = [asyncio.create_task(self._play(server.ws, match)) for match in self.played]
                await self._reach(dict.fromkeys(self.played, 10))
                before = dict(self.played)
                assert await self._run("backup", str(backup), "--with-key", "--db", url) == ""
                await self._reach({match: self.played[match] + 3 for match in self.played})
                self.stop.set()
                await asyncio.gather(*players)
        for target in (self.sqlite("restored.db"), await self.postgres()):
            key = self.folder / f"{target[:6]}.key"
            out = await self._run("restore", str(backup), "--db", target, "--key-file", str(key))
            assert f"{MATCHES} matches are intact." in out
            await self._compare(url, target, key, before)
            assert await self._content(target) == backup_content(backup.read_bytes())

    async def test_what_is_written_during_a_backup_is_not_in_it(self) -> None:
        url = await self.url()
        async with await open_store(url) as store:
            await store.add_account(account("anna"))
            before = await self._content(url)
            async with database_at(url).snapshot() as snapshot:
                await store.add_account(account("ben"))
                await put(store, table := Table("m"), table.create())
                found = [
                    (table.name, row)
                    for table in snapshot.tables
                    async for rows in snapshot.rows(table)
                    for row in rows
                ]
            assert sorted(found, key=repr) == before
            assert len(await self._content(url)) > len(before)

    async def test_only_an_empty_database_is_restored_into(self) -> None:
        url = await self.url()
        async with await open_store(url):
            pass
        file = io.BytesIO()
        await back_up(url, file, at=1, software="test")
        with pytest.raises(StoreError, match="not empty"):
            await restore(url, BackupReader(io.BytesIO(file.getvalue())))

    async def test_a_damaged_backup_leaves_the_database_empty(self) -> None:
        url, target, file = self.sqlite("empty.db"), await self.url(), io.BytesIO()
        async with await open_store(url):
            pass
        await back_up(url, file, at=1, software="test")
        for data in (file.getvalue()[:-20], file.getvalue()[:300]):
            with pytest.raises(BadBackup):
                await restore(target, BackupReader(io.BytesIO(data)))
            with pytest.raises(StoreError, match=r"There (is|are) no"):
                await back_up(target, io.BytesIO(), at=1, software="test")
        await restore(target, BackupReader(io.BytesIO(file.getvalue())))

    async def _play(self, ws: str, match: str) -> None:
        """Plays, takes back and chats until the end of the test."""
        dice = random.Random(match)
        async with connect(ws, match, self.ann.token) as line:
            state = (await line.receive("state"))["state"]
            while not self.stop.is_set() and state["moves"]:
                move = dice.choice(offered(state))["text"]
                await line.say(type="play", id=str(state["number"]), move=move, number=state["number"])
                state = merged(state, await line.receive("entries"))
                await line.say(type="chat", id=f"c{state['number']}", text=f"after {state['number']}")
                self.played[match] = state["number"]

    async def _reach(self, wanted: dict[str, int]) -> None:
        """Waits until every match has that many entries."""
        async with asyncio.timeout(60):
            while any(self.played[match] < number for match, number in wanted.items()):
                await asyncio.sleep(0.01)

    async def _run(self, *command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "boardwright", *command, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        assert process.returncode == 0
        return out.decode()

    async def _compare(self, live: str, target: str, key: Path, before: dict[str, int]) -> None:
        """Every restored match is a beginning of the live one, and has everything from before the backup."""
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

    async def _content(self, url: str) -> list[object]:
        file = io.BytesIO()
        await back_up(url, file, at=1, software="test")
        return backup_content(file.getvalue())


def backup_content(data: bytes) -> list[object]:
    """All rows of all tables of a backup, in an order that does not depend on the database."""
    rows = [(table.name, row) for table, rows in BackupReader(io.BytesIO(data)).batches() for row in rows]
    return sorted(rows, key=repr)


class TestSqlite(BackupCase):
    __test__ = True

    async def url(self) -> str:
        return self.sqlite("live.db")


class TestPostgres(BackupCase):
    __test__ = True

    async def url(self) -> str:
        return await self.postgres()
