"""Line input: with tab completion and a countdown in a terminal; echoed if the input is a pipe."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType

from boardwright.cli.show import is_terminal

_MANY = 20
"""More completions than that are not listed one by one."""
_SEPARATOR = re.compile("[^\\w]+")
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, erase the screen, erase the scrollback."""
_LINE_ABOVE = "\x1b7\x1b[F\x1b[2K%s\x1b8"
"""Keep the cursor, go to the line above, erase it, write, and return."""


def _no_words(text: str) -> Iterable[str]:
    return ()


class Prompt:
    """The reader of lines from a terminal or a pipe."""

    def __init__(self) -> None:
        self.is_terminal = is_terminal()
        self._words: Callable[[str], Iterable[str]] = _no_words
        self._matches: list[str] = []
        self._is_line_above_ours = False
        self._readline = _readline() if self.is_terminal else None
        if self._readline is not None:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims("")
            is_libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def ask(self, question: str, words: Callable[[str], Iterable[str]] = _no_words) -> str:
        """Read a line, without surrounding blanks and unprintable characters; EOFError at the end of input.

        `words` returns the completions of a text.
        """
        self._words = words
        self._is_line_above_ours = True
        line = "".join(filter(str.isprintable, input(question))).strip()
        if not self.is_terminal:
            print(line)
        return line

    def ask_in_time(self, question: str, words: Callable[[str], Iterable[str]], left: Callable[[], int]) -> str:
        """Read a line, with the time left on a line above; "" when it is over. A pipe is waited for without a limit."""
        print(time_left(left()))
        if not self.is_terminal:
            return self.ask(question, words)

        def show(left: int) -> None:
            if self._is_line_above_ours and len(question) + self._typed() < shutil.get_terminal_size().columns:
                os.write(sys.stdout.fileno(), (_LINE_ABOVE % time_left(1000 * left)).encode())

        try:
            with countdown(left, show):
                return self.ask(question, words)
        except TimeHasCome:
            print()
            return ""

    def _typed(self) -> int:
        """Return how many characters stand at the prompt."""
        return 0 if self._readline is None else len(self._readline.get_line_buffer())

    def agrees(self, question: str) -> bool:
        """Return whether the answer is yes; the end of input means no."""
        try:
            return self.ask(f"{question} [y/n] ").lower() in ("y", "yes")
        except EOFError:
            return False

    def clear(self) -> None:
        """Clear the screen, the scrollback and the line history."""
        print(_CLEAR, end="", flush=True)
        if self._readline is not None:
            self._readline.clear_history()

    def _complete(self, text: str, state: int) -> str | None:
        if state == 0:
            self._matches = completions(text, self._words(text))
            self._is_line_above_ours &= len(self._matches) < 2  # they may be listed above the prompt
        return self._matches[state] if state < len(self._matches) else None


def time_left(milliseconds: int) -> str:
    """Return how long a player may still think.

    >>> time_left(64_001)
    '65 s left for this move'
    """
    return f"{seconds(milliseconds)} s left for this move"


def completions(text: str, words: Iterable[str]) -> list[str]:
    """Return the words that start with the text, sorted; where they are many, up to the end of their next field.

    >>> completions("h", ["hint", "help", "undo"])
    ['help', 'hint']
    >>> completions("give ", [f"give {one},{two}" for one in range(3) for two in range(9)])
    ['give 0,', 'give 1,', 'give 2,']
    """
    found = sorted(word for word in words if word.startswith(text))
    return found if len(found) <= _MANY else sorted({_next_field(word, len(text)) for word in found})


def _next_field(word: str, start: int) -> str:
    """Return a move up to the end of the field that is typed.

    >>> _next_field("a1-b2", 0), _next_field("a1-b2", 3), _next_field("put a1", 1)
    ('a1-', 'a1-b2', 'put ')
    """
    end = _SEPARATOR.search(word, start)
    return word if end is None else word[: end.end()]


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:  # not every system has it
        return None
    return readline


_INTERVAL = 0.2
"""Seconds between two looks at the time."""


class TimeHasCome(Exception):
    """Raised in the wait for a line when no time is left."""


def seconds(milliseconds: int) -> int:
    """Return whole seconds, rounded up.

    >>> seconds(1001), seconds(1000)
    (2, 1)
    """
    return -(-milliseconds // 1000)


@contextmanager
def countdown(left: Callable[[], int], show: Callable[[int], None]) -> Iterator[None]:
    """Show every second that begins, and raise TimeHasCome once `left` returns no milliseconds any more."""
    shown = seconds(left())

    def tick(*_: object) -> None:
        nonlocal shown
        now = left()
        if now <= 0:
            raise TimeHasCome
        if seconds(now) != shown:
            shown = seconds(now)
            show(shown)

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, _INTERVAL, _INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
