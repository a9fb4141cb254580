"""The packages of installed games, and whether their laws were checked on this machine.

`boardwright check` writes down what it found, with a digest of the game's files; a change of the files shows.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import msgspec

from boardwright.core.game.registry import GROUP
from boardwright.store.directories import state_folder

_AUTHOR = ("Author", "Author-email")
_SUFFIXES = (".py", ".json", ".toml")
Laws = Literal["hold", "broken", "changed", "unchecked"]


class Checked(msgspec.Struct, frozen=True):
    """The last check of a game: the digest of its files, when, how many games, and which laws were broken."""

    digest: str
    day: str
    games: int
    broken: tuple[str, ...] = ()


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """The package of a game, and what is known about its laws.

    >>> print(Installed(package="boardwright-hex", version="1.2", author="Ada", laws="hold", games=9, day="2026-05-01"))
    boardwright-hex 1.2 by Ada; its laws held in 9 random games (2026-05-01)
    """

    package: str
    version: str
    author: str
    laws: Laws
    games: int = 0
    """In how many random games the laws were checked, and when."""
    day: str = ""

    def __str__(self) -> str:
        by = f" by {self.author}" if self.author else ""
        said = {
            "hold": f"its laws held in {self.games} random game{'s' * (self.games != 1)} ({self.day})",
            "broken": f"a check found a broken law ({self.day})",
            "changed": f"changed since its laws were checked ({self.day})",
            "unchecked": "its laws were not checked here",
        }
        return f"{self.package} {self.version}{by}; {said[self.laws]}"


def installed(name: str) -> Installed:
    """Return the package of the game with that name."""
    package, version, author = "", "", ""
    for point in entry_points(group=GROUP, name=name):
        if point.dist is not None:
            facts = point.dist.metadata
            package, version = point.dist.name, point.dist.version
            author = next((facts[key].partition("<")[0].strip() for key in _AUTHOR if key in facts), "")
    checked = _all().get(name)
    if checked is None:
        return Installed(package=package, version=version, author=author, laws="unchecked")
    laws: Laws = "changed" if checked.digest != digest(name) else "broken" if checked.broken else "hold"
    return Installed(package=package, version=version, author=author, laws=laws, games=checked.games, day=checked.day)


def write_down(name: str, games: int, broken: tuple[str, ...]) -> None:
    """Keep what a check of the laws found."""
    day = datetime.now(UTC).date().isoformat()
    kept = {**_all(), name: Checked(digest(name), day, games, broken)}
    _file().write_bytes(msgspec.json.format(msgspec.json.encode(kept)))


def folder(name: str) -> Path | None:
    """Return the folder of a game's package, found without importing it; None if there is no such package."""
    for point in entry_points(group=GROUP, name=name):
        first, *rest = point.value.partition(":")[0].split(".")
        spec = find_spec(first)
        if spec is not None and spec.submodule_search_locations:
            return Path(next(iter(spec.submodule_search_locations))).joinpath(*rest)
    return None


def digest(name: str) -> str:
    """Return a digest of the files of a game's package that decide how it is played."""
    hashed = hashlib.sha256()
    place = folder(name) or Path("/nowhere")
    for path in sorted(place.rglob("*")):
        if path.suffix in _SUFFIXES and path.is_file():
            hashed.update(f"{path.relative_to(place)}\0".encode() + path.read_bytes())
    return hashed.hexdigest()


def _file() -> Path:
    return state_folder() / "checked.json"


def _all() -> dict[str, Checked]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, Checked])
    except (OSError, msgspec.DecodeError):
        return {}
