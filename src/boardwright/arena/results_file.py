"""The results of a tournament as a file of JSON lines: the schedule first, then each result.

A line that was cut off by a crash is ignored, so an interrupted tournament can be resumed.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

import msgspec

from boardwright.arena.atomic import write_atomically
from boardwright.arena.pairing import Result
from boardwright.arena.schedule import Schedule
from boardwright.core.canonical import canonical
from boardwright.core.refusal import BadRecord


class ResultsFile:
    """A results file, open for appending. Records of games are written to files in `records`."""

    def __init__(self, path: Path, schedule: Schedule, records: Path | None = None) -> None:
        self.path = path
        self.records = records
        self.results: dict[int, Result] = {}
        if path.exists() and path.stat().st_size:
            known, self.results = read(path)
            if known != schedule:
                raise BadRecord(f"{path} belongs to another tournament; choose another name, or use --resume {path}.")
            self._rewrite(schedule)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(canonical(schedule) + b"\n")
        self._file: IO[bytes] = path.open("ab")

    def _rewrite(self, schedule: Schedule) -> None:
        """Rewrites the file without a line that was cut off."""
        lines = [canonical(schedule) + b"\n", *(_line(self.results[number]) for number in sorted(self.results))]
        write_atomically(self.path, b"".join(lines))

    def add(self, result: Result) -> None:
        """Appends one result, and writes its record if it has one."""
        if result.record is not None and self.records is not None:
            self.records.mkdir(parents=True, exist_ok=True)
            write_atomically(self.records / result.pairing.filename, result.record.encode())
        result = msgspec.structs.replace(result, record=None, searches=[])
        self.results[result.pairing.number] = result
        self._file.write(_line(result))
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _line(result: Result) -> bytes:
    """A result as JSON, in which seats with forfeits are texts."""
    return canonical(msgspec.to_builtins(result, str_keys=True)) + b"\n"


def read(path: Path) -> tuple[Schedule, dict[int, Result]]:
    """Reads the schedule and the results by number; a last line that was cut off is ignored."""
    lines = path.read_bytes().split(b"\n")
    try:
        schedule = msgspec.json.decode(lines[0], type=Schedule)
        found = [msgspec.json.decode(line, type=Result) for line in lines[1:-1]]
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(f"{path} is not a results file: {error}.") from None
    return schedule, {result.pairing.number: result for result in found}
