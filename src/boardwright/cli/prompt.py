"""Line input: with tab completion in a terminal; echoed if the input is a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType

from boardwright.cli.show import is_terminal

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, erase the screen, erase the scrollback."""


class Prompt:
    """Reads lines from a terminal or a pipe."""

    def __init__(self) -> None:
        self.is_terminal = is_terminal()
        self._words: Callable[[str], Iterable[str]] = _nothing
        self._matches: list[str] = []
        self._readline = _readline() if self.is_terminal else None
        if self._readline is not None:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims("")
            is_libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def ask(self, question: str, words: Callable[[str], Iterable[str]] | None = None) -> str:
        """Reads a line, without surrounding blanks and unprintable characters; EOFError at the end of input.

        `words` returns the completions of a text.
        """
        self._words = words or _nothing
        line = "".join(filter(str.isprintable, input(question))).strip()
        if not self.is_terminal:
            print(line)
        return line

    def agrees(self, question: str) -> bool:
        """True if the answer is yes; the end of input means no."""
        try:
            return self.ask(f"{question} [y/n] ").lower() in ("y", "yes")
        except EOFError:
            return False

    def clear(self) -> None:
        """Clears the screen, the scrollback and the line history."""
        print(_CLEAR, end="", flush=True)
        if self._readline is not None:
            self._readline.clear_history()

    def _complete(self, text: str, state: int) -> str | None:
        if state == 0:
            self._matches = completions(text, self._words(text))
        return self._matches[state] if state < len(self._matches) else None


def completions(text: str, words: Iterable[str]) -> list[str]:
    """The words that start with the text, sorted.

    >>> completions("h", ["hint", "help", "undo"])
    ['help', 'hint']
    """
    return sorted(word for word in words if word.startswith(text))


def _nothing(text: str) -> Iterable[str]:
    return ()


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:  # not every system has it
        return None
    return readline
