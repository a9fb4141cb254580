"""A bot that is another program, in any language, reached through its standard input and output.

Every request is one line, every response one line that begins with `=` (success) or `?` (error, then the reason):

    hello 1                 = the program's name
    game NAME SEATS         =
    choose SEAT REQUEST     = the text of a move      REQUEST is {"view": …, "moves": […], "seed": …}
    quit                    =

`view` is what the seat may know, `moves` are the texts of all its legal moves, `seed` is a number for the program's
own random generator. The protocol is stateless: a program needs nothing from earlier requests.
"""

from __future__ import annotations

import queue
import random
import shlex
import subprocess
import threading
from typing import Any

import msgspec

from boardwright.bots.bot import Bot, BotFailure
from boardwright.bots.options import read_number
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.position import AnyPosition

PREFIX = "program:"
_TIME_LIMIT = 60.0
_QUIT_TIME_LIMIT = 1.0
_LONGEST = 1_000_000


class ProgramBot(Bot):
    """Asks a program for moves; BotFailure if it exits, answers nonsense, or takes longer than `seconds`."""

    def __init__(self, game: AnyGame, command: str, seconds: float = _TIME_LIMIT) -> None:
        super().__init__(game)
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        if self._process is None:
            self._start()
            self._ask("hello 1")
            self._ask(f"game {self.game.name} {position.seats}")
        moves = {str(move): move for move in position.legal_moves(seat)}
        request = {"view": position.view(seat), "moves": list(moves), "seed": rng.getrandbits(32)}
        answer = self._ask(f"choose {seat} {msgspec.json.encode(request).decode()}")
        if answer not in moves:
            raise BotFailure(f"{self.command!r} answered {answer[:80]!r}, which is not a legal move of seat {seat}")
        return moves[answer]

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError, IndexError) as error:
            raise BotFailure(f"{self.command!r} does not start: {error}") from None
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()

    def _ask(self, line: str) -> str:
        """Send a request and return the response without its `=`."""
        process = self._process
        if process is None or process.stdin is None:
            raise BotFailure(f"{self.command!r} is not running")
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            raise BotFailure(f"{self.command!r} did not answer `{line[:20]}…` within {self.seconds:g} s") from None
        except OSError:
            answer = ""
        if not answer:
            raise BotFailure(f"{self.command!r} {_exit_reason(process)} instead of answering")
        if not answer.startswith("="):
            raise BotFailure(f"{self.command!r} answered {answer.strip()[:80]!r} to `{line[:20]}…`")
        return answer[1:].strip()

    def close(self) -> None:
        """Send `quit`, and kill a program that does not exit by itself."""
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        try:
            process.stdin.write("quit\n")
            process.stdin.close()
            process.wait(_QUIT_TIME_LIMIT)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()


def read_program(game: AnyGame, text: str) -> ProgramBot:
    """Return the bot for a command line; `seconds=N` before the command sets the time limit for an answer.

    >>> from boardwright.core.game.registry import game
    >>> read_program(game("deblockle"), "seconds=5 python3 my_bot.py").seconds
    5.0
    """
    command, seconds = text.strip(), _TIME_LIMIT
    if command.startswith("seconds="):
        given, _, command = command.removeprefix("seconds=").partition(" ")
        limit = read_number(given)
        if limit is None or limit <= 0:
            raise ValueError(f"seconds must be a positive number, not {given[:40]!r}")
        seconds = limit
    if not command.strip():
        raise ValueError(f"the command is missing. Write {PREFIX}COMMAND")
    return ProgramBot(game, command.strip(), seconds)


def _exit_reason(process: subprocess.Popen[str]) -> str:
    """Return how a program stopped responding."""
    try:
        return f"ended with code {process.wait(_QUIT_TIME_LIMIT)}"
    except subprocess.TimeoutExpired:
        return "closed its output"


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Put the program's lines into the queue, and "" at the end of its output."""
    assert process.stdout is not None
    try:
        while line := process.stdout.readline(_LONGEST):
            lines.put(line)
    except (OSError, ValueError):
        pass
    lines.put("")
