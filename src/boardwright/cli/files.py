"""Reading and writing record files."""

from __future__ import annotations

import os
from pathlib import Path

from boardwright.arena.atomic import write_atomically
from boardwright.core.canonical import canonical
from boardwright.core.match import Match
from boardwright.core.record import dump, load
from boardwright.core.refusal import BadRecord, Unreadable


def read_match(path: str) -> Match:
    """Loads and checks a record file; every error names the file."""
    try:
        return load(Path(path).read_bytes())
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}", error.entry) from None
    except RecursionError:
        raise BadRecord(f"{path}: JSON is nested too deeply.") from None


def write_match(match: Match, path: Path) -> None:
    """Saves the match atomically. An existing file is replaced only if it is an earlier state of the same match."""
    if path.exists() and not _is_earlier(match, path):
        raise Unreadable(f"{path} exists and is not an earlier state of this match; choose another name.")
    write_atomically(path, dump(match))


def _is_earlier(match: Match, path: Path) -> bool:
    header = canonical(match.header) + b"\n"
    with path.open("rb") as file:
        return file.read(len(header)) == header


def autosave_path(match: Match) -> Path:
    """The file of a match that was not saved by name, in the state directory."""
    return state_folder() / f"{match.game.name}-{match.header.hash[:8]}.jsonl"


def state_folder() -> Path:
    """Boardwright's state directory, below XDG_STATE_HOME if that is set; created if needed."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(state) / "boardwright"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
