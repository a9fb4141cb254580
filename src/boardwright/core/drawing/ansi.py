"""ANSI colors and styles for terminals."""

from __future__ import annotations

import re

_CODES = {
    "red": "31", "green": "32", "yellow": "33", "blue": "34", "purple": "35", "cyan": "36", "white": "97",
    "gray": "90", "bold": "1", "dim": "2", "reverse": "7", "underline": "4",
    "on red": "41", "on green": "42", "on yellow": "43", "on blue": "44", "on purple": "45", "on cyan": "46",
    "on gray": "100", "black": "30",
}  # fmt: skip


def paint(text: str, *styles: str, color: bool = True) -> str:
    """Return the text in those styles, or as it is when `color` is off.

    >>> paint("X1", "red", "bold")
    '\\x1b[31;1mX1\\x1b[0m'
    >>> paint("X1", "red", color=False)
    'X1'
    """
    if not color or not styles:
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def plain(text: str) -> str:
    """Return the text without its styles, as long as it is shown.

    >>> plain(paint("X1", "red", "bold"))
    'X1'
    """
    return _STYLE.sub("", text) if "\x1b" in text else text


_STYLE = re.compile("\x1b\\[[0-9;]*m")
