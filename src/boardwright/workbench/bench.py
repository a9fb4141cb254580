"""The workbench itself: a session, the process that has loaded the game, jobs, and what has happened to them."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from boardwright.workbench import commands, jobs, questions, worker
from boardwright.workbench.questions import About, Failed, OnBench, Question, Ready, Reason, WrittenRecord
from boardwright.workbench.session import BenchSession
from boardwright.workbench.sources import changed, package_folder, state

_ANSWER = 60.0
"""Seconds that the game has for an answer."""
_LOOK = 0.25
"""Seconds between two looks at the files."""
_KEPT = 50
"""How many sessions can be taken back."""


class Status(msgspec.Struct, kw_only=True):
    """What became of the last save."""

    loads: int = 0
    text: str = ""
    error: str = ""
    """Why the files cannot be loaded; the last game that could be is shown."""


class Workbench:
    """What stands on the bench. Every change raises `news`, and wakes those who wait for it."""

    def __init__(self, name: str, session: BenchSession) -> None:
        self.name = name
        self.folder: Path = package_folder(name)
        self.session = session
        self.about: About | None = None
        self.texts: dict[str, bytes] = {}
        self.shown: bytes | None = None
        self.status = Status()
        self.jobs: dict[jobs.Kind, jobs.Progress] = {}
        self.news = 0
        self.is_over = False
        self._changed = asyncio.Condition()
        self._asking = asyncio.Lock()
        self._earlier: deque[BenchSession] = deque(maxlen=_KEPT)
        self._process: Process | None = None
        self._jobs: dict[jobs.Kind, Process] = {}

    # Loading

    async def run(self) -> None:
        """Loads the game, and again whenever one of its files has changed."""
        seen = state(self.folder)
        await self.load("")
        while True:
            await asyncio.sleep(_LOOK)
            now = state(self.folder)
            if files := changed(seen, now):
                seen = now
                await self.load(", ".join(files))

    async def load(self, files: str) -> None:
        """Starts a process with the game as it is now, puts the session on it and checks the laws."""
        fresh = Process(worker.run, self.name)
        try:
            answer = await asyncio.to_thread(fresh.receive, START_LIMIT)
        except Silent as silent:
            answer = Failed(str(silent))
        clock = time.strftime("%H:%M:%S")
        if isinstance(answer, Ready):
            async with self._asking:
                old, self._process, self.about = self._process, fresh, answer.about
                self.texts = answer.texts
            if old is not None:
                old.end()
            self.status.error = ""
            self.status.text = f"{files} reloaded at {clock}" if files else f"loaded at {clock}"
            shown = await self.ask(questions.Show(self.session))
            if isinstance(shown, Failed):
                self.status.error = shown.text
            await self.start_job("laws", 0)
        else:
            fresh.end()
            self.status.error = answer.text
            self.status.text = f"{files} saved at {clock}, but cannot be loaded" if files else "cannot be loaded"
        self.status.loads += 1
        await self.tell()

    async def ask(self, question: Question) -> questions.Answer:
        """Asks the process of the game; a session that it shows is what stands on the bench then."""
        async with self._asking:
            if self._process is None:
                return Failed(self.status.error or "The game is not loaded yet.")
            try:
                answer: questions.Answer = await asyncio.to_thread(self._process.ask, question, _ANSWER)
            except Silent as silent:
                self._process = Process(worker.run, self.name)
                await asyncio.to_thread(self._process.receive, START_LIMIT)
                return Failed(f"The game gave {silent}" if "answer" in str(silent) else f"The game failed: {silent}")
            if isinstance(answer, OnBench):
                self.session, self.shown = answer.session, answer.data
            return answer

    # Commands

    async def do(self, command: Any) -> Failed | Reason | None:
        """Does what the page asks for; returns what there is to say about it."""
        session = self.session
        match command:
            case commands.Job(kind, games):
                await self.start_job(kind, games)
                return None
            case commands.Stop(kind):
                self._end_job(kind)
                self.jobs.pop(kind, None)
                await self.tell()
                return None
            case commands.Back() if not self._earlier:
                return Failed("There is nothing to take back.")
            case commands.Back():
                answer = await self.ask(questions.Show(self._earlier.pop()))
            case _:
                answer = await self.ask(_question(command, session))
                if isinstance(answer, OnBench) and not isinstance(command, commands.Go) and self.session != session:
                    self._earlier.append(session)
        if isinstance(answer, Failed | Reason):
            return answer
        await self.tell()
        return None

    async def record(self) -> WrittenRecord | Failed:
        """The line that is shown as a record file."""
        answer = await self.ask(questions.WriteRecord(self.session))
        assert isinstance(answer, WrittenRecord | Failed)
        return answer

    # Jobs

    async def start_job(self, kind: jobs.Kind, many: int) -> None:
        """Starts a job in a process of its own."""
        self._end_job(kind)
        process = Process(jobs.run, self.name, kind, self.session, many)
        self._jobs[kind] = process
        self.jobs[kind] = jobs.Progress(kind=kind, text="starting")
        task = asyncio.create_task(self._follow(kind, process))
        task.add_done_callback(lambda done: done.exception())
        await self.tell()

    async def _follow(self, kind: jobs.Kind, process: Process) -> None:
        while True:
            try:
                progress: jobs.Progress = await asyncio.to_thread(process.receive)
            except Silent:
                break
            if self._jobs.get(kind) is not process:
                break
            self.jobs[kind] = progress
            await self.tell()
            if progress.state != "running":
                break

    def _end_job(self, kind: jobs.Kind) -> None:
        process = self._jobs.pop(kind, None)
        if process is not None:
            process.end()

    def close(self) -> None:
        """Ends all processes."""
        for kind in tuple(self._jobs):
            self._end_job(kind)
        if self._process is not None:
            self._process.end()

    # News

    async def tell(self) -> None:
        """Wakes those who wait for news."""
        async with self._changed:
            self.news += 1
            self._changed.notify_all()

    async def finish(self) -> None:
        """Ends the waiting for news."""
        self.is_over = True
        await self.tell()

    async def wait(self, seen: int) -> int:
        """Waits until there are other news than `seen`, and returns their number."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.news != seen)
            return self.news


