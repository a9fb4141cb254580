"""Validation of texts: every backend can store valid Unicode without NUL, which PostgreSQL cannot represent."""

from __future__ import annotations

import re

from boardwright.core.refusal import Unreadable

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Return whether every backend stores the text unchanged.

    >>> is_storable("Zoë 🎲"), is_storable("a\\0b"), is_storable("\\ud800")
    (True, False, False)
    """
    return _UNSTORABLE.search(text) is None


def check_storable(**texts: str | None) -> None:
    """Raise Unreadable for the first text that some backend cannot store.

    >>> check_storable(name="Zo\\0")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: The name 'Zo\\x00' contains a NUL or an invalid (surrogate) character.
    """
    for what, text in texts.items():
        if text is not None and not is_storable(text):
            raise Unreadable(f"The {what} {text!r} contains a NUL or an invalid (surrogate) character.")
