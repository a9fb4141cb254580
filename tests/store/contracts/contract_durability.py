"""Contract of the store: what was acknowledged survives a restart, a crash and a race."""

from __future__ import annotations

import asyncio
import random
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import AbstractContextManager
from pathlib import Path
from unittest import mock

import msgspec
import pytest

from boardwright.core.match.clock import Clock
from boardwright.store.backends.open import open_store
from boardwright.store.change import Appended, Change
from boardwright.store.port import BadDatabase
from boardwright.store.rows import ChatLine, Projection, Token
from boardwright.store.sql import schema
from tests.store.case import DatabaseCase
from tests.store.contracts.contract_accounts import line
from tests.store.samples import Table, account, check_log, ended, put, running, stored_entries

ROOT = Path(__file__).parents[3]


class DurabilityContract(DatabaseCase):
    # Restarts

    async def test_everything_is_there_after_a_restart(self) -> None:
        await self.store.add_account(account("anna"))
        await self.store.add_token(Token(hash="f00d", account="anna", created=1))
        table = await running(self.store, "m")
        said: ChatLine = await self.store.add_chat(line("hello"))
        await ended(self.store, "n")
        assert await self.store.project([Projection(match="n")], 0)
        await self.reopen()
        assert await self.store.bearer("f00d") is not None
        assert (await check_log(self.store, "m")).entries == table.match.entries
        assert await self.store.chat("m") == [said]
        assert await self.store.cursor() == 1

    async def test_a_request_is_answered_as_before_after_a_restart(self) -> None:
        table = await running(self.store, "m")
        change = msgspec.structs.replace(table.roll("anna/1"), command="ab12", guarded=("f00d",))
        first = await put(self.store, table, change)
        await self.reopen()
        assert await self.store.is_guarded(["f00d"])
        again = Appended(None, first.first, first.last, repeated=True, command="ab12")
        assert await self.store.append(change) == again
        assert await self.store.find_request("m", "anna/1") == again

    async def test_deadlines_are_found_again_after_a_restart(self) -> None:
        table = Table("m")
        await put(self.store, table, table.create())
        await put(self.store, table, table.start(at=2, clock=Clock(per_turn=500)))
        await self.reopen()
        assert await self.store.deadlines(until=10_000) == [("m", 502)]

    async def test_closing_waits_for_what_was_begun(self) -> None:
        tables = [await running(self.store, f"m{number}") for number in range(20)]
        appends = [asyncio.create_task(self.store.append(table.roll())) for table in tables]
        await asyncio.sleep(0)
        await self.reopen()
        assert all([isinstance(await append, Appended) for append in appends])
        for table in tables:
            assert (await check_log(self.store, table.row.id)).entries == table.match.entries

    # Batches

    async def test_a_change_that_cannot_be_written_fails_alone(self) -> None:
        tables = [await running(self.store, f"m{number}") for number in range(9)]
        changes = [table.roll() for table in tables]
        changes[4] = Change(
            old=changes[4].old,
            new=msgspec.structs.replace(changes[4].new, deadline=2**80),
            entries=changes[4].entries,
        )
        answers = await asyncio.gather(*map(self.store.append, changes), return_exceptions=True)
        assert [isinstance(answer, Appended) for answer in answers] == [True] * 4 + [False] + [True] * 4
        assert isinstance(answers[4], Exception)
        assert (await check_log(self.store, "m4")).row.number == 2
        assert (await check_log(self.store, "m5")).entries == tables[5].match.entries

    # Crashes

    async def test_what_was_acknowledged_survives_kill_9(self) -> None:
        matches, acknowledged, dice = 5, set[tuple[str, int, str]](), random.Random(9)
        for turn in range(6):
            process = await self._start(f"w{turn}", matches, longest=1_000_000)
            assert process.stdout is not None
            lines = [await process.stdout.readline() for _ in range(dice.randrange(1, 200))]
            process.kill()
            lines += (await process.stdout.read()).splitlines(keepends=True)
            await process.wait()
            new = _read(lines)
            assert new
            acknowledged |= {(match, number, hashed) for match, number, hashed, _ in new}
            await self._check(matches, acknowledged)

    async def test_of_several_processes_that_start_together_each_entry_has_one_writer(self) -> None:
        await self.store.close()
        self.url = await self.new_url()
        processes = [await self._start(f"w{number}", matches=3, longest=60) for number in range(3)]
        outputs = await asyncio.gather(*[process.communicate() for process in processes])
        self.store = await self.open()
        acknowledged = [found for output, _ in outputs for found in _read(output.splitlines(keepends=True))]
        numbers = [(match, number) for match, number, _, _ in acknowledged]
        assert len(numbers) == len(set(numbers))
        await self._check(3, {(match, number, hashed) for match, number, hashed, _ in acknowledged})
        for match in range(3):
            assert len(await stored_entries(self.store, f"m{match}")) == sum(name == f"m{match}" for name, _ in numbers)

    async def _start(self, name: str, matches: int, longest: int) -> Process:
        arguments = ("-m", "tests.store.writer", self.url, name, f"{matches}", f"{longest}")
        return await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=PIPE)

    async def _check(self, matches: int, acknowledged: set[tuple[str, int, str]]) -> None:
        stored = set()
        for number in range(matches):
            if await self.store.match(f"m{number}") is not None and await stored_entries(self.store, f"m{number}"):
                saved = await check_log(self.store, f"m{number}")
                stored |= {(saved.row.id, entry.number, entry.hash) for entry in saved.entries}
        assert acknowledged <= stored

    # Starting

    async def test_many_may_open_a_new_database_at_once(self) -> None:
        await self.store.close()
        self.url = await self.new_url()
        stores = await asyncio.gather(*[open_store(self.url) for _ in range(8)])
        table = await running(stores[0], "m")
        for store in stores:
            assert await store.match("m") == table.row
            await store.close()

    async def test_an_older_database_is_brought_up_to_date_and_keeps_its_matches(self) -> None:
        table = await running(self.store, "m")
        with _next_step("create table extra (id text); create index extra_ids on extra (id)"):
            await self.reopen()
            await self.reopen()
            assert (await check_log(self.store, "m")).row == table.row
        with pytest.raises(
            BadDatabase,
            match=rf"newer Boardwright \(schema version {schema.VERSION + 1}, this one supports {schema.VERSION}\)",
        ):
            await self.open()

    async def test_a_step_that_fails_leaves_the_tables_as_they_were(self) -> None:
        await self.store.close()
        with _next_step("create table extra (id text); create nonsense"), pytest.raises(Exception, match="nonsense"):
            await self.open()
        self.store = await self.open()
        with _next_step("create table extra (id text)"):
            await self.reopen()

    async def test_closing_twice_is_once(self) -> None:
        await self.store.close()
        await self.store.close()


def _next_step(sql: str) -> AbstractContextManager[object]:
    """Simulate a newer Boardwright, with one more migration."""
    return mock.patch.multiple(schema, _MIGRATIONS=(*schema._MIGRATIONS, sql), VERSION=schema.VERSION + 1)


def _read(lines: list[bytes]) -> list[tuple[str, int, str, str]]:
    """Return the acknowledgements that were written completely."""
    words = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return [(match, int(number), hashed, writer) for match, number, hashed, writer in words]