def _question(command: Any, session: BenchSession) -> Question:
    replace = msgspec.structs.replace
    match command:
        case commands.New(seats, options, seed, by_hand):
            return questions.Show(BenchSession(seats=seats, options=options, seed=seed, is_by_hand=by_hand))
        case commands.Go(at):
            return questions.Show(replace(session, at=max(0, min(at, len(session.steps)))))
        case commands.Hand(on):
            return questions.Show(replace(session, is_by_hand=on))
        case commands.Move(seat, move):
            return questions.PlayQuestion(session, seat, move)
        case commands.Why(seat, move):
            return questions.WhyQuestion(session, seat, move)
        case commands.Chance(outcome):
            return questions.ChanceQuestion(session, outcome)
        case commands.Bot(name):
            return questions.BotMove(session, name)
        case commands.Set(position):
            return questions.SetUp(session, position)
        case commands.Paste(text):
            return questions.PasteQuestion(session, text)
    raise TypeError(f"{command!r} asks for nothing that stands on the bench.")


A = TypeVar("A")
START_LIMIT = 60.0
"""Seconds in which a game has to be loaded."""


class Silent(Exception):
    """The process has ended, or did not answer in time and was ended."""


class Process:
    """A process that runs `target(connection, *args)`."""

    def __init__(self, target: Callable[..., None], *args: Any) -> None:
        spawn = get_context("spawn")
        self._connection, there = spawn.Pipe()
        self._process = spawn.Process(target=target, args=(there, *args), daemon=True)
        self._process.start()
        there.close()  # so that the end of the process ends the connection

    def ask(self, question: Any, seconds: float) -> Any:
        """Sends a question and returns the answer; blocks until then. Raises Silent."""
        try:
            self._connection.send(question)
        except OSError as error:
            raise Silent("the process has ended") from error
        return self.receive(seconds)

    def receive(self, seconds: float | None = None) -> Any:
        """The next message of the process; None waits for as long as it takes. Raises Silent."""
        connection: Connection = self._connection
        try:
            if not connection.poll(seconds):
                self.end()
                raise Silent(f"no answer within {seconds:g} s: does a rule run in a circle?")
            return connection.recv()
        except (EOFError, OSError) as error:
            raise Silent("the process has ended") from error

    def end(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        self._process.join()
