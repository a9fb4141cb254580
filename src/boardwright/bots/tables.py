"""Tables of solved games, kept in the user's cache folder so that each is built once."""

from __future__ import annotations

import os
import tempfile
import zlib
from pathlib import Path

from boardwright.core.solution import AnySolution


def cache_folder() -> Path:
    """Where tables are kept; XDG_CACHE_HOME moves it."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boardwright"


def table_path(solution: AnySolution) -> Path:
    """The file of a table; its name says which version of the analysis it comes from."""
    return cache_folder() / f"{solution.name}-v{solution.version}.table"


def table(solution: AnySolution) -> bytes:
    """The table of a solution, from its file, or built and kept. A damaged file is built again."""
    path = table_path(solution)
    if path not in _loaded:
        try:
            _loaded[path] = zlib.decompress(path.read_bytes())
        except (OSError, zlib.error):
            _loaded[path] = build(solution)
    return _loaded[path]


_loaded: dict[Path, bytes] = {}


def build(solution: AnySolution) -> bytes:
    """Builds a table anew and keeps it."""
    built = solution.build()
    _keep(table_path(solution), built)
    return built


def _keep(path: Path, built: bytes) -> None:
    """Writes a table in one piece; a folder that cannot be written to only costs the next builder time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
            draft.write(zlib.compress(built))
        Path(draft.name).replace(path)
    except OSError:
        return
