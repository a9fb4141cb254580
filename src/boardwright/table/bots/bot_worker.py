"""The program of a bot worker: a process that chooses and analyzes moves, one at a time, at a low priority."""

from __future__ import annotations

import os
import queue
import random
import signal
import threading
import traceback
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from time import monotonic

import msgspec

from boardwright import bots
from boardwright.bots.analysis.analysis import Look, Study, coach, examine, study, value_after
from boardwright.bots.analysis.draws import accepts_draw, is_drawn
from boardwright.bots.analysis.played_moves import PlayedMove
from boardwright.bots.bot import Bot
from boardwright.bots.mcts import MctsBot
from boardwright.core.canonical import JSON
from boardwright.core.game import registry
from boardwright.core.rules.line import read, repeat
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.table.server_bots import spec

ACCEPT, DECLINE = "accept", "decline"
"""The answers to the offer of a draw."""
IDLE = 30.0
"""Seconds without a question after which bots forget their searches, also those of matches that may go on."""
NICENESS = 10
"""The difference by which the priority of a worker is below that of the server."""


_numbers = count()


class Question(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A move that a bot is to choose, and the account for which it does so."""

    account: str
    match: str
    bot: str
    rules: tuple[str, int]
    shown: JSON
    """A resampled position as JSON, never the real one."""
    seat: int
    seed: float
    wait: float
    """Seconds after which the question leaves the queue unanswered."""
    seconds: float
    """Seconds after which the bot answers with its best move so far; the cost of the question."""
    number: int = msgspec.field(default_factory=_numbers.__next__)

    @property
    def is_background(self) -> bool:
        """True if all questions to bots come first."""
        return False

    def make_bot(self) -> Bot:
        """Return the bot that answers."""
        return _bot(self.bot, self.rules, self.match)

    def answer(self, bot: Bot, position: AnyPosition, rng: random.Random) -> BotAnswer:
        """Return the answer: the move as text, and whether a draw is offered with it."""
        move = bot.decide(position, self.seat, rng)
        return BotAnswer(str(move), offers_draw=is_drawn(bot.game, applied(position, move, self.seat)))


class AnalysisQuestion(Question, frozen=True, kw_only=True, eq=False):
    """A position to be analyzed: the best moves (`Study`), or something about a move; the answer is JSON.

    About one that was played, the answer is a `Look`; about one that is `tried`, its value by seat. Each is one search,
    so that bots never wait long. `shown` is resampled already if the asker may not know the position.
    """

    bot: str = "analysis"
    played: str = ""
    entry: int = 0
    tried: str = ""
    budget: float = 0.0
    """Seconds of the search; 0 for the budget of the strongest level."""

    @property
    def is_background(self) -> bool:
        return bool(self.played or self.tried)

    def make_bot(self) -> Bot:
        return coach(registry.game(*self.rules), seconds=self.budget)

    def answer(self, bot: Bot, position: AnyPosition, rng: random.Random) -> BotAnswer:
        assert isinstance(bot, MctsBot)
        return BotAnswer(msgspec.json.encode(self._found(bot, position, rng)).decode())

    def _found(self, bot: MctsBot, position: AnyPosition, rng: random.Random) -> Study | Look | tuple[float, ...]:
        if self.tried:
            return value_after(bot, position, self.seat, self.tried, rng)
        if not self.played:
            return study(bot, position, self.seat, rng)
        step = read(position, self.seat, self.played)
        return examine(bot, PlayedMove(self.entry, self.seat, step.move, position, repeat(position, step)), rng)


class DrawQuestion(Question, frozen=True, kw_only=True, eq=False):
    """The offer of a draw, to be accepted or declined; `is_repeated` if the position has come up before."""

    is_repeated: bool = False

    def answer(self, bot: Bot, position: AnyPosition, rng: random.Random) -> BotAnswer:
        return BotAnswer(
            ACCEPT if accepts_draw(bot.game, position, self.seat, is_repeated=self.is_repeated) else DECLINE
        )


class StopSearch(msgspec.Struct, frozen=True):
    """The end of the search for the answer to that question: with the best move so far, which nobody needs."""

    number: int


class Release(msgspec.Struct, frozen=True):
    """The end of what bots keep for a match: it is over."""

    match: str


class BotAnswer(msgspec.Struct, frozen=True):
    """A move, or an analysis as JSON; `cut` if the time limit ended the search. Without it `error` is the traceback."""

    move: str = ""
    cut: bool = False
    error: str = ""
    offers_draw: bool = False


def run(connection: Connection) -> None:
    """Answer questions until the connection is closed. The first message says that the worker is ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole process group; the server stops us
    lower_priority()
    worker = _Worker(connection)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


def lower_priority() -> None:
    """Let other processes go first, where the system can do that and the host has not forbidden it."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)


class _Worker:
    """The worker, which thinks in the main thread and listens in another one."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._messages: queue.SimpleQueue[Question | Release] = queue.SimpleQueue()
        self._thinking: tuple[int, Bot] | None = None
        self._stopped = -1

    def listen(self) -> None:
        """Receive messages and stop searches. The process ends with the connection, even while it thinks."""
        while True:
            try:
                message = self._connection.recv()
            except (EOFError, OSError):
                os._exit(0)
            if not isinstance(message, StopSearch):
                self._messages.put(message)
                continue
            self._stopped, thinking = message.number, self._thinking
            if thinking is not None and thinking[0] == message.number:
                thinking[1].deadline = 0.0

    def work(self) -> None:
        """Answer one question after the other, and release what was kept for matches that are over."""
        self._connection.send(None)
        while True:
            message = self._next()
            if isinstance(message, Release):
                release(message.match)
            else:
                self._connection.send(self._answer(message))

    def _next(self) -> Question | Release:
        """Wait for a message; after a while bots forget their searches, because a match may never go on."""
        try:
            return self._messages.get(timeout=IDLE)
        except queue.Empty:
            forget_all()
            return self._messages.get()

    def _answer(self, question: Question) -> BotAnswer:
        try:
            bot = question.make_bot()
            position = registry.game(*question.rules).decode(question.shown)
            bot.deadline = limit = monotonic() + question.seconds
            self._thinking = (question.number, bot)
            if self._stopped == question.number:  # it came before the line above
                bot.deadline = 0.0
            answer = question.answer(bot, position, random.Random(question.seed))
            return msgspec.structs.replace(answer, cut=monotonic() >= limit)
        except Exception:
            return BotAnswer(error=traceback.format_exc())
        finally:
            self._thinking = None


def forget_all() -> None:
    """Let every bot of this process forget its searches."""
    for bot in _bots.values():
        bot.forget()


def release(match: str) -> None:
    """Let the bots of this process forget their searches in that match."""
    for key, bot in _bots.items():
        if _matches[key] == match:
            bot.forget()


def _bot(name: str, rules: tuple[str, int], match: str) -> Bot:
    key = (name, *rules)
    if key not in _bots:
        _bots[key] = bots.bot(spec(name), registry.game(*rules))
    _matches[key] = match
    return _bots[key]


_bots: dict[tuple[str, str, int], Bot] = {}
_matches: dict[tuple[str, str, int], str] = {}
"""The match in which each bot thought last: the one that it keeps a search of."""
