"""A broken law, told so that the author of the game knows where, how to see it again, and what to do."""

from __future__ import annotations

import msgspec


class Violation(Exception):
    """Raised where a law does not hold: what was found, what cures it, and after which step of the game."""

    def __init__(self, text: str, cure: str, step: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.cure = cure
        self.step = step


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """One broken law. `record` is the game up to there as a record file, where one can be written."""

    law: str
    text: str
    cure: str
    game: str
    seed: int
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

    def tell(self, record_path: str = "") -> str:
        """Everything there is to say, in a few lines; `record_path` is where the record was written."""
        lines = [f"{self.game} breaks the law “{self.law}”: {self.text}", f"  cure: {self.cure}"]
        if self.setup:
            lines.append(f"  setup: {self.setup}" + ("" if self.step is None else f", after step {self.step}"))
        if self.encoded:
            lines.append(f"  position: {self.encoded}")
        lines += [f"    {line}" for line in self.board.splitlines()]
        if record_path:
            lines.append(f"  record: {record_path}")
        lines.append(f"  again: boardwright check {self.game} --games 1 --seed {self.seed}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.tell()
