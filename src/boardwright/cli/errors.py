"""Error messages on stderr."""

from __future__ import annotations

import sys


def print_error(message: str) -> int:
    """Prints one line on stderr and returns exit code 2.

    >>> import contextlib
    >>> with contextlib.redirect_stderr(sys.stdout):
    ...     print_error("no game 'go'")
    boardwright: no game 'go'
    2
    """
    print("boardwright:", " ".join(message.split()), file=sys.stderr)
    return 2
