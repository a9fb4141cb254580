"""Ends a check whose time is over, or that waits for a call of the rules that does not return."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self

from boardwright.kit.walks.failure import is_rules

GRACE = 1.5
"""Seconds after the end of the time at which a check is interrupted."""
PATIENCE = 60.0
"""Processor time after which a call of the rules counts as endless where there is no time limit."""
_LONG = 1.0
"""Processor time of a call of the rules, running when the time is over, that is too long whatever it does."""
_PERIOD = 0.1
_KIT = Path(__file__).parent


class OutOfTime(BaseException):
    """Raised in the midst of a check by its watchdog; not an Exception, which rules or laws might handle."""


class Watchdog:
    """Interrupts the thread in which it is entered, by OutOfTime.

    A thread looks where the rules are. A call of them that is still the same one when the time is over has taken too
    long, and `stuck` says so; otherwise the check as a whole was too slow.
    """

    def __init__(self, until: float) -> None:
        self._until = until + GRACE
        self._checking = threading.get_ident()
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._call: FrameType | None = None
        self._since = 0.0
        self.place = ""
        """The file and line of the rules that were running at the interruption."""
        self.seconds = 0.0
        """Their processor time."""

    @property
    def stuck(self) -> float | None:
        """The processor time of the call of the rules that used up the time; None if no single call did."""
        return self.seconds if self.place and self.seconds >= _LONG else None

    def __enter__(self) -> Self:
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Interrupt nothing any more."""
        with self._lock:
            self._done.set()
        self._call = None

    def _watch(self) -> None:
        line = ""
        while not self._done.wait(_PERIOD) and time.monotonic() < self._until and self.seconds < PATIENCE:
            line = self._look()
        self.place = line
        self._interrupt()
        # Rules that handle all exceptions may swallow it.
        while not self._done.wait(_PERIOD):
            if self._rules()[0] is not None:
                self._interrupt()

    def _look(self) -> str:
        """Note which call of the rules runs, and since when; return the file and line where they are."""
        call, line = self._rules()
        now = time.process_time()
        if call is None or call is not self._call:
            self._call, self._since = call, now
        self.seconds = now - self._since
        return line

    def _rules(self) -> tuple[FrameType | None, str]:
        """Return the call of the rules that runs now, and the line where it is."""
        frame = sys._current_frames().get(self._checking)
        call, line = None, ""
        while frame is not None and not Path(frame.f_code.co_filename).is_relative_to(_KIT):
            name = frame.f_code.co_filename
            if not name.startswith("<") and is_rules(Path(name)):
                call, line = frame, line or f"{name}, line {frame.f_lineno}"
            frame = frame.f_back
        return call, line

    def _interrupt(self) -> None:
        with self._lock:
            if not self._done.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._checking), ctypes.py_object(OutOfTime))
