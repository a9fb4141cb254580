"""The files of a game's package, and whether they have changed."""

from __future__ import annotations

import os
from pathlib import Path

from boardwright.core.game.registry import names
from boardwright.core.refusal import UnknownGame
from boardwright.store.installed import folder

_IGNORED = ("__pycache__", ".pytest_cache", ".git")


def package_folder(name: str) -> Path:
    """Return the folder of the installed game of that name; UnknownGame if there is none."""
    found = folder(name)
    if found is None:
        raise UnknownGame(f"No game {name!r} is installed as a package; installed are {', '.join(names())}.")
    return found


def state(place: Path) -> dict[str, tuple[int, int]]:
    """Return the time and size of every file."""
    found = {}
    for where, folders, files in os.walk(place):
        folders[:] = [each for each in folders if each not in _IGNORED]
        for file in files:
            path = os.path.join(where, file)
            try:
                facts = os.stat(path)
            except OSError:  # an editor replaces it right now
                continue
            found[path] = (facts.st_mtime_ns, facts.st_size)
    return found


def changed(old: dict[str, tuple[int, int]], new: dict[str, tuple[int, int]]) -> list[str]:
    """Return the names of files that differ.

    >>> changed({"/x/a.py": (1, 1)}, {"/x/a.py": (2, 1), "/x/b.svg": (1, 5)})
    ['a.py', 'b.svg']
    """
    return sorted(os.path.basename(path) for path in {*old, *new} if old.get(path) != new.get(path))
