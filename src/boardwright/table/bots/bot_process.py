"""The server's side of one bot worker: starts its process, asks it, and replaces it when it has ended."""

from __future__ import annotations

import signal
import threading
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from boardwright.table.bots.bot_worker import BotAnswer, Question, Release, StopSearch, run

START_LIMIT = 60.0
"""Seconds in which a process has to be ready: it imports the rules, perhaps on a busy machine."""
GRACE = 5.0
"""Seconds beyond its time limit after which a bot that does not answer is killed with its process."""
_EXIT_LIMIT = 5.0


class WorkerDied(Exception):
    """The process ended before it answered."""


class TooSlow(Exception):
    """The bot did not answer in time, and its process was killed."""


class BotProcess:
    """A worker process, started when it is first needed and again after its end."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._sending = threading.Lock()
        self._stopped = -1
        """The question that was stopped last, perhaps before it was sent."""
        self._is_closed = False
        self.deaths = 0
        """The number of processes that ended by themselves."""

    @property
    def pid(self) -> int | None:
        """The id of the running process."""
        return None if self._process is None else self._process.pid

    def ask(self, question: Question) -> BotAnswer:
        """Return the answer; blocks until then. Raises WorkerDied or TooSlow, and the next question starts anew."""
        try:
            connection = self._started()
            with self._sending:
                connection.send(question)
            if self._stopped == question.number:
                self.stop(question)
            return self._receive(connection, question.seconds + GRACE)
        except (EOFError, OSError) as error:
            if not self._is_closed:
                self.deaths += 1
            raise WorkerDied(self._cause(error)) from error
        except TooSlow:
            self.kill()
            raise

    def stop(self, question: Question) -> None:
        """End the search for the answer to that question; its answer comes soon."""
        self._stopped = question.number
        self._send(StopSearch(question.number))

    def release(self, match: str) -> None:
        """Release what bots keep for a match that is over, after the question that is being answered."""
        self._send(Release(match))

    def _send(self, message: StopSearch | Release) -> None:
        """Send a message that is not answered; a process that is not running does not need it."""
        connection = self._connection
        if connection is not None:
            with suppress(OSError), self._sending:
                connection.send(message)

    def close(self) -> None:
        """Kill the process for good."""
        self._is_closed = True
        self.kill()

    def kill(self) -> None:
        """Kill the process, if there is one; a thread that waits for its answer gets WorkerDied."""
        process, self._process, self._connection = self._process, None, None
        if process is not None:
            process.kill()
            process.join(_EXIT_LIMIT)

    def _started(self) -> Connection:
        """Return the connection to a running process, starting one if necessary."""
        if self._connection is not None and self._process is not None and self._process.is_alive():
            return self._connection
        if self._process is not None:
            self.deaths += 1
        self.kill()
        spawn = get_context("spawn")
        here, there = spawn.Pipe()
        process = spawn.Process(target=run, args=(there,), name="bot worker", daemon=True)
        process.start()
        there.close()  # so that the end of the process ends the connection
        self._process, self._connection = process, here
        if self._is_closed:
            raise OSError("the server is shutting down")
        if not here.poll(START_LIMIT):
            raise OSError(f"the process was not ready within {START_LIMIT:g} s")
        here.recv()
        return here

    def _cause(self, error: EOFError | OSError) -> str:
        """End the process and return why it ended: its exit code if it closed the connection itself."""
        process = self._process
        if isinstance(error, EOFError) and process is not None:
            process.join(_EXIT_LIMIT)
        self.kill()
        code = None if process is None else process.exitcode
        if not isinstance(error, EOFError) or code is None:
            return str(error) or "the connection to the process was closed"
        return (
            f"the process was ended by {signal.Signals(-code).name}"
            if code < 0
            else f"the process ended with code {code}"
        )

    def _receive(self, connection: Connection, seconds: float) -> BotAnswer:
        if not connection.poll(seconds):
            raise TooSlow(f"no answer within {seconds:g} s")
        answer: BotAnswer = connection.recv()
        return answer
