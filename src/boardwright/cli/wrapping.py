"""Text that breaks between words at the width of the terminal."""

from __future__ import annotations

import re
import shutil
import sys
from typing import TextIO


def fill(text: str, width: int, indent: str = "") -> str:
    """Return every line of the text, broken between words; `indent` starts the lines that continue one.

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
    """Return the paragraphs of the text, each filled anew; lists, whose items begin with a word and two blanks, stay.

    >>> print(paragraphs("one\\ntwo\\n\\nthree\\n\\ncheck  one two three four\\n       five\\nsave   six", 20))
    one two
    <BLANKLINE>
    three
    <BLANKLINE>
    check  one two three
           four five
    save   six
    """
    return "\n\n".join(_filled(part, width) for part in text.strip().split("\n\n"))


def _filled(part: str, width: int) -> str:
    item = re.match(r"\S+ {2,}", part)
    if item is None:
        return fill(" ".join(part.split()), width)
    column = " " * item.end()
    return fill(part.replace(f"\n{column}", " "), width, column)


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a text at once, broken between words if the stream (standard output) is a terminal."""
    if (stream or sys.stdout).isatty():
        text = fill(text, shutil.get_terminal_size().columns, "  ")
    print(text, file=stream, flush=True)
