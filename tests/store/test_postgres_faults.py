"""A PostgreSQL that stops responding: every wait ends in time, and nothing goes unnoticed."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AbstractContextManager, suppress
from unittest import mock

import asyncpg
import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.change import Appended
from boardwright.store.port import StoreError
from boardwright.store.postgres import notices, store
from boardwright.store.postgres.connection import STORE_SETTINGS
from boardwright.store.postgres.store import PostgresStore
from boardwright.store.rows import Notice
from tests.store.samples import check_log, put, running
from tests.store.silence import SilentProxy
from tests.store.test_postgres import Postgres, _execute, _insist, _listen


def short_limit() -> AbstractContextManager[object]:
    """Let commands fail soon: only where they have to, as a busy machine may need longer for any other."""
    return mock.patch.multiple(store, COMMAND_LIMIT=0.4)


class TestSilence(Postgres):
    """A database behind a proxy that goes silent."""

    async def asyncSetUp(self) -> None:
        self.enterContext(mock.patch.multiple(notices, _PING_PAUSE=0.05, _PING_LIMIT=0.2))
        self.proxy = SilentProxy()
        await super().asyncSetUp()

    async def new_url(self) -> str:
        self.direct = await super().new_url()
        self.addAsyncCleanup(self.proxy.close)
        return await self.proxy.start(self.direct)

    async def test_writes_and_reads_end_in_time_and_go_on_afterwards(self) -> None:
        table = await running(self.store, "m")
        self.proxy.silence()
        change = table.roll("anna/1")
        with short_limit(), pytest.raises(StoreError, match=r"did not respond within 0\.4 s"):
            await self.store.append(change)
        with short_limit(), pytest.raises(StoreError, match=r"did not respond within 0\.4 s"):
            await self.store.match("m")
        assert isinstance(await _insist(lambda: self.store.append(change)), Appended)
        assert await _insist(lambda: self.store.match("m")) is not None
        await self.reopen()
        assert (await check_log(self.store, "m")).entries == table.match.entries

    async def test_a_silent_listener_is_noticed(self) -> None:
        listening = await _listen(self.store)
        self.proxy.silence()
        async with asyncio.timeout(30):
            assert await anext(listening) == Notice("lost")
            assert await anext(listening) == Notice("missed")
            async with await open_store(self.direct) as other:
                await running(other, "m")
                assert await anext(listening) == Notice("match", "m", 0)

    async def test_a_write_that_is_committed_after_its_error_is_heard_like_one_of_others(self) -> None:
        table = await running(self.store, "m")
        with mock.patch.object(self.store, "_url", self.direct):
            listening = await _listen(self.store)
        self.proxy.held = b"COMMIT;"
        with short_limit(), pytest.raises(StoreError, match="did not respond"):
            await self.store.append(change := table.roll("anna/1"))
        row = await _insist(lambda: self.store.match("m"))
        assert row is not None
        assert row.number < change.new.number
        self.proxy.release()
        async with asyncio.timeout(30):
            assert await anext(listening) == Notice("match", "m", change.new.number)
        assert (await check_log(self.store, "m")).entries == table.match.entries

    async def test_a_silent_database_delays_no_shutdown(self) -> None:
        await running(self.store, "m")
        self.proxy.silence()
        with short_limit():
            async with asyncio.timeout(30):
                await self.store.close()


class TestPausedBackends(Postgres):
    """Processes of the database that are stopped, as on a machine that swaps or is suspended."""

    async def test_writes_end_in_time_and_are_not_done_twice(self) -> None:
        table = await running(self.store, "m")
        pids = await self._backends()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            with short_limit(), pytest.raises(StoreError, match="did not respond"):
                await self.store.append(change := table.roll("anna/1"))
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
        assert isinstance(await _insist(lambda: self.store.append(change)), Appended)
        assert (await check_log(self.store, "m")).entries == table.match.entries

    async def _backends(self) -> list[int]:
        own = await asyncpg.connect(self.url)
        rows = await own.fetch(
            "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        )
        await own.close()
        return [row[0] for row in rows]

    async def test_the_locks_of_a_paused_process_do_not_last(self) -> None:
        table = await running(self.store, "m")
        with mock.patch.dict(STORE_SETTINGS, idle_in_transaction_session_timeout="200ms"):
            paused = await PostgresStore.open(self.url)
        paused.key = self.store.key
        with suppress(StoreError):  # PostgreSQL has ended the transaction
            async with paused._acquired(60) as connection, connection.transaction():
                await connection.execute("select * from heads for update")
                await put(self.store, table, table.roll())
        await paused.close()

    async def test_a_read_only_database_is_an_error_of_the_store(self) -> None:
        table = await running(self.store, "m")
        await _execute(
            self.url,
            "alter database " + self.url.split("/")[3].split("?")[0] + " set default_transaction_read_only = on",
        )
        async with await open_store(self.url) as other:
            with pytest.raises(StoreError, match="read-only"):
                await other.append(table.roll())
            with pytest.raises(StoreError, match="read-only"):
                await other.beat(5, 1)

    async def test_a_notice_that_cannot_be_decoded_counts_as_missed(self) -> None:
        listening = await _listen(self.store)
        await _execute(self.url, f"notify {notices.CHANNEL}, 'nonsense'")
        assert await anext(listening) == Notice("missed")
