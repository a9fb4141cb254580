"""Atomic file writes."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: to a temporary file beside it first, then by rename.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "result.txt"
    >>> write_atomically(path, b"7")
    >>> path.read_bytes(), len(list(path.parent.iterdir()))
    (b'7', 1)
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
