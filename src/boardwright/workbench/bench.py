"""The workbench itself: a session, the process that has loaded the game, jobs, and what has happened to them."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from boardwright.workbench import commands, jobs, worker
from boardwright.workbench.answers import About, Answer, Failed, OnBench, Ready, Reason
from boardwright.workbench.session import BenchSession
from boardwright.workbench.sources import changed, package_folder, state

_ANSWER = 60.0
"""Seconds that the game has for an answer."""
_LOOK = 0.25
"""Seconds between two looks at the files."""
_KEPT = 50
"""Number of sessions that can be taken back."""


class Status(msgspec.Struct, kw_only=True):
    """The result of the last save."""

    loads: int = 0
    text: str = ""
    error: str = ""
    """Why the files cannot be loaded; the last game that could be is shown."""


class BenchState(msgspec.Struct, kw_only=True):
    """Everything that the page shows."""

    news: int = 0
    about: About | None = None
    status: Status
    shown: msgspec.Raw
    jobs: dict[str, jobs.Progress] = {}
    said: Any = None
    """The reply to the command: a refusal, or the reason of one."""


class Workbench:
    """A session on the bench, and all around it. Every change raises `news`, and wakes those who wait for it."""

    def __init__(self, name: str, session: BenchSession) -> None:
        self.name = name
        self.folder: Path = package_folder(name)
        self.session = session
        self.texts: dict[str, bytes] = {}
        self.state = BenchState(status=Status(), shown=msgspec.Raw(b"null"))
        self.is_over = False
        self._changed = asyncio.Condition()
        self._asking = asyncio.Lock()
        self._earlier: deque[BenchSession] = deque(maxlen=_KEPT)
        self._process: Process | None = None
        self._jobs: dict[commands.Kind, Process] = {}

    # Loading

    async def run(self) -> None:
        """Load the game, and again whenever one of its files has changed."""
        seen = state(self.folder)
        await self.load("")
        while True:
            await asyncio.sleep(_LOOK)
            now = state(self.folder)
            if files := changed(seen, now):
                seen = now
                await self.load(", ".join(files))

    async def load(self, files: str) -> None:
        """Start a process with the game as it is now, put the session on it and check the laws."""
        fresh = Process(worker.run, self.name)
        try:
            answer = await asyncio.to_thread(fresh.receive, START_LIMIT)
        except Silent as silent:
            answer = Failed(str(silent))
        clock = time.strftime("%H:%M:%S")
        if isinstance(answer, Ready):
            async with self._asking:
                old, self._process, self.state.about = self._process, fresh, answer.about
                self.texts = answer.texts
            if old is not None:
                old.end()
            self.state.status.error = ""
            self.state.status.text = f"{files} reloaded at {clock}" if files else f"loaded at {clock}"
            shown = await self.ask(commands.Go(self.session.at), self.session)
            if isinstance(shown, Failed):
                self.state.status.error = shown.text
            await self.start_job("laws", 0)
        else:
            fresh.end()
            self.state.status.error = answer.text
            self.state.status.text = f"{files} saved at {clock}, but cannot be loaded" if files else "cannot be loaded"
        self.state.status.loads += 1
        await self.tell()

    async def ask(self, command: commands.Asked | commands.Record, session: BenchSession) -> Answer:
        """Ask the process of the game; a session that it shows is what stands on the bench then."""
        async with self._asking:
            if self._process is None:
                return Failed(self.state.status.error or "The game is not loaded yet.")
            try:
                answer: Answer = await asyncio.to_thread(self._process.ask, (command, session), _ANSWER)
            except Silent as silent:
                self._process = Process(worker.run, self.name)
                await asyncio.to_thread(self._process.receive, START_LIMIT)
                return Failed(f"The game gave {silent}" if "answer" in str(silent) else f"The game failed: {silent}")
            if isinstance(answer, OnBench):
                self.session, self.state.shown = answer.session, answer.shown
            return answer

    # Commands

    async def do(self, command: commands.Any_) -> Failed | Reason | None:
        """Do what the page asks for; return what there is to say about it."""
        session = self.session
        match command:
            case commands.Job(kind, games):
                await self.start_job(kind, games)
                return None
            case commands.Stop(kind):
                self._end_job(kind)
                self.state.jobs.pop(kind, None)
                await self.tell()
                return None
            case commands.Back() if not self._earlier:
                return Failed("There is nothing to take back.")
            case commands.Back():
                earlier = self._earlier.pop()
                answer = await self.ask(commands.Go(earlier.at), earlier)
            case _:
                answer = await self.ask(command, session)
                if isinstance(answer, OnBench) and not isinstance(command, commands.Go) and self.session != session:
                    self._earlier.append(session)
        if isinstance(answer, Failed | Reason):
            return answer
        await self.tell()
        return None

    # Jobs

    async def start_job(self, kind: commands.Kind, many: int) -> None:
        """Start a job in a process of its own."""
        self._end_job(kind)
        process = Process(jobs.run, self.name, kind, self.session, many)
        self._jobs[kind] = process
        self.state.jobs[kind] = jobs.Progress(kind=kind, text="starting")
        task = asyncio.create_task(self._follow(kind, process))
        task.add_done_callback(lambda done: done.exception())
        await self.tell()

    async def _follow(self, kind: commands.Kind, process: Process) -> None:
        while True:
            try:
                progress: jobs.Progress = await asyncio.to_thread(process.receive)
            except Silent:
                break
            if self._jobs.get(kind) is not process:
                break
            self.state.jobs[kind] = progress
            await self.tell()
            if progress.state != "running":
                break

    def _end_job(self, kind: commands.Kind) -> None:
        process = self._jobs.pop(kind, None)
        if process is not None:
            process.end()

    def close(self) -> None:
        """End all processes."""
        for kind in tuple(self._jobs):
            self._end_job(kind)
        if self._process is not None:
            self._process.end()

    # News

    async def tell(self) -> None:
        """Wake those who wait for news."""
        async with self._changed:
            self.state.news += 1
            self._changed.notify_all()

    async def finish(self) -> None:
        """End the waiting for news."""
        self.is_over = True
        await self.tell()

    async def wait(self, seen: int) -> int:
        """Wait until there are other news than `seen`, and return their number."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.state.news != seen)
            return self.state.news


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
        """Send a question and return the answer; blocks until then. Raises Silent."""
        try:
            self._connection.send(question)
        except OSError as error:
            raise Silent("the process has ended") from error
        return self.receive(seconds)

    def receive(self, seconds: float | None = None) -> Any:
        """Return the next message of the process; None waits for as long as it takes. Raises Silent."""
        connection: Connection = self._connection
        try:
            if not connection.poll(seconds):
                self.end()
                raise Silent(f"no answer within {seconds:g} s: does a rule run in a circle?")
            return connection.recv()
        except (EOFError, OSError) as error:
            raise Silent("the process has ended") from error

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()
