"""Tables of solved games, stored in the user's cache directory."""

from __future__ import annotations

import os
import tempfile
import zlib
from pathlib import Path

from boardwright.core.search.solution import AnySolution


def cache_folder() -> Path:
    """The cache directory of Boardwright, below XDG_CACHE_HOME if that is set."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boardwright"


def table_path(solution: AnySolution) -> Path:
    """The file of a table; its name contains the version of the solver."""
    return cache_folder() / f"{solution.name}-v{solution.version}.table"


def table(solution: AnySolution) -> bytes:
    """Loads the table of a solution. A missing or damaged file is built again."""
    key = solution.name, solution.version
    if key not in _loaded:
        try:
            _loaded[key] = zlib.decompress(table_path(solution).read_bytes())
        except (*_NO_FILE, zlib.error):
            _loaded[key] = build(solution)
    return _loaded[key]


_NO_FILE = (OSError, RuntimeError)
"""Errors without a file, or without a home directory, as of users that only systemd knows."""
_loaded: dict[tuple[str, int], bytes] = {}


def build(solution: AnySolution) -> bytes:
    """Builds a table and stores it."""
    built = solution.build()
    _store(solution, built)
    return built


def _store(solution: AnySolution, built: bytes) -> None:
    """Writes a table atomically. Errors are ignored: the table is built again next time."""
    try:
        path = table_path(solution)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
            draft.write(zlib.compress(built))
        Path(draft.name).replace(path)
    except _NO_FILE:
        return
