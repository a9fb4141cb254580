"""Writing record files."""

from __future__ import annotations

from pathlib import Path

from boardwright.arena.atomic import write_atomically
from boardwright.core.canonical import canonical
from boardwright.core.match import Match
from boardwright.core.record import dump
from boardwright.core.refusal import Unreadable
from boardwright.store.directories import state_folder


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
