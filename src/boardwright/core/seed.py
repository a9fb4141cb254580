"""Seeds as people write them."""

from __future__ import annotations

import hashlib
import secrets
from enum import Enum
from typing import Final, TypeAlias

from boardwright.core.refusal import BadOptions

Seed: TypeAlias = bytes | int | str
"""The origin of all chance in a match: bytes as they are, 64 hexadecimal digits, or any number or text."""


class _Fresh(Enum):
    SEED = "a random seed"


Fresh: TypeAlias = _Fresh
FRESH: Final = _Fresh.SEED
"""Stands for a seed that nobody chose: a random one."""


def read_seed(seed: Seed | Fresh) -> bytes:
    """Return the bytes of a seed: 64 hexadecimal digits as they are, others hashed, for FRESH random ones.

    >>> read_seed("00" * 32) == bytes(32), read_seed(42) == read_seed("42"), len(read_seed(FRESH))
    (True, True, 32)
    """
    if seed is FRESH:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and seed:
        return seed
    if not isinstance(seed, int | str):
        raise BadOptions(f"{seed!r} is not a seed: a seed is a whole number, a text or bytes.")
    text = str(seed)
    if len(text) == 64 and all(digit in "0123456789abcdefABCDEF" for digit in text):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
