"""Which texts every backend can keep: valid Unicode without NUL, which PostgreSQL has no room for."""

from __future__ import annotations

import re
import unicodedata

from boardwright.core.refusal import Unreadable

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether all backends keep that text unchanged.

    >>> is_storable("Zoë 🎲"), is_storable("a\\0b"), is_storable("\\ud800")
    (True, False, False)
    """
    return _UNSTORABLE.search(text) is None


def check_storable(**texts: str | None) -> None:
    """Unreadable for the first text that not every backend can keep.

    >>> check_storable(name="Zo\\0")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: The name 'Zo\\x00' holds a NUL or half a character; leave that out.
    """
    for what, text in texts.items():
        if text is not None and not is_storable(text):
            raise Unreadable(f"The {what} {text!r} holds a NUL or half a character; leave that out.")


def name_key(name: str) -> str:
    """What makes two names the same: letter case, width and blanks at the ends do not count.

    >>> name_key(" ＡNNA ") == name_key("anna")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
