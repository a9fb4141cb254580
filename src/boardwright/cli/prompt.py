"""Asking for a line: with tab completion in a terminal, as a readable transcript when the input is a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType

from boardwright.cli.show import is_terminal

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, erase the screen, erase what can be scrolled back to."""


class Prompt:
    """One terminal or pipe that questions go to."""

    def __init__(self) -> None:
        self.is_terminal = is_terminal()
        self._words: Callable[[str], Iterable[str]] = _nothing
        self._found: list[str] = []
        self._readline = _readline() if self.is_terminal else None
        if self._readline is not None:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims("")
            is_libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def ask(self, question: str, words: Callable[[str], Iterable[str]] | None = None) -> str:
        """The line that is typed, without blanks around it and anything unprintable; EOFError at the end.

        `words` are the texts that Tab may complete what is typed to.
        """
        self._words = words or _nothing
        line = "".join(filter(str.isprintable, input(question))).strip()
        if not self.is_terminal:
            print(line)
        return line

    def agrees(self, question: str) -> bool:
        """Whether the answer is yes; the end of input is a no."""
        try:
            return self.ask(f"{question} [y/n] ").lower() in ("y", "yes")
        except EOFError:
            return False

    def clear(self) -> None:
        """Leaves nothing on the screen, above it, or in the typed lines that the arrow keys bring back."""
        print(_CLEAR, end="", flush=True)
        if self._readline is not None:
            self._readline.clear_history()

    def _complete(self, text: str, state: int) -> str | None:
        if state == 0:
            self._found = completions(text, self._words(text))
        return self._found[state] if state < len(self._found) else None


def completions(text: str, words: Iterable[str]) -> list[str]:
    """What the text can become.

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
