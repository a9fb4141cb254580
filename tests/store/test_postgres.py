"""The PostgreSQL store fulfills the contract, and processes notify each other."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import asyncpg
import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.change import Appended
from boardwright.store.port import BadDatabase, Store, StoreError
from boardwright.store.postgres.connection import connect
from boardwright.store.rows import Notice
from boardwright.store.sql.base import Batch
from boardwright.store.sql.columns import Values
from tests.postgres import database_url, drop_database, new_database
from tests.store.case import DatabaseCase
from tests.store.contracts.contract import DatabaseContract
from tests.store.contracts.contract_accounts import line
from tests.store.contracts.contract_migration import MigrationContract
from tests.store.contracts.contract_plans import PlansContract
from tests.store.samples import Table, check_log, put, running

T = TypeVar("T")


class Postgres(DatabaseCase):
    async def new_url(self) -> str:
        url = await new_database()
        self.addAsyncCleanup(drop_database, url)
        return url


class TestContract(Postgres, DatabaseContract):
    """PostgreSQL fulfills the contract of databases."""


class TestPlans(Postgres, PlansContract):
    """The planner may not read small tables as a whole here, as it would: the plans are those of large ones."""

    async def explain(self, sql: str, values: Values) -> str:
        connection = await connect(self.url)
        try:
            for setting in (
                "enable_seqscan",
                "enable_bitmapscan",
                "enable_hashjoin",
                "enable_mergejoin",
                "enable_sort",
            ):
                await connection.execute(f"set {setting} = off")
            return "\n".join(row[0] for row in await connection.fetch(f"explain {sql}", *values))
        finally:
            await connection.close()

    def check(self, plan: str) -> None:
        for step in plan.splitlines():
            assert "Seq Scan" not in step or "heartbeat" in step, plan
            assert "Sort " not in step, plan

    async def analyze(self) -> None:
        await _execute(self.url, "analyze")


class TestMigration(Postgres, MigrationContract):
    async def write(self, url: str, statements: Sequence[str], batches: Sequence[Batch]) -> None:
        connection = await connect(url)
        try:
            for statement in ("create schema boardwright", *statements, "create table schema_version (version bigint)"):
                await connection.execute(statement.replace("{clustered}", ""))
            await connection.execute("insert into schema_version values (2)")
            for sql, values in batches:
                await connection.executemany(sql, values)
        finally:
            await connection.close()


class TestNotices(Postgres):
    """Two stores on one database stand for two processes."""

    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.other = await self.open()

    async def asyncTearDown(self) -> None:
        await self.other.close()
        await super().asyncTearDown()

    async def test_what_another_process_writes_is_heard_in_order(self) -> None:
        follow_notices = await _listen(self.other)
        table = await running(self.store, "m")
        for _ in range(3):
            await put(self.store, table, table.roll())
        await self.store.add_chat(line("hello"))
        expected = [Notice("match", "m", number) for number in (0, 2, 3, 4, 6)] + [Notice("chat", "m")]
        assert [await anext(follow_notices) for _ in expected] == expected

    async def test_what_oneself_writes_is_not(self) -> None:
        follow_notices = await _listen(self.store)
        await running(self.store, "mine")
        await running(self.other, "theirs")
        assert await anext(follow_notices) == Notice("match", "theirs", 0)

    async def test_a_conflict_and_a_repetition_are_not(self) -> None:
        table = await running(self.store, "m")
        change = table.roll("anna/1")
        await put(self.store, table, change)
        follow_notices = await _listen(self.other)
        await self.store.append(change)
        await self.store.append(Table("m").create())
        await put(self.store, table, table.roll())
        assert await anext(follow_notices) == Notice("match", "m", 4)

    async def test_a_batch_of_any_size_is_heard_whole(self) -> None:
        follow_notices = await _listen(self.other)
        tables = [Table(f"a-match-with-a-rather-long-name-{number:0100}") for number in range(300)]
        await asyncio.gather(*[self.store.append(table.create()) for table in tables])
        assert {(await anext(follow_notices)).match for _ in tables} == {table.row.id for table in tables}

    async def test_listening_goes_on_after_the_connection_is_lost(self) -> None:
        follow_notices = await _listen(self.other)
        await self._cut()
        assert await anext(follow_notices) == Notice("lost")
        assert await anext(follow_notices) == Notice("missed")
        async with await self.open() as third:
            await running(third, "m")
        assert await anext(follow_notices) == Notice("match", "m", 0)

    async def test_others_can_see_that_somebody_listens(self) -> None:
        assert not await self.store.has_listeners()
        follow_notices = await _listen(self.other)
        assert await self.store.has_listeners()
        await self.other.close()
        with pytest.raises(StopAsyncIteration):
            await anext(follow_notices)
        async with asyncio.timeout(20):
            while await self.store.has_listeners():
                await asyncio.sleep(0.01)

    async def test_listening_ends_with_the_store(self) -> None:
        follow_notices = await _listen(self.other)
        rest = asyncio.create_task(_rest(follow_notices))
        await self.other.close()
        assert await rest == []

    async def test_writing_and_reading_go_on_after_all_connections_are_lost(self) -> None:
        table = await running(self.store, "m")
        await self._cut()
        change = table.roll("anna/1")
        # While the connection dies nobody knows what became of the write; the request makes asking again safe.
        assert isinstance(await _insist(lambda: self.store.append(change)), Appended)
        await _insist(self.store.heartbeat)
        assert (await check_log(self.store, "m")).entries == table.match.entries

    async def _cut(self) -> None:
        """Terminate every connection of the stores, as a restart of the database does."""
        others = "datname = current_database() and pid <> pg_backend_pid()"
        await _execute(self.url, f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")


class TestDatabases(Postgres):
    """Databases that are damaged, foreign, newer or missing."""

    async def test_tables_of_another_program_beside_ours_are_no_matter(self) -> None:
        url = await self.new_url()
        await _execute(url, "create table matches (id integer)")
        async with await open_store(url) as store:
            await running(store, "m")
        await _execute(url, "insert into matches values (1)")

    async def test_a_schema_of_another_program_is_left_alone(self) -> None:
        url = await self.new_url()
        await _execute(url, "create schema boardwright; create table boardwright.planks (id integer)")
        with pytest.raises(BadDatabase, match="belongs to another program"):
            await open_store(url)

    async def test_a_database_that_is_not_there_is_an_error_without_the_password(self) -> None:
        for url in (database_url("nowhere"), "postgresql://u:secret@127.0.0.1:1/x", "postgresql://u:secret@[x/y"):
            with pytest.raises(StoreError) as caught:
                await open_store(url)
            assert "secret" not in str(caught.value)


def test_sqlite_needs_no_asyncpg(tmp_path: Path) -> None:
    """Check that without the extra, only PostgreSQL is missing, and the error says how to get it."""
    program = """
import asyncio, sys
sys.modules["asyncpg"] = None
from boardwright.store.backends.open import open_store
async def look(url):
    async with await open_store(url) as store:
        await store.heartbeat()
asyncio.run(look("sqlite:///" + sys.argv[1]))
try:
    asyncio.run(look("postgresql://localhost/x"))
except Exception as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "x.db")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "PostgreSQL needs asyncpg: pip install 'boardwright[postgres]'.\n"


async def _listen(store: Store) -> AsyncIterator[Notice]:
    """Return the notices of a store whose subscription has started."""
    follow_notices = store.listen()
    assert await anext(follow_notices) == Notice("missed")
    return follow_notices


async def _insist(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result once the store responds again; every connection may fail once before that."""
    for _ in range(20):
        with suppress(StoreError):
            return await attempt()
    return await attempt()


async def _rest(follow_notices: AsyncIterator[Notice]) -> list[Notice]:
    return [notice async for notice in follow_notices]


async def _execute(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()
