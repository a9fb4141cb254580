"""Writing record files."""

from __future__ import annotations

from pathlib import Path

from boardwright.arena.atomic import write_atomically
from boardwright.core.canonical import canonical
from boardwright.core.match.match import Match
from boardwright.core.records.annotations import Annotations
from boardwright.core.records.record import dump, parse
from boardwright.core.refusal import Unreadable
from boardwright.store.directories import state_folder


def write_match(match: Match, path: Path, annotations: Annotations | None = None) -> None:
    """Save the match atomically. An existing file is replaced only if it is an earlier state of the same match.

    Its annotations stay unless others are given.
    """
    if path.exists():
        if not _is_earlier(match, path):
            raise Unreadable(f"{path} exists and is not an earlier state of this match; choose another name.")
        annotations = annotations or parse(path.read_bytes()).annotations
    write_atomically(path, dump(match, annotations))


def _is_earlier(match: Match, path: Path) -> bool:
    header = canonical(match.header) + b"\n"
    with path.open("rb") as file:
        return file.read(len(header)) == header


def autosave_path(match: Match) -> Path:
    """Return the file of a match that was not saved by name, in the state directory."""
    return state_folder() / f"{match.game.name}-{match.header.hash[:8]}.jsonl"
