"""Tournaments: who plays whom, with rotated seats and shared seeds, and the results as a file of JSON lines.

A line that was cut off by a crash is ignored, so an interrupted tournament can be resumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from itertools import combinations
from math import ceil, log2
from pathlib import Path
from typing import IO

import msgspec

from boardwright.arena.atomic import write_atomically
from boardwright.arena.pairing import Pairing, Result
from boardwright.arena.ranking import points_of
from boardwright.arena.workers import Runner
from boardwright.core.canonical import JSON, canonical
from boardwright.core.refusal import BadOptions, BadRecord


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament before it starts. `games` is the number of games of each group of bots that meets."""

    game: str
    bots: tuple[str, ...]
    games: int
    seats: int = 2
    seed: str = "arena"
    options: dict[str, JSON] = {}
    max_moves: int = 0
    swiss: bool = False
    keep: bool = False

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots):
            raise BadOptions("A bot is named twice; give one of them other options, such as `mcts:iterations=401`.")
        if len(self.bots) < 2:
            raise BadOptions("A tournament needs at least two bots.")
        if self.swiss and self.seats != 2:
            raise BadOptions("A Swiss tournament is for two seats; leave out --swiss for more.")

    @property
    def rounds(self) -> int:
        """The number of rounds: one round-robin, or as many as a Swiss tournament needs to find a winner."""
        return ceil(log2(len(self.bots))) + 1 if self.swiss else 1

    def round(self, number: int, results: Sequence[Result]) -> list[Pairing]:
        """Return the pairings of a round, given the results of the rounds before."""
        groups = self._pairs(number, results) if self.swiss else self._groups()
        pairings: list[Pairing] = []
        first = len(results)
        for table, group in enumerate(groups):
            for turn in range(self.games):
                order = tuple(group[(seat + turn) % self.seats] for seat in range(self.seats))
                pairings.append(
                    Pairing(
                        number=first + len(pairings),
                        game=self.game,
                        bots=order,
                        seed=f"{self.seed}/{number}/{table}/{turn // self.seats}",
                        options=self.options,
                        max_moves=self.max_moves,
                        keep=self.keep,
                    )
                )
        return pairings

    def _groups(self) -> list[tuple[str, ...]]:
        """Return every combination of bots that fills the seats; with too few bots the last one fills the rest.

        >>> schedule = Schedule(game="deblockle", bots=("a", "b"), games=3)
        >>> [pairing.bots for pairing in schedule.round(0, [])]
        [('a', 'b'), ('b', 'a'), ('a', 'b')]
        >>> [pairing.seed for pairing in schedule.round(0, [])]
        ['arena/0/0/0', 'arena/0/0/0', 'arena/0/0/1']
        """
        filled = self.bots + (self.bots[-1],) * (self.seats - len(self.bots))
        return list(combinations(filled, self.seats))

    def _pairs(self, number: int, results: Sequence[Result]) -> list[tuple[str, str]]:
        """Pair bots with similar points that have not met, best first. With an odd number the last one has a bye."""
        points = dict.fromkeys(self.bots, 0.0)
        met = Counter(frozenset(result.pairing.bots) for result in results)
        for result in results:
            for name, gained in zip(result.pairing.bots, points_of(result), strict=True):
                points[name] += gained
        waiting = sorted(self.bots, key=lambda name: (-points[name], self.bots.index(name)))
        pairs = []
        while len(waiting) > 1:
            one = waiting.pop(0)
            other = min(waiting, key=lambda name: (met[frozenset((one, name))], waiting.index(name)))
            waiting.remove(other)
            pairs.append((one, other))
        return pairs


class ResultsFile:
    """A results file, open for appending. Records of games are written to files in `records`."""

    def __init__(self, path: Path, schedule: Schedule, records: Path | None = None) -> None:
        self.records = records
        self.results: dict[int, Result] = {}
        if path.exists() and path.stat().st_size:
            known, self.results = read(path)
            if known != schedule:
                raise BadRecord(f"{path} belongs to another tournament; choose another name, or use --resume {path}.")
            whole = [canonical(schedule) + b"\n", *map(_line, results(self))]
            write_atomically(path, b"".join(whole))  # without a line that was cut off
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(canonical(schedule) + b"\n")
        self._file: IO[bytes] = path.open("ab")

    def add(self, result: Result) -> None:
        """Append one result, and write its record if it has one."""
        if result.record is not None and self.records is not None:
            self.records.mkdir(parents=True, exist_ok=True)
            write_atomically(self.records / result.pairing.filename, result.record.encode())
        result = msgspec.structs.replace(result, record=None, searches=[])
        self.results[result.pairing.number] = result
        self._file.write(_line(result))
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _line(result: Result) -> bytes:
    """Return a result as JSON, in which seats with forfeits are texts."""
    return canonical(msgspec.to_builtins(result, str_keys=True)) + b"\n"


def read(path: Path) -> tuple[Schedule, dict[int, Result]]:
    """Read the schedule and the results by number; a last line that was cut off is ignored."""
    lines = path.read_bytes().split(b"\n")
    try:
        schedule = msgspec.json.decode(lines[0], type=Schedule)
        found = [msgspec.json.decode(line, type=Result) for line in lines[1:-1]]
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(f"{path} is not a results file: {error}.") from None
    return schedule, {result.pairing.number: result for result in found}


def run(schedule: Schedule, results_file: ResultsFile, play: Runner) -> Generator[Result, None, None]:
    """Play the missing games, append each result to the file, and yield it."""
    for number in range(schedule.rounds):
        first = number * len(schedule.round(0, []))
        before = [results_file.results[index] for index in range(first)]
        missing = [pairing for pairing in schedule.round(number, before) if pairing.number not in results_file.results]
        for result in play(missing):
            results_file.add(result)
            yield result


def results(results_file: ResultsFile) -> list[Result]:
    """Return all results so far, in the order of the schedule."""
    return [results_file.results[number] for number in sorted(results_file.results)]
