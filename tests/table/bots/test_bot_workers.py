"""Bot workers: deaths, time limits, cancellation, priority. The gated bot makes every order of events certain."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any
from unittest import IsolatedAsyncioTestCase, mock

import pytest

from boardwright import bots
from boardwright.bots.mcts import MctsBot
from boardwright.core.game.registry import game
from boardwright.table.bots import bot_process, bot_worker
from boardwright.table.bots.bot_process import BotProcess
from boardwright.table.bots.bot_worker import AnalysisQuestion, BotAnswer, Question
from boardwright.table.bots.bot_workers import BotChoice, BotWorkers
from tests.table.case import until

DEBLOCKLE = game("deblockle")
START = DEBLOCKLE.begin(2, DEBLOCKLE.read_options({}))
MOVES = [str(move) for move in START.legal_moves(0)]
ENDLESS = "mcts:iterations=1000000000,exploration=100"
_ORPHAN = """
import asyncio, sys
from tests.table.bots.test_bot_workers import ENDLESS, request
from boardwright.table.bots.bot_workers import BotWorkers

async def main():
    workers = BotWorkers()
    thinking = asyncio.create_task(workers.choose(request(ENDLESS)))
    while not workers.pids:
        await asyncio.sleep(0.01)
    print(workers.pids[0], flush=True)
    await thinking

