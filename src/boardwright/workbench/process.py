"""A process that the workbench starts: one that answers questions about the game, or one that does a long job."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

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
