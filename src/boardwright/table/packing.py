"""Long texts as they are stored: compressed, and without characters that JSON escapes.

Lists of matches read the lobby of each match in them, and escapes are what makes a long text slow to read.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from zlib import compress, decompress

_PACKED = "zlib:"


def pack(text: str) -> str:
    """The text as it is stored; an empty one stays empty."""
    return _PACKED + b64encode(compress(text.encode())).decode() if text else ""


def unpack(stored: str) -> str:
    """The text that was packed, or one that was stored before there was packing.

    >>> unpack(pack('{"a": 1}')), unpack(""), unpack("old")
    ('{"a": 1}', '', 'old')
    """
    return decompress(b64decode(stored.removeprefix(_PACKED))).decode() if stored.startswith(_PACKED) else stored
