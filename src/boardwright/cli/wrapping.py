"""Text that breaks between words at the width of the terminal."""

from __future__ import annotations

import shutil
import sys
from typing import TextIO


def fill(text: str, width: int, indent: str = "") -> str:
    """Every line of the text, broken between words; `indent` starts the lines that continue one.

    >>> print(fill("one two three\\nfour", 9, "  "))
    one two
      three
    four
    """
    from textwrap import fill as fill_line

    lead = [line[: len(line) - len(line.lstrip())] for line in text.splitlines()]
    return "\n".join(
        fill_line(
            line,
            max(width, 20),
            initial_indent=start,
            subsequent_indent=start + indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line, start in zip((line.strip() for line in text.splitlines()), lead, strict=True)
    )


def paragraphs(text: str, width: int) -> str:
    """The paragraphs of the text, each filled anew.

    >>> print(paragraphs("one\\ntwo\\n\\nthree", 20))
    one two
    <BLANKLINE>
    three
    """
    return "\n\n".join(fill(" ".join(part.split()), width) for part in text.strip().split("\n\n"))


def for_terminal(text: str, stream: TextIO | None = None, indent: str = "") -> str:
    """The text, broken between words if the stream (standard output) is a terminal."""
    if not (stream or sys.stdout).isatty():
        return text
    return fill(text, shutil.get_terminal_size().columns, indent)


def say(text: str, stream: TextIO | None = None) -> None:
    """Prints a text at once, broken between words if the stream (standard output) is a terminal."""
    print(for_terminal(text, stream, "  "), file=stream, flush=True)
