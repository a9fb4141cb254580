"""Bot workers: the processes in which bots choose moves, and the fair queue in front of them.

A question is answered within a stated time: `wait` seconds in the queue, `seconds` in a worker, and `GRACE` for a bot
that does not stop by itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal, TypeAlias

from boardwright.store.rows import log_id
from boardwright.table.bots.bot_process import BotProcess, TooSlow, WorkerDied
from boardwright.table.bots.bot_worker import Question
from boardwright.table.limits.fair_queue import FairQueue
from boardwright.table.server_bots import CHEAP

log = logging.getLogger("boardwright.table")


@dataclass(frozen=True)
class BotChoice:
    """The move of a bot, as its text until it is read. Without a move `result` says why; None: it was canceled."""

    result: Result | None
    move: Any = None
    offers_draw: bool = False


class _Job:
    """A question on its way: in the queue, or with a worker."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.choice: asyncio.Future[BotChoice] = asyncio.get_running_loop().create_future()
        self.since = 0.0
        """When it came into the queue."""
        self.expiry: asyncio.TimerHandle | None = None
        self.process: BotProcess | None = None
        self.has_lost_worker = False

    def finish(self, choice: BotChoice) -> None:
        """Answer the question, unless it has been answered."""
        if self.expiry is not None:
            self.expiry.cancel()
        if not self.choice.done():
            self.choice.set_result(choice)


