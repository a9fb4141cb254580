"""The directories in which Boardwright keeps a user's files; they are created when they are needed."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of databases: below XDG_DATA_HOME if that is set."""
    return _folder("XDG_DATA_HOME", "share")


def state_folder() -> Path:
    """Return the folder of unsaved matches, the remembered port and checks of games: below XDG_STATE_HOME if set."""
    return _folder("XDG_STATE_HOME", "state")


def _folder(variable: str, name: str) -> Path:
    folder = Path(os.environ.get(variable) or Path.home() / ".local" / name) / "boardwright"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
