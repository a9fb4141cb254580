"""Record files: read whole, written whole, never over something else."""

from __future__ import annotations

import os
from pathlib import Path

from boardwright.core.canonical import canonical
from boardwright.core.match import Match
from boardwright.core.record import dump, load
from boardwright.core.refusal import BadRecord, Unreadable


def read_match(path: str) -> Match:
    """The match of a record file, checked; every error names the file."""
    try:
        return load(Path(path).read_bytes())
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}", error.entry) from None
    except RecursionError:
        raise BadRecord(f"{path}: It is nested too deeply to be a record.") from None


def write_match(match: Match, path: Path) -> None:
    """Saves the whole match. A file is replaced only if it is an earlier state of the same match."""
    if path.exists() and not _is_earlier(match, path):
        raise Unreadable(f"{path} exists and is not an earlier state of this match; give another name.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(dump(match))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _is_earlier(match: Match, path: Path) -> bool:
    header = canonical(match.header) + b"\n"
    with path.open("rb") as file:
        return file.read(len(header)) == header


def autosave_path(match: Match) -> Path:
    """Where a match that nobody saved is kept: in the user's state folder, under the match's own name."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(state) / "boardwright"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{match.game.name}-{match.header.hash[:8]}.jsonl"
