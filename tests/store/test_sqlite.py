"""The SQLite store fulfills the contract, and explains what is wrong with a file."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.backends.sqlite import _APPLICATION_ID, SqliteStore, migrate, write_ahead
from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.sql.base import Batch
from boardwright.store.sql.columns import Values
from tests.store.case import DatabaseCase
from tests.store.contracts.contract import DatabaseContract
from tests.store.contracts.contract_keys import sealed
from tests.store.contracts.contract_migration import MigrationContract
from tests.store.contracts.contract_plans import PlansContract
from tests.store.samples import SEED, Table, check_log, finish, put, running

_WALKED = (
    "heartbeat",
    "audit",
    "matches_all",
    "matches_listed",
    "matches_unstarted",
    "matches_started",
    "heads_to_project",
    "analyses_by_age",
)


class Sqlite(DatabaseCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="boardwright-"))
        self.addCleanup(shutil.rmtree, self.folder)

    async def new_url(self) -> str:
        return f"sqlite:///{self.folder}/{secrets.token_hex(4)}.db"


class TestContract(Sqlite, DatabaseContract):
    """SQLite fulfills the contract of databases."""


class TestSecrecy(Sqlite):
    """The files of the database reveal no seed and no key."""

    def _stored(self) -> bytes:
        """Return all bytes of the database: its file and its write-ahead log, but not the key file."""
        name = self.url.rpartition("/")[2]
        files = [path for path in self.folder.iterdir() if path.name.startswith(name) and path.suffix != ".key"]
        return b"".join(path.read_bytes() for path in files)

    async def test_a_seed_is_in_the_database_only_after_the_end(self) -> None:
        table = await sealed(self.store, "m")
        seed = self.store.key.seed("m")
        key = (self.folder / f"{self.url.rpartition('/')[2]}.key").read_bytes().strip()
        *changes, last = table.stop()
        for change in changes:
            await self.store.append(change)
        for secret in (seed, seed.hex().encode(), key, bytes.fromhex(key.decode())):
            assert secret not in self._stored()
        assert table.match.entries[0].hash.encode() in self._stored()
        await self.store.append(last)
        assert seed.hex().encode() in self._stored()
        assert key not in self._stored()

    async def test_a_database_from_before_there_were_keys_opens_with_its_seeds(self) -> None:
        table = await running(self.store, "old")
        await self.store.close()
        newest, path = Path(self.url.removeprefix("sqlite:///")), self.folder / "old.db"
        with closing(sqlite3.connect(path)) as old, old:
            migrate(old, path, 3)
            old.execute("attach ? as newest", (str(newest),))
            for name in ("matches", "heads", "members", "entries"):
                columns = ", ".join(row[1] for row in old.execute(f"pragma main.table_info({name})"))
                old.execute(f"insert into main.{name} ({columns}) select {columns} from newest.{name}")
        self.url = f"sqlite:///{path}"
        self.store = await self.open()
        assert (await check_log(self.store, "old")).seed == SEED
        await put(self.store, table, table.roll())
        assert Path(f"{path}.key").exists()
        await self.reopen()
        await finish(self.store, table)
        assert (await check_log(self.store, "old")).seed == SEED


class TestPlans(Sqlite, PlansContract):
    async def explain(self, sql: str, values: Values) -> str:
        return "\n".join(row[3] for row in await self.store._fetch(f"explain query plan {sql}", values))

    def check(self, plan: str) -> None:
        for step in plan.splitlines():
            # The indexes that hold exactly what is wanted, in order; the limit ends the walk.
            is_walk = step.startswith("SCAN") and step.split()[-1] not in _WALKED
            assert not is_walk, plan
            assert "TEMP B-TREE" not in step, plan

    async def analyze(self) -> None:
        assert isinstance(self.store, SqliteStore)
        await self.store._run(self.store._writer, self.store._analyze)


class TestStatistics(Sqlite):
    """The planner's statistics are collected after many writes, and at the end of a busy store."""

    async def test_they_are_collected_after_many_changes(self) -> None:
        with mock.patch("boardwright.store.backends.sqlite._ANALYZE_AFTER", 20):
            await self._create(19)
            assert await self._analyzed() == set()
            await self._create(1, "last")
            assert {"matches", "heads", "members"} <= await self._analyzed()

    async def test_they_are_collected_at_the_end_if_there_is_something_new(self) -> None:
        with mock.patch("boardwright.store.backends.sqlite._ANALYZE_AT_CLOSE", 20):
            await self._create(19)
            await self.reopen()
            assert await self._analyzed() == set()
            await self._create(20, "more")
            await self.reopen()
            assert "matches" in await self._analyzed()

    async def _create(self, count: int, name: str = "m") -> None:
        for number in range(count):
            await self.store.append(Table(f"{name}{number}").create())

    async def _analyzed(self) -> set[str]:
        assert isinstance(self.store, SqliteStore)
        if not await self.store._fetch("select 1 from sqlite_master where name = 'sqlite_stat1'", ()):
            return set()
        return {row[0] for row in await self.store._fetch("select tbl from sqlite_stat1", ())}


class TestMigration(Sqlite, MigrationContract):
    async def write(self, url: str, statements: Sequence[str], batches: Sequence[Batch]) -> None:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.execute(f"pragma application_id = {_APPLICATION_ID}")
            for statement in (*statements, "create table schema_version (version bigint not null)"):
                connection.execute(statement.replace("{clustered}", "without rowid"))
            connection.execute("insert into schema_version values (2)")
            for sql, values in batches:
                connection.executemany(sql.replace("$", "?"), values)
            connection.commit()


class TestDurability(Sqlite):
    async def test_every_commit_reaches_the_disk_and_readers_do_not_wait(self) -> None:
        assert await self._pragma("synchronous") == 2
        assert await self._pragma("journal_mode") == "wal"

    async def _pragma(self, name: str) -> object:
        assert isinstance(self.store, SqliteStore)
        ((value,),) = await self.store._fetch(f"pragma {name}", ())
        return value


@pytest.fixture
def file(tmp_path: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Open a new file with a writer and a reader."""
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as writer:
        writer.execute("create table things (name text)")
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as reader:
            reader.execute("begin")
            reader.execute("select count(*) from things").fetchone()
            yield writer, reader


def test_wal_waits_for_those_who_are_at_the_file(
    file: tuple[sqlite3.Connection, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = file
    monkeypatch.setattr("boardwright.store.backends.sqlite.sleep", lambda _: reader.execute("rollback"))
    write_ahead(writer)
    assert writer.execute("pragma journal_mode").fetchone() == ("wal",)


def test_wal_does_not_wait_for_ever(
    file: tuple[sqlite3.Connection, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardwright.store.backends.sqlite._BUSY_TIMEOUT", 0.0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        write_ahead(file[0])


class TestFiles(Sqlite):
    """Databases that are damaged, foreign, newer or missing."""

    async def test_only_the_owner_can_read_the_database(self) -> None:
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        async with await SqliteStore.open(folder / "some.db") as store:
            await running(store, "m")
            modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        assert modes == dict.fromkeys(("some.db", "some.db-shm", "some.db-wal"), 0o600)

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

    @property
    def _path(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))

    async def _refuses(self, path: Path, error: type[StoreError], reason: str) -> None:
        with pytest.raises(error, match=reason):
            await open_store(f"sqlite:///{path}")