asyncio.run(main())
"""


def request(bot: str, kind: type[Question] = Question, **more: Any) -> Question:
    """Return a question for seat 0 at the start of Deblockle."""
    usual = {"account": "ann", "match": "m", "rules": (DEBLOCKLE.name, DEBLOCKLE.version), "seat": 0}
    usual |= {"shown": DEBLOCKLE.encode(START), "seed": random.random(), "wait": 1000.0, "seconds": 1000.0}
    return kind(bot=bot, **{**usual, **more})


class WorkersCase(IsolatedAsyncioTestCase):
    processes = 1

    async def asyncSetUp(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.started, self.go = folder / "started", folder / "go"
        self.gated = f"program:{sys.executable} {Path(__file__).parent / 'gated_bot.py'} {self.started} {self.go}"
        self.workers = BotWorkers(self.processes)

    async def asyncTearDown(self) -> None:
        await self.workers.close()

    def begin(self, bot: str, **more: Any) -> tuple[Question, asyncio.Task[BotChoice]]:
        """Make a request and return it with the task that waits for its choice."""
        made = request(bot, **more)
        return made, asyncio.create_task(self.workers.choose(made))

    async def think(self) -> asyncio.Task[BotChoice]:
        """Return the task that waits for the gated bot, which thinks."""
        _, choice = self.begin(self.gated)
        await self.until_started()
        return choice

    async def until_started(self) -> None:
        """Wait until the gated bot thinks, and forget it."""
        await until(lambda: self.started.exists())
        self.started.unlink()

    def kill(self) -> None:
        """Kill the worker like the kernel does when memory is short."""
        (pid,) = self.workers.pids
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(("played", "tried"), [("", ""), (MOVES[0], ""), ("", MOVES[0])])
def test_workers_give_hints_and_analyses_the_budget_of_the_strongest_level(played: str, tried: str) -> None:
    strongest = bots.bot("level6", DEBLOCKLE)
    made = request("analysis", AnalysisQuestion, played=played, entry=1, tried=tried).make_bot()
    assert isinstance(strongest, MctsBot)
    assert isinstance(made, MctsBot)
    assert (made.iterations, made.seconds) == (strongest.iterations, strongest.seconds)


class TestBackground(WorkersCase):
    async def test_a_bot_that_comes_later_moves_before_an_analysis_goes_on(self) -> None:
        done: list[str] = []

        async def answer(made: Question) -> None:
            choice = await self.workers.choose(made)
            assert choice.result == "chosen"
            done.append(made.bot)

        first = await self.think()
        searches = [
            request("analysis", AnalysisQuestion, budget=0.02, **{kind: MOVES[0]}) for kind in ("played", "tried")
        ]
        waiting = [asyncio.create_task(answer(each)) for each in (*searches, request("random", account="bob"))]
        while self.workers.waiting < 3:
            await asyncio.sleep(0)
        self.go.touch()
        await asyncio.gather(first, *waiting)
        assert done == ["random", "analysis", "analysis"]


class TestDeath(WorkersCase):
    async def test_a_worker_that_is_killed_while_it_thinks_loses_nothing(self) -> None:
        choice = await self.think()
        with self.assertLogs("boardwright.table", "ERROR") as logs:
            self.kill()
            await self.until_started()
        assert "trying again" in logs.output[0]
        self.go.touch()
        assert await choice == BotChoice("chosen", MOVES[-1])
        assert self.workers.stats.deaths == 1

    async def test_the_second_death_of_a_request_is_reported_and_the_next_request_is_answered(self) -> None:
        _, choice = self.begin(self.gated)
        with self.assertLogs("boardwright.table", "ERROR") as logs:
            for _ in range(2):
                await self.until_started()
                self.kill()
            assert await choice == BotChoice("died")
        assert "no other try" in logs.output[-1]
        assert self.workers.stats.deaths == 2
        self.go.touch()
        assert (await self.workers.choose(request(self.gated))).result == "chosen"

    async def test_requests_in_the_queue_survive_a_death(self) -> None:
        first = await self.think()
        others = [self.begin("random", account=f"account {number}")[1] for number in range(5)]
        with self.assertLogs("boardwright.table", "ERROR"):
            self.kill()
            assert {(await choice).result for choice in others} == {"chosen"}
        self.go.touch()
        assert (await first).result == "chosen"

    async def test_a_worker_that_dies_while_it_is_idle_is_replaced_without_a_loss(self) -> None:
        assert (await self.workers.choose(request("random"))).result == "chosen"
        (pid,) = self.workers.pids
        self.kill()
        with self.assertNoLogs("boardwright.table", "ERROR"):
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            assert (await self.workers.choose(request("random"))).result == "chosen"
        assert self.workers.stats.deaths == 1
        assert self.workers.pids != [pid]


class TestLimits(WorkersCase):
    async def test_a_search_ends_at_its_time_limit_with_its_best_move(self) -> None:
        # The compiled search ends before its limit when no move can overtake the first any more.
        with mock.patch.dict(os.environ, {"BOARDWRIGHT_KERNELS": "off"}):
            choice = await self.workers.choose(request(ENDLESS, seconds=0.2))
        assert choice.result == "cut"
        assert choice.move in MOVES
        assert self.workers.stats.deaths == 0

    async def test_a_bot_that_does_not_stop_is_killed_and_the_next_one_is_answered(self) -> None:
        with mock.patch.object(bot_process, "GRACE", 0.1), self.assertLogs("boardwright.table", "ERROR") as logs:
            assert await self.workers.choose(request(self.gated, seconds=0.1)) == BotChoice("slow")
        assert "was killed" in logs.output[0]
        assert self.workers.stats.deaths == 0, "it was killed on purpose"
        assert (await self.workers.choose(request("random"))).result == "chosen"

    async def test_a_request_that_waits_too_long_leaves_the_queue(self) -> None:
        await self.think()
        assert await self.workers.choose(request("random", wait=0.05)) == BotChoice("late")
        assert self.workers.waiting == 0

    async def test_a_bot_that_raises_an_error_is_reported_and_costs_no_worker(self) -> None:
        with self.assertLogs("boardwright.table", "ERROR") as logs:
            assert await self.workers.choose(request("mcts:iterations=0")) == BotChoice("failed")
            for _ in range(3):
                assert not self.workers.is_failing
                await self.workers.choose(request("mcts:iterations=0"))
        assert "iterations must be at least 1" in logs.output[0]
        assert self.workers.is_failing, "four in a row"
        pids = self.workers.pids
        assert (await self.workers.choose(request("random"))).result == "chosen"
        assert self.workers.pids == pids
        assert not self.workers.is_failing


class TestCancel(WorkersCase):
    async def test_a_canceled_search_frees_its_worker(self) -> None:
        made, choice = self.begin(ENDLESS)
        await until(lambda: bool(self.workers.pids))
        pids = self.workers.pids
        self.workers.cancel(made)
        assert await choice == BotChoice(None)
        assert (await self.workers.choose(request("random"))).result == "chosen"
        assert self.workers.pids == pids
        assert (self.workers.stats.canceled, self.workers.stats.deaths) == (1, 0)

    async def test_a_canceled_request_leaves_the_queue_and_never_runs(self) -> None:
        await self.think()
        made, choice = self.begin(self.gated)
        await asyncio.sleep(0)
        assert self.workers.waiting == 1
        self.workers.cancel(made)
        self.workers.cancel(made)
        assert await choice == BotChoice(None)
        assert self.workers.waiting == 0
        assert self.workers.stats.canceled == 1
        self.go.touch()
        assert (await self.workers.choose(request("random"))).result == "chosen"
        assert self.workers.stats.thought.count <= 2

    async def test_canceling_the_task_cancels_the_request(self) -> None:
        _, choice = self.begin(ENDLESS)
        await asyncio.sleep(0)
        choice.cancel()
        with pytest.raises(asyncio.CancelledError):
            await choice
        assert (await self.workers.choose(request("random"))).result == "chosen"
        assert self.workers.stats.canceled == 1

    async def test_closing_does_not_wait_for_searches(self) -> None:
        thinking = await self.think()
        _, waiting = self.begin("random")
        await asyncio.sleep(0)
        (pid,) = self.workers.pids
        with self.assertNoLogs("boardwright.table", "ERROR"):
            await self.workers.close()
        assert await thinking == await waiting == BotChoice(None)
        assert self.workers.pids == []
        assert not is_running(pid)


class TestFairness(WorkersCase):
    async def order(self, requests: list[Question]) -> list[str]:
        """Make all requests while the only worker is busy, and return the accounts in the order of thinking."""
        may_go, order = threading.Event(), list[str]()

        def ask(_: BotProcess, question: Question) -> BotAnswer:
            assert may_go.wait(60)
            order.append(question.bot)
            return BotAnswer(MOVES[0])

        with mock.patch.object(BotProcess, "ask", ask):
            choices = [asyncio.create_task(self.workers.choose(each)) for each in requests]
            await asyncio.sleep(0)
            may_go.set()
            await asyncio.gather(*choices)
        return order

    async def test_thirty_costly_requests_of_one_account_delay_a_cheap_one_by_the_one_that_is_running(self) -> None:
        flood = [request(f"flood {number}", account="mallory", seconds=20) for number in range(30)]
        order = await self.order([*flood, request("cheap", account="bob", seconds=5)])
        assert order[:2] == ["flood 0", "cheap"]
        assert len(order) == 31

    async def test_costly_requests_of_other_accounts_come_in_turn(self) -> None:
        flood = [request(f"flood {number}", account="mallory", seconds=20) for number in range(30)]
        others = [request(f"other {number}", account=f"account {number}", seconds=20) for number in range(3)]
        order = await self.order([*flood, *others])
        assert order[:4] == ["flood 0", "other 0", "other 1", "other 2"]

    async def test_with_several_workers_one_is_kept_for_cheap_requests(self) -> None:
        await self.workers.close()
        self.workers = BotWorkers(3)
        for number in range(5):
            self.begin(f"{self.gated}{number}", account=f"account {number}")
        await asyncio.sleep(0)
        assert (self.workers.thinking, self.workers.waiting) == (2, 3)
        assert (await self.workers.choose(request("random", seconds=5))).result == "chosen"
        assert (self.workers.thinking, self.workers.waiting) == (2, 3)


class TestRelease(WorkersCase):
    async def test_bots_forget_the_search_of_a_match_that_is_over_and_of_no_other(self) -> None:
        bot = request("mcts:iterations=20").make_bot()
        assert isinstance(bot, MctsBot)
        bot.choose(START, 0, random.Random(1))
        bot_worker.release("another match")
        assert bot._compiled is not None or bot._tree is not None
        bot_worker.release("m")
        assert bot._compiled is None
        assert bot._tree is None

    async def test_a_worker_goes_on_answering_after_it(self) -> None:
        for _ in range(2):
            self.workers.release("m")
            assert (await self.workers.choose(request("mcts:iterations=20"))).result == "chosen"

    async def test_a_worker_that_is_not_running_is_not_started_for_it(self) -> None:
        self.workers.release("m")
        assert self.workers.pids == []


class TestProcess(WorkersCase):
    async def test_a_worker_has_a_lower_priority_than_the_server(self) -> None:
        await self.workers.choose(request("random"))
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, self.workers.pids[0]) == min(19, own + bot_worker.NICENESS)

    async def test_a_worker_ends_with_its_server_even_while_it_thinks(self) -> None:
        server = subprocess.Popen([sys.executable, "-c", _ORPHAN], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        with server.stdout:
            pid = int(await asyncio.to_thread(server.stdout.readline))
            server.kill()
        await asyncio.to_thread(server.wait)
        await until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    """Return whether the process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
