"""One way to write a value as bytes, so that hashes mean the same everywhere.

Canonical JSON is UTF-8, keys sorted, no blanks: `json.dumps(x, sort_keys=True, ensure_ascii=False,
separators=(",", ":"))` gives the same bytes for everything that goes into a log (`is_portable`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, Union

import msgspec

if TYPE_CHECKING:
    JSON: TypeAlias = Union[bool, int, float, str, Sequence["JSON"], Mapping[str, "JSON"], None]
    """A value that can be written as JSON."""
else:
    JSON = Any

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """Return the canonical JSON of any JSON-able value, struct or dataclass.

    >>> canonical({"b": 1, "a": "°"}).decode()
    '{"a":"°","b":1}'
    """
    return _encoder.encode(value)


def json_values(value: object) -> Any:
    """Return the value as a reader of its JSON gets it: a stored header and one in memory compare equal.

    >>> json_values({"sizes": (1, 2)})
    {'sizes': [1, 2]}
    """
    return msgspec.json.decode(msgspec.json.encode(value))


def is_portable(value: object) -> bool:
    """Return whether other programs write the value the same way: no fractions near zero or from 1e16 on, no NaN.

    >>> is_portable({"a": 0.5}), is_portable({"a": 1e-7})
    (True, False)
    """
    text = json.dumps(msgspec.to_builtins(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode() == canonical(value)


def digest(value: object) -> str:
    """Return the SHA-256 of the canonical JSON, in hexadecimal.

    >>> digest({"a": 1})[:8]
    '015abd7f'
    """
    return hashlib.sha256(canonical(value)).hexdigest()
