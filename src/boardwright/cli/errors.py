"""Error messages on stderr, and the exit codes of all commands."""

from __future__ import annotations

import sys
from typing import Final

from boardwright.cli.wrapping import say

FAILED: Final = 1
"""A check failed: a damaged record, a broken law, a difference."""
MISUSED: Final = 2
"""Wrong arguments, or input of another kind."""
UNAVAILABLE: Final = 3
"""A file, directory or address that cannot be used: it is missing, in use or not permitted."""


def print_error(message: str, code: int = MISUSED) -> int:
    """Print one line on stderr and return the exit code.

    >>> import contextlib
    >>> with contextlib.redirect_stderr(sys.stdout):
    ...     print_error("no game 'go'")
    boardwright: no game 'go'
    2
    """
    say("boardwright: " + " ".join(message.split()), sys.stderr)
    return code


def error_code(error: Exception) -> int:
    """Return the exit code for an error that a command ended with.

    >>> from boardwright.core.refusal import BadRecord, NotARecord
    >>> error_code(BadRecord("Entry 3: …", 3)), error_code(NotARecord("a picture")), error_code(FileNotFoundError())
    (1, 2, 3)
    """
    from boardwright.core.refusal import BadRecord, NoLegalMove, NotARecord, Unavailable

    if isinstance(error, OSError | Unavailable):
        return UNAVAILABLE
    is_failed = isinstance(error, BadRecord | NoLegalMove) and not isinstance(error, NotARecord)
    return FAILED if is_failed else MISUSED


def rules_failure(error: BaseException, title: str = "", where: str = "") -> str:
    """Return a sentence about rules that have failed: the game, the error, and its file and line.

    Without a title, it is the innermost game whose code the error came through; the sentence is empty if there is none.
    """
    from traceback import walk_tb

    from boardwright.core.game.registry import owner
    from boardwright.kit.walks.failure import place_of

    modules = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    title = title or next(filter(None, map(owner, reversed(modules))), "")
    what = f"{type(error).__name__}: {str(error).rstrip('.')}" if str(error) else type(error).__name__
    return f"{title} failed{where}: {what} ({place_of(error)})." if title else ""