class BotWorkers:
    """A fixed number of worker processes, each started when it is first needed.

    With several workers one is kept for cheap questions, so that these never wait for a long search.
    """

    def __init__(self, processes: int = 1) -> None:
        self.stats = BotStats()
        self._processes = [BotProcess() for _ in range(processes)]
        self._idle = list(self._processes)
        self._kept = 1 if processes > 1 else 0
        self._threads = ThreadPoolExecutor(processes, "boardwright-bots")
        self._queues: tuple[FairQueue[_Job], FairQueue[_Job]] = (FairQueue(), FairQueue())
        """The questions that somebody waits for at a table, and those in the background."""
        self._jobs: dict[Question, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """The number of questions in the queue."""
        return sum(map(len, self._queues))

    @property
    def thinking(self) -> int:
        """The number of workers that are choosing a move."""
        return len(self._processes) - len(self._idle)

    @property
    def is_failing(self) -> bool:
        """True if bots answer nothing, so that they play fallback moves."""
        return self.stats.is_failing(monotonic())

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [process.pid for process in self._processes if process.pid is not None]

    async def choose(self, question: Question) -> BotChoice:
        """Return the bot's choice within the time that the question states."""
        job = self._jobs[question] = _Job(question)
        self._enqueue(job, question.seconds)
        self._dispatch()
        try:
            return await job.choice
        finally:
            self.cancel(question)
            del self._jobs[question]

    def cancel(self, question: Question) -> None:
        """Drop a question that is no longer needed: take it out of the queue, or stop the search."""
        job = self._jobs.get(question)
        if job is None or (job.choice.done() and not job.choice.cancelled()):
            return
        self.stats.canceled += 1
        job.finish(BotChoice(None))
        if not self._queue_of(job).remove(question.account, job) and job.process is not None:
            job.process.stop(question)

    def release(self, match: str) -> None:
        """Release what bots keep for a match that is over."""
        for process in self._processes:
            process.release(match)

    async def close(self) -> None:
        """Kill the processes without waiting for searches in progress."""
        self._is_closed = True
        for job in tuple(self._jobs.values()):
            self.cancel(job.question)
        for process in self._processes:
            await asyncio.to_thread(process.close)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown()

    def _enqueue(self, job: _Job, cost: float) -> None:
        job.since = monotonic()
        self._queue_of(job).put(job.question.account, cost, job)
        job.expiry = asyncio.get_running_loop().call_later(job.question.wait, self._expire, job)

    def _expire(self, job: _Job) -> None:
        if self._queue_of(job).remove(job.question.account, job):
            self.stats.waited.add(monotonic() - job.since)
            job.finish(BotChoice("late"))

    def _dispatch(self) -> None:
        """Hand questions to idle workers."""
        while self._idle and not self._is_closed:
            job = self._next()
            if job is None:
                return
            job.process = self._idle.pop()
            task = asyncio.create_task(self._run(job.process, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _queue_of(self, job: _Job) -> FairQueue[_Job]:
        return self._queues[job.question.is_background]

    def _next(self) -> _Job | None:
        """Take the next question; the last worker of several is kept for cheap questions to bots."""
        urgent, background = self._queues
        if len(self._idle) <= self._kept:
            return urgent.take(CHEAP)
        return urgent.take() or background.take()

    async def _run(self, process: BotProcess, job: _Job) -> None:
        started = monotonic()
        self.stats.waited.add(started - job.since)
        if job.expiry is not None:
            job.expiry.cancel()
        try:
            await self._ask(process, job)
        finally:
            self.stats.thought.add(monotonic() - started)
            self.stats.deaths = sum(each.deaths for each in self._processes)
            job.process = None
            self._idle.append(process)
            self._dispatch()

    async def _ask(self, process: BotProcess, job: _Job) -> None:
        question = job.question
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, process.ask, question)
        except WorkerDied as error:
            self._retry(job, error)
        except TooSlow as error:
            log.error("bot %s in match %s was killed: %s", question.bot, log_id(question.match), error)
            job.finish(BotChoice("slow"))
        else:
            if answer.error:
                self.stats.failed(monotonic())
                log.error("bot %s failed in match %s: %s", question.bot, log_id(question.match), answer.error)
                job.finish(BotChoice("failed"))
            else:
                self.stats.answered()
                job.finish(BotChoice("cut" if answer.cut else "chosen", answer.move, answer.offers_draw))

    def _retry(self, job: _Job, error: WorkerDied) -> None:
        """Queue a question again whose worker has died; report the second death."""
        if self._is_closed:
            return
        self.stats.failed(monotonic())
        if job.choice.done():
            return
        again = "no other try" if job.has_lost_worker else "trying again"
        log.error("a bot worker died in match %s: %s; %s", log_id(job.question.match), error, again)
        if job.has_lost_worker:
            job.finish(BotChoice("died"))
            return
        job.has_lost_worker = True
        self._enqueue(job, 0.0)


FAILING = 4
"""Questions in a row that a worker died of or met an error with, from which on bots are held to fail."""
FAILING_FOR = 300.0
"""Seconds for which bots are held to fail after the last of them, if nobody asks again."""

Result: TypeAlias = Literal["chosen", "cut", "late", "slow", "died", "failed", "illegal"]
"""The origin of a bot's move: its own choice; the best so far at its time limit; or the fallback move, because it
waited too long for a worker, did not stop at its time limit, lost its worker twice, raised an error, or chose an
illegal move."""


@dataclass
class Span:
    """A number of spans of time and their sum in seconds."""

    count: int = 0
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Add one span."""
        self.count += 1
        self.seconds += seconds


@dataclass
class BotStats:
    """Counts since the start of the process."""

    moves: Counter[Result] = field(default_factory=Counter)
    canceled: int = 0
    """Questions that nobody needed any more."""
    deaths: int = 0
    """Worker processes that ended by themselves; those that are stopped on purpose do not count."""
    in_a_row: int = 0
    """Questions since the last answer."""
    last_failure: float = 0.0
    """When a question had no answer last."""
    waited: Span = field(default_factory=Span)
    """Time in the queue."""
    thought: Span = field(default_factory=Span)
    """Time in a worker."""

    def answered(self) -> None:
        """Note that a bot has answered."""
        self.in_a_row = 0

    def failed(self, now: float) -> None:
        """Note that a worker has died, or a bot has met an error, instead of answering."""
        self.in_a_row += 1
        self.last_failure = now

    def is_failing(self, now: float) -> bool:
        """Return whether bots answer nothing: their moves are fallback moves, and the host has to act.

        >>> stats = BotStats()
        >>> for second in range(4):
        ...     stats.failed(second)
        >>> stats.is_failing(5), stats.is_failing(1000)
        (True, False)
        >>> stats.answered()
        >>> stats.is_failing(5)
        False
        """
        return self.in_a_row >= FAILING and now - self.last_failure < FAILING_FOR
