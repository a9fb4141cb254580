"""A fault in one background task, or in one match, stops nothing else, and the operator is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from typing import Any
from unittest import mock

from boardwright.store.backends.sqlite import MemoryStore
from boardwright.store.iteration import project_ended
from boardwright.store.port import BadDatabase, StoreError
from boardwright.store.rows import MatchRow, Notice, Rating, Saved, Token, log_id
from boardwright.table import background
from boardwright.table.background import Background
from boardwright.table.errors import StaleState
from boardwright.table.live import broadcast
from boardwright.table.matches import commands, deadlines, uptime
from boardwright.table.results import ratings
from boardwright.table.server import projections, runtime
from boardwright.table.server.cleaning import Retention, clean
from boardwright.table.server.projections import projector
from tests.table.case import Recorder, ServerCase, raises

FAULTS = {
    "deadlines": (MemoryStore, "deadlines"),
    "clocks": (broadcast, "clocks"),
    "heartbeat": (MemoryStore, "beat"),
    "projections": (MemoryStore, "unprojected"),
    "cleaning": (MemoryStore, "drop_expired"),
    "notices": (MemoryStore, "listen"),
}


class TestTasks(ServerCase):
    async def test_a_fault_in_one_task_stops_no_other(self) -> None:
        await self.register()
        for name, (owner, method) in FAULTS.items():
            error = StoreError(name) if name == "heartbeat" else KeyError(name)
            with self.subTest(name), mock.patch.object(owner, method, side_effect=error), _quick_tasks():
                with self.assertLogs("boardwright.table", logging.ERROR) as logs:
                    await self._run_with_fault(name)
                assert any(name in line for line in logs.output)

    async def _run_with_fault(self, name: str) -> None:
        """Run a server in which that task fails, until all the others have done their work."""
        self.server = self.new_server()
        timed, rated = await self.duel(clock="60", on_timeout="forfeit"), await self.duel()
        recorder = await self.watch(timed, self.ann)
        await commands.resign(rated, self.caller(self.ann))
        await self.store.add_token(Token(hash=name, account=self.ann.id, created=1, expires=2))
        if name == "heartbeat":
            self.server.uptime._last = 0
        else:
            await self.server.start_uptime()
        with mock.patch.object(self.server, "start_uptime"):
            async with self.server, asyncio.timeout(30):
                while not self.server.background.failures[name]:
                    await asyncio.sleep(0.001)
                while name != "clocks" and not recorder.of("clocks"):
                    await asyncio.sleep(0.001)
                while name != "cleaning" and await self.store.bearer(name) is not None:
                    await asyncio.sleep(0.001)
                while name != "projections" and await self.store.count_unprojected():
                    await asyncio.sleep(0.001)
                while timed.row.status != "over" and name not in ("deadlines", "heartbeat"):
                    self.time.now += 1000
                    await asyncio.sleep(0.001)
                last = await self.store.heartbeat()
                while name != "heartbeat" and await self.store.heartbeat() == last:
                    self.time.now += 3000
                    await asyncio.sleep(0.001)

    async def test_every_kind_of_cleaning_is_on_its_own(self) -> None:
        await self.store.add_token(Token(hash="old", account=self.ann.id, created=1, expires=2))
        guard = Background()
        with (
            mock.patch.object(self.store, "drop_expired", side_effect=StoreError("damaged")),
            mock.patch.object(self.store, "drop_requests", return_value=7),
            self.assertLogs("boardwright.table", logging.ERROR) as logs,
        ):
            deleted = await clean(self.store, self.time(), Retention(), guard)
        assert "tokens" not in deleted
        assert deleted["requests"] == 7
        assert (guard.failures["cleaning"], len(logs.output)) == (1, 1)


class TestMatches(ServerCase):
    """Matches on damaged pages, or with outcomes that cannot be rated."""

    async def test_a_match_on_a_damaged_page_stops_no_clock(self) -> None:
        tables = [await self.duel(clock=f"{60 + number}", on_timeout="forfeit") for number in range(5)]
        bad = {table.row.id for table in tables[:4]}
        await self.restart()
        self.time.now += 120_000
        with (
            mock.patch.object(self.store, "load", _failing(self.store, bad)),
            self.assertLogs("boardwright.table", logging.ERROR) as logs,
        ):
            for _ in range(3):
                await self.server.expire_clocks()
                self.time.now += 6000
        row = await self.store.match(tables[4].row.id)
        assert row is not None
        assert row.status == "over"
        assert self.server.background.failures["deadlines"] == len(logs.output) == 4

    async def test_a_store_that_is_down_is_asked_a_few_times_only(self) -> None:
        for number in range(9):
            await self.duel(clock=f"{60 + number}", on_timeout="forfeit")
        await self.restart()
        self.time.now += 120_000
        with mock.patch.object(self.store, "load", side_effect=StoreError("down")) as load:
            try:
                await self.server.expire_clocks()
            except StoreError:
                assert load.call_count == runtime.MAX_STORE_ERRORS
            else:
                raise AssertionError("the task has to be restarted later")
        self.time.now += 6000
        await self.server.expire_clocks()
        assert {row.status for row in await self.store.matches(account=self.ann.id)} == {"over"}

    async def test_a_match_that_cannot_be_projected_stops_no_other(self) -> None:
        await self.register()
        tables = []
        for _ in range(3):
            tables.append(await self.duel())
            await self.play(tables[-1], 4)
            await commands.resign(tables[-1], self.caller(self.bob))
            self.time.now += 1000
        bad, load_logs, failed = tables[1].row.id, self.store.load_logs, dict[str, Exception]()

        async def load(rows: Sequence[MatchRow]) -> list[Saved]:
            if bad in [row.id for row in rows]:
                raise BadDatabase("malformed")
            return await load_logs(rows)

        with mock.patch.object(self.store, "load_logs", load):
            for expected in (2, 0):
                assert await project_ended(self.store, projector(self.store), failed=failed) == expected
        assert list(failed) == [bad]
        history = await self.store.rating_history(self.ann.id, "deblockle")
        assert [rating.match for rating in history] == [tables[0].row.id, tables[2].row.id]

    async def test_an_outcome_that_cannot_be_rated_stops_no_other(self) -> None:
        await self.register()
        tables = [await self.duel() for _ in range(2)]
        for table in tables:
            await self.play(table, 4)
            await commands.resign(table, self.caller(self.bob))
            self.time.now += 1000
        rate, counts = ratings.ratings_after, Background().failures

        def ratings_after(saved: Saved, *others: Any) -> Any:
            if saved.row.id == tables[0].row.id:
                raise ValueError("places")
            return rate(saved, *others)

        with (
            mock.patch.object(projections, "ratings_after", ratings_after),
            self.assertLogs("boardwright.table", logging.ERROR) as logs,
        ):
            assert await project_ended(self.store, projector(self.store, counts)) == 2
        assert [rating.match for rating in await self.store.ratings([self.ann.id])] == [tables[1].row.id]
        assert counts["ratings"] == 1
        assert log_id(tables[0].row.id) in logs.output[0]


class TestNotices(ServerCase):
    """A server that hears nothing of other processes."""

    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.queue: asyncio.Queue[Notice] = asyncio.Queue()
        self.enterContext(mock.patch.object(self.store, "listen", self._listen))

    async def _listen(self) -> AsyncIterator[Notice]:
        while True:
            yield await self.queue.get()

    async def test_without_notices_every_request_reads_the_store(self) -> None:
        here = await self.duel()
        other = self.new_server()
        there = await other.table(here.row.id)
        self.queue.put_nowait(Notice("lost"))
        with self.assertLogs("boardwright.table", logging.WARNING) as logs:
            async with self.server, asyncio.timeout(30):
                while not self.server.notices.is_deaf:
                    await asyncio.sleep(0)
                for _ in range(2):
                    await self.play(there, 1)
                    again = await self.server.table(here.row.id)
                    async with again.locked():
                        assert again.row.number == there.row.number
                with mock.patch.object(self.store, "load", side_effect=StoreError("down")):
                    await self._cannot_be_read(here.row.id)
                self.queue.put_nowait(Notice("missed"))
                while self.server.notices.is_deaf:
                    await asyncio.sleep(0)
        assert self.server.background.failures["notices"] == 1
        assert ["lost" in line for line in logs.output] == [True, False]
        await other.close()

    async def _cannot_be_read(self, match: str) -> None:
        """Rather no answer than an old one."""
        table = await self.server.table(match)
        try:
            async with table.locked():
                raise AssertionError("the state may be old")
        except StoreError:
            assert table.is_behind

    async def test_a_viewer_is_shown_what_was_missed_once_the_store_can_be_read(self) -> None:
        here, recorder = await self.duel(), Recorder(self.ann)
        other = self.new_server()
        there = await other.table(here.row.id)
        await self.server.subscribe(here.row.id, recorder)
        await self.play(there, 2)
        load, tries = self.store.load, 0

        async def fail_once(match: str, after: int = 0) -> Saved | None:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise StoreError("down")
            return await load(match, after)

        self.enterContext(mock.patch("boardwright.table.server.notices.RESTART", 0))
        with mock.patch.object(self.store, "load", fail_once):
            self.queue.put_nowait(Notice("missed"))
            async with self.server, asyncio.timeout(30):
                while not recorder.of("entries"):
                    await asyncio.sleep(0)
        assert recorder.of("entries")[0]["number"] == there.row.number
        await other.close()

    async def test_what_is_written_while_a_table_is_opened_is_not_missed(self) -> None:
        here = await self.duel()
        other, ratings = self.new_server(), self.store.ratings

        async def slow(*args: Any) -> list[Rating]:
            await self.play(here, 1)
            self.queue.put_nowait(Notice("match", here.row.id, here.row.number))
            while not self.queue.empty():
                await asyncio.sleep(0.01)
            return await ratings(*args)

        async with other, asyncio.timeout(30):
            with mock.patch.object(self.store, "ratings", slow):
                there = await other.table(here.row.id)
            async with there.locked():
                assert there.row.number == here.row.number == 1

    async def test_a_subscriber_who_has_seen_more_elsewhere_is_not_shown_less(self) -> None:
        here = await self.duel()
        other = self.new_server()
        there = await other.table(here.row.id)
        await self.play(there, 2)
        recorder = Recorder(self.ann)
        await self.server.subscribe(here.row.id, recorder, first=there.row.number)
        assert recorder.of("state")[0]["state"]["number"] == there.row.number
        await other.close()

    async def test_a_player_who_has_seen_more_elsewhere_gets_the_newest_state_with_the_conflict(self) -> None:
        here = await self.duel()
        other = self.new_server()
        there = await other.table(here.row.id)
        await self.play(there, 2)
        await raises(StaleState, commands.play(here, self.caller(self.ann), "pass", there.row.number))
        async with here.locked():
            assert here.row.number == there.row.number
        await other.close()


def _quick_tasks() -> ExitStack:
    """Make the pauses of all tasks short."""
    stack = ExitStack()
    stack.enter_context(mock.patch.multiple(runtime, HEARTBEAT=0.001, PAUSE=0.001))
    stack.enter_context(mock.patch.object(uptime, "BEAT", 1))
    stack.enter_context(mock.patch.object(background, "RESTART", 0.001))
    stack.enter_context(mock.patch.object(deadlines, "LOOKAHEAD", 5))
    return stack


def _failing(store: Any, bad: set[str]) -> Any:
    load = store.load

    async def fail(match: str, after: int = 0) -> Saved | None:
        if match in bad:
            raise BadDatabase("malformed")
        found: Saved | None = await load(match, after)
        return found

    return fail
