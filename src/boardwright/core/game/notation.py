"""File formats of other programs that a game can read and write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec


class Notation(msgspec.Struct, frozen=True):
    """One format: `read` returns the matches of a file, `write` the text of a match with variations of it.

    `read(text)` puts the main line first and a branch for every variation after it, and raises Unreadable;
    `write(match, variations)` raises Unreadable for what the format cannot express.
    """

    suffix: str
    """The ending of such files, such as ".blksgf"."""
    read: Callable[[str], Iterable[Any]]
    write: Callable[[Any, Iterable[Any]], str]
