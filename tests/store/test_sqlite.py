"""The SQLite store fulfills the contract, and explains what is wrong with a file."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from boardwright.store.open import open_store
from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.sqlite import SqliteStore, write_ahead
from tests.store.case import DatabaseCase
from tests.store.contract_accounts import AccountsContract
from tests.store.contract_append import AppendContract
from tests.store.contract_durability import DurabilityContract
from tests.store.contract_projections import ProjectionsContract
from tests.store.contract_reading import ReadingContract
from tests.store.contract_uptime import UptimeContract
from tests.store.samples import Table, put, running


class Sqlite(DatabaseCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="boardwright-"))
        self.addCleanup(shutil.rmtree, self.folder)

    async def new_url(self) -> str:
        return f"sqlite:///{self.folder}/{secrets.token_hex(4)}.db"


class TestAppend(Sqlite, AppendContract):
    __test__ = True


class TestReading(Sqlite, ReadingContract):
    __test__ = True


class TestAccounts(Sqlite, AccountsContract):
    __test__ = True


class TestUptime(Sqlite, UptimeContract):
    __test__ = True


class TestProjections(Sqlite, ProjectionsContract):
    __test__ = True


class TestDurabilityContract(Sqlite, DurabilityContract):
    __test__ = True


class TestDurability(Sqlite):
    __test__ = True

    async def test_every_commit_reaches_the_disk_and_readers_do_not_wait(self) -> None:
        assert await self._pragma("synchronous") == 2
        assert await self._pragma("journal_mode") == "wal"

    async def _pragma(self, name: str) -> object:
        assert isinstance(self.store, SqliteStore)
        ((value,),) = await self.store._fetch(f"pragma {name}", ())
        return value


@pytest.fixture
def file(tmp_path: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Opens a new file with a writer and a reader."""
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("create table things (name text)")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("begin")
            reader.execute("select count(*) from things").fetchone()
            yield writer, reader


def test_wal_waits_for_those_who_are_at_the_file(
    file: tuple[sqlite3.Connection, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = file
    monkeypatch.setattr("boardwright.store.sqlite.sleep", lambda _: reader.execute("rollback"))
    write_ahead(writer)
    assert writer.execute("pragma journal_mode").fetchone() == ("wal",)


def test_wal_does_not_wait_for_ever(
    file: tuple[sqlite3.Connection, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardwright.store.sqlite._BUSY_TIMEOUT", 0.0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        write_ahead(file[0])


class TestFiles(Sqlite):
    """Databases that are damaged, foreign, newer or missing."""

    __test__ = True

    async def test_a_file_that_is_no_database_is_named(self) -> None:
        path = self.folder / "notes.txt"
        for content in (b"Dear diary, today we played Blokus. " * 50, bytes(range(256)) * 40):
            path.write_bytes(content)
            await self._refuses(path, BadDatabase, "notes.txt is damaged or not a SQLite file")
            assert path.read_bytes() == content

    async def test_the_database_of_another_program_is_left_alone(self) -> None:
        path = self.folder / "photos.db"
        with sqlite3.connect(path) as other:
            other.execute("create table matches (id integer, picture blob)")
        await self._refuses(path, BadDatabase, "photos.db belongs to another program")
        with sqlite3.connect(path) as other:
            assert other.execute("select count(*) from sqlite_master").fetchone() == (1,)

    async def test_a_database_of_a_newer_boardwright_is_left_alone(self) -> None:
        await self.store.close()
        with sqlite3.connect(self._path) as newer:
            newer.execute("update schema_version set version = 99")
        await self._refuses(self._path, BadDatabase, r"newer Boardwright \(schema version 99")

    async def test_a_damaged_page_is_an_error_with_the_path_and_no_other_answer(self) -> None:
        table = await running(self.store, "m")
        for _ in range(300):
            await put(self.store, table, table.roll())
        await self.store.close()
        content = bytearray(self._path.read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)
        self._path.write_bytes(content)
        with pytest.raises(BadDatabase, match="is damaged"):
            async with await open_store(self.url) as store:
                await store.load("m")

    async def test_a_file_cut_short_is_an_error(self) -> None:
        await running(self.store, "m")
        await self.store.close()
        self._path.write_bytes(self._path.read_bytes()[:5000])
        with pytest.raises(BadDatabase, match="is damaged"):
            async with await open_store(self.url) as store:
                await store.load("m")

    async def test_a_place_where_no_file_can_be_is_named(self) -> None:
        await self._refuses(self.folder, StoreError, "unable to open")
        await self._refuses(self.folder / "no" / "such" / "folder.db", StoreError, "folder.db")

    async def test_a_store_that_was_closed_says_so(self) -> None:
        await self.store.close()
        with pytest.raises(StoreError, match="closed"):
            await self.store.match("m")
        with pytest.raises(StoreError, match="closed"):
            await self.store.append(Table("m").create())

    async def test_listening_is_silent_and_ends_with_the_store(self) -> None:
        follow_notices = self.store.listen()
        assert (await anext(follow_notices)).kind == "missed"
        await running(self.store, "m")
        await self.store.close()
        assert [notice async for notice in follow_notices] == []

    @property
    def _path(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))

    async def _refuses(self, path: Path, error: type[StoreError], reason: str) -> None:
        with pytest.raises(error, match=reason):
            await open_store(f"sqlite:///{path}")
