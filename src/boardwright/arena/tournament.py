"""Runs a tournament round by round, and resumes an interrupted one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from boardwright.arena import workers
from boardwright.arena.pairing import Pairing, Result
from boardwright.arena.results_file import ResultsFile
from boardwright.arena.schedule import Schedule, batches

Runner = Callable[[Iterable[Pairing]], Generator[Result, None, None]]
"""Plays pairings and yields their results in any order."""

_BATCH = 4
"""Games per task on a cluster."""


def runner(jobs: int, address: str | None) -> Runner:
    """How pairings are played: on a Ray cluster if there is an address, else in `jobs` processes."""
    if address is not None:
        return lambda pairings: workers.on_ray(batches(pairings, _BATCH), address)
    if jobs > 1:
        return lambda pairings: workers.in_pool(batches(pairings, 1), jobs)
    return lambda pairings: workers.in_process(batches(pairings, 1))


def run(schedule: Schedule, results_file: ResultsFile, play: Runner) -> Generator[Result, None, None]:
    """Plays the missing games, appends each result to the file, and yields it."""
    for number in range(schedule.rounds):
        first = number * len(schedule.round(0, []))
        before = [results_file.results[index] for index in range(first)]
        missing = [pairing for pairing in schedule.round(number, before) if pairing.number not in results_file.results]
        source = play(missing)
        for result in source:
            results_file.add(result)
            yield result


def results(results_file: ResultsFile) -> list[Result]:
    """All results so far, in the order of the schedule."""
    return [results_file.results[number] for number in sorted(results_file.results)]
