"""A time limit for the rules of games, which run in this process: a call that takes too long is interrupted.

A thread looks at the stacks of the event loop's thread and of the work threads several times within the limit. If the
same call into the rules is still there after too much processor time of its thread, `RulesTimeout` is raised in it. So
the limit costs nothing where rules are called, and a machine that is busy with other things cuts nobody.

Nothing but rules is ever hit. In the main thread a signal handler raises, after it has found the very call on its own
stack. A work thread cannot handle signals: there the exception is sent only while the thread is inside of
`interruptible`, which does not end before one that is on its way has arrived.
"""

from __future__ import annotations

import _thread
import ctypes
import inspect
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from types import FrameType, TracebackType
from typing import NamedTuple, TypeVar

from boardwright.core.game import registry
from boardwright.core.refusal import BoardwrightError

R = TypeVar("R")

LIMIT = 1.0
"""Seconds of processor time for one call into the rules, by default."""
LOOKS = 8
"""The number of looks at the stacks within the limit."""
_PURE = (
    "boardwright.core",
    "boardwright.games",
    "boardwright.table.study.explorer",
    "boardwright.table.live.offers",
    "boardwright.table.live.render_cache",
    "boardwright.table.live.state",
    "boardwright.table.matches.step_events",
)
"""Packages and modules that only compute with rules: to interrupt them harms nothing but their result."""
_SIGNAL: signal.Signals = getattr(signal, "SIGALRM", signal.SIGFPE)
"""Never sent by the system here: it only carries the interruption to the main thread."""


class RulesTimeout(BaseException):
    """A call into the rules of a game took too long. Not an Exception: games must not catch it."""


class _Call(NamedTuple):
    """A call into the rules, and the processor time of its thread when it was first seen."""

    frame: FrameType
    since: float


class RulesWatch:
    """A watch that interrupts calls into the rules after more than `limit` seconds of processor time.

    It watches the main thread and every thread that is `interruptible`. Start it in the main thread.
    """

    def __init__(self, limit: float = LIMIT) -> None:
        self._limit = limit
        self._calls: dict[int, _Call] = {}
        self._interrupted: FrameType | None = None
        """The call in the main thread that the next signal is for."""
        self._main = threading.main_thread().ident or 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="boardwright-rules-watch", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        signal.signal(_SIGNAL, self._on_signal)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopping.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopping.wait(self._limit / LOOKS):
            stacks = sys._current_frames()
            for ident in {self._main, *_interruptible} & stacks.keys():
                self._look(ident, stacks[ident])
            del stacks

    def _look(self, ident: int, stack: FrameType) -> None:
        call, now = rules_call(stack), _processor_time(ident)
        last = self._calls.pop(ident, None)
        if call is None:
            return
        seen = last if last is not None and last.frame is call else _Call(call, now)
        self._calls[ident] = seen
        if now - seen.since >= self._limit:
            self._interrupt(ident, call)

    def _interrupt(self, ident: int, call: FrameType) -> None:
        if ident == self._main:
            self._interrupted = call
            _thread.interrupt_main(_SIGNAL)
            return
        with _lock:
            if ident in _interruptible:
                _sent.add(ident)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(RulesTimeout))

    def _on_signal(self, _: int, frame: FrameType | None) -> None:
        call, self._interrupted = self._interrupted, None
        if call is not None and any(each is call for each in _callers(frame)):
            raise RulesTimeout


_lock = threading.Lock()
_interruptible: set[int] = set()
"""The threads, besides the main one, in which rules may be interrupted now."""
_sent: set[int] = set()
"""Those of them to which an exception was sent."""
_ARRIVAL = 0.02
"""Seconds within which an exception that was sent to a thread arrives in it, if it did not before."""


def interruptible(function: Callable[[], R]) -> R:
    """Return the result of a function that only computes, in a thread of its own; it may raise RulesTimeout.

    >>> interruptible(lambda: 3)
    3
    """
    ident = threading.get_ident()
    with _lock:
        _interruptible.add(ident)
    try:
        return function()
    finally:
        while True:
            try:
                _leave(ident)
                break
            except RulesTimeout:  # it arrived too late
                continue


def _leave(ident: int) -> None:
    """End being interruptible: after this, nothing is on its way to this thread.

    What was sent is waited for. It could be withdrawn, but CPython would then look for it for ever: every call gets
    slower, and one that is traced does not end.
    """
    with _lock:
        _interruptible.discard(ident)
        is_coming = ident in _sent
        _sent.discard(ident)
    until = time.monotonic() + _ARRIVAL if is_coming else 0.0
    while time.monotonic() < until:
        time.sleep(_ARRIVAL / 20)


def _callers(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame, the one that called it, and so on."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def rules_call(stack: FrameType | None) -> FrameType | None:
    """Return the outermost call into the rules on a stack; None if there is none, or if it imports a module.

    Coroutines do not count: they may be the same for many calls.
    """
    found = None
    for frame in _callers(stack):
        name = frame.f_globals.get("__name__", "")
        if name.startswith("importlib."):
            return None
        if is_rules(name) and not frame.f_code.co_flags & inspect.CO_COROUTINE:
            found = frame
    return found


def is_rules_error(error: BaseException) -> bool:
    """Return whether the rules of a game have failed: by time, or by an error in them that is not a refusal."""
    if not isinstance(error, Exception) or isinstance(error, BoardwrightError):
        return isinstance(error, RulesTimeout)
    return _came_through_rules(error.__traceback__)


def _came_through_rules(trace: TracebackType | None) -> bool:
    while trace is not None:
        if is_rules(trace.tb_frame.f_globals.get("__name__", "")):
            return True
        trace = trace.tb_next
    return False


@cache
def is_rules(module: str) -> bool:
    """Return whether a module is a part of the rules, or computes with them only.

    >>> is_rules("boardwright.core.match.match"), is_rules("boardwright.table.matches.open_match"), is_rules("json")
    (True, False, False)
    """
    return any(module == each or module.startswith(f"{each}.") for each in (*_PURE, *registry.packages()))


def _processor_time(ident: int) -> float:
    """Return the processor time of a thread; where the system does not tell, the time."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(ident))
    return time.monotonic()
