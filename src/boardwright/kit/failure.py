"""Reports of broken laws: the finding, how to reproduce it, and how to cure it."""

from __future__ import annotations

import msgspec


class Violation(Exception):
    """Raised where a law is broken: the finding, the cure, and the step of the game."""

    def __init__(self, text: str, cure: str, step: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.cure = cure
        self.step = step


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """One broken law. `record` is the game up to there as a record file, if one can be written."""

    law: str
    text: str
    cure: str
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

    @property
    def filename(self) -> str:
        """A name for the record file."""
        return f"{self.game}-{self.law.replace(' ', '-')}-{self.seed}.jsonl"

    def report(self, record_path: str = "") -> str:
        """The failure as text; `record_path` is the file to which the record was written."""
        lines = [f"{self.game} breaks the law “{self.law}”: {self.text}", f"  cure: {self.cure}"]
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
