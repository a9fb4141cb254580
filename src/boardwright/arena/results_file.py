"""The results of a tournament as a file: JSON lines, the plan first, then every result as it comes.

A line is written whole or not at all, so whatever stops a tournament, what was played stays, and the tournament
can go on.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

import msgspec

from boardwright.arena.pairing import Result
from boardwright.arena.schedule import Plan
from boardwright.core.canonical import canonical
from boardwright.core.refusal import BadRecord


class ResultsFile:
    """A tournament's file, open for more results. Records of games go to files of their own."""

    def __init__(self, path: Path, plan: Plan, records: Path | None = None) -> None:
        self.path = path
        self.records = records
        self.results: dict[int, Result] = {}
        if path.exists() and path.stat().st_size:
            known, self.results = read(path)
            if known != plan:
                raise BadRecord(f"{path} belongs to another tournament; give another name, or --resume {path}.")
            self._rewrite(plan)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(canonical(plan) + b"\n")
        self._file: IO[bytes] = path.open("ab")

    def _rewrite(self, plan: Plan) -> None:
        """A line that was cut off is dropped."""
        lines = [canonical(plan), *(canonical(self.results[number]) for number in sorted(self.results))]
        draft = self.path.with_name(f".{self.path.name}.draft")
        draft.write_bytes(b"".join(line + b"\n" for line in lines))
        draft.replace(self.path)

    def add(self, result: Result) -> None:
        """Writes one result, and its record if it has one."""
        if result.record is not None and self.records is not None:
            self.records.mkdir(parents=True, exist_ok=True)
            name = f"{result.pairing.game}-{result.pairing.number:05}.jsonl"
            (self.records / name).write_text(result.record, "utf-8")
        result = msgspec.structs.replace(result, record=None)
        self.results[result.pairing.number] = result
        self._file.write(canonical(result) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """No more results."""
        self._file.close()


def read(path: Path) -> tuple[Plan, dict[int, Result]]:
    """The plan and the results of a file, by number; a last line that was cut off is passed over."""
    lines = path.read_bytes().split(b"\n")
    try:
        plan = msgspec.json.decode(lines[0], type=Plan)
        found = [msgspec.json.decode(line, type=Result) for line in lines[1:-1]]
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(f"{path} is no file of results: {error}.") from None
    return plan, {result.pairing.number: result for result in found}
