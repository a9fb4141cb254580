"""A position as one line of text, to be copied and pasted: its JSON, packed where that is long."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING
from zlib import compress, decompressobj, error

import msgspec

from boardwright.core.canonical import canonical
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition

if TYPE_CHECKING:
    from boardwright.core.game.game import AnyGame

PACKED = "~"
"""The first character of a packed text."""
_READABLE = 240
_MOST = 1 << 20
"""Most bytes that a packed text may unpack to."""


def position_text(game: AnyGame, position: AnyPosition) -> str:
    """Return the position as one line that `read_position` and `Match.new(start=...)` read back.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> position_text(deblockle, deblockle.begin())
    '{"active":0,"began":[4,4],...'
    """
    data = canonical(game.encode(position))
    return data.decode() if len(data) <= _READABLE else PACKED + urlsafe_b64encode(compress(data, 9)).decode()


def read_position(game: AnyGame, text: str) -> AnyPosition:
    """Read a position from its line of text, or from its JSON; BadOptions if it is neither.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> start = deblockle.begin()
    >>> read_position(deblockle, position_text(deblockle, start)) == start
    True
    """
    data = _unpacked(text.strip()) if text.lstrip().startswith(PACKED) else text.encode()
    try:
        decoded = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise BadOptions(f"The position is not JSON: {fault}.") from None
    position: AnyPosition = game.decode(decoded)
    return position


def _unpacked(text: str) -> bytes:
    try:
        unpacking = decompressobj()
        data = unpacking.decompress(urlsafe_b64decode(text.removeprefix(PACKED)), _MOST)
    except (ValueError, error):
        data, unpacking = b"", decompressobj()
    if not unpacking.eof:
        raise BadOptions("The text of the position is cut off or damaged; copy it again.")
    return data
