"""Reports of broken laws: the finding, how to reproduce it, and how to fix it."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

import msgspec

from boardwright.core.moves.declaration import BadDeclaration

_HERE = Path(__file__).parents[2]
_LIBRARY = Path(sysconfig.get_path("stdlib"))


class Violation(Exception):
    """Raised where a law is broken: the finding and the fix; equal causes are reported once."""

    def __init__(self, text: str, fix: str, cause: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.fix = fix
        self.cause = cause or text


class NotChecked(Exception):
    """Raised where a law cannot be checked, for a reason that is not the game's."""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """One broken law. `record` is the game up to there as a record file, if one can be written."""

    law: str
    text: str
    fix: str
    game: str
    seed: int
    version: int | None = None
    """The version of the rules; None for the newest."""
    setup: str = ""
    """The number of seats and the options."""
    step: int | None = None
    board: str = ""
    encoded: str = ""
    record: bytes | None = None
    cause: str = ""
    also: tuple[str, ...] = ()
    """Other laws that the game breaks for the same cause."""

    @property
    def filename(self) -> str:
        """A name for the record file."""
        return f"{self.game}-{self.law.replace(' ', '-')}-{self.seed}.jsonl"

    def report(self, record_path: str = "") -> str:
        """Return the failure as text; `record_path` is the file to which the record was written."""
        lines = [f"{self.game} breaks the law “{self.law}”: {self.text}", f"  fix: {self.fix}"]
        if self.also:
            lines.append(f"  also breaks, for the same cause: {', '.join(self.also)}")
        if self.setup:
            lines.append(f"  setup: {self.setup}" + ("" if self.step is None else f", after step {self.step}"))
        if self.encoded:
            lines.append(f"  position: {self.encoded}")
        lines += [f"    {line}" for line in self.board.splitlines()]
        if record_path:
            lines.append(f"  record: {record_path}")
        version = "" if self.version is None else f" --version {self.version}"
        lines.append(f"  again: boardwright check {self.game}{version} --games 1 --seed {self.seed}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.report()


def place_of(error: BaseException) -> str:
    """Return the file and line where an error was raised, in the code of the game where possible."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    if isinstance(error, BadDeclaration):
        return error.place
    places = traceback.extract_tb(error.__traceback__)
    rules = [place for place in places if is_rules(Path(place.filename))]
    place = (rules or places)[-1]
    return f"{place.filename}, line {place.lineno}"


def is_rules(path: Path) -> bool:
    """Return whether a file is not Python's nor Boardwright's own, or belongs to one of its games."""
    if path.is_relative_to(_LIBRARY) and "site-packages" not in path.parts:
        return False
    return not path.is_relative_to(_HERE) or path.is_relative_to(_HERE / "games")
