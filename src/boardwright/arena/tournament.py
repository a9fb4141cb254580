"""A tournament: round after round until the plan is played, going on wherever it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from boardwright.arena import workers
from boardwright.arena.pairing import Pairing, Result
from boardwright.arena.results_file import ResultsFile
from boardwright.arena.schedule import Plan, batches

Runner = Callable[[Iterable[Pairing]], Generator[Result, None, None]]
"""Plays pairings somewhere and gives back their results in any order."""

_BATCH = 4
"""Whole games that travel to a cluster together."""


def runner(jobs: int, address: str | None) -> Runner:
    """Where the pairings are played: on a Ray cluster if there is an address, else in that many processes."""
    if address is not None:
        return lambda pairings: workers.on_ray(batches(pairings, _BATCH), address)
    if jobs > 1:
        return lambda pairings: workers.in_pool(batches(pairings, 1), jobs)
    return lambda pairings: workers.in_process(batches(pairings, 1))


def run(plan: Plan, results_file: ResultsFile, play: Runner) -> Generator[Result, None, None]:
    """Plays what the results_file lacks, writes it down, and yields each new result."""
    for number in range(plan.rounds):
        first = number * len(plan.round(0, []))
        before = [results_file.results[index] for index in range(first)]
        missing = [pairing for pairing in plan.round(number, before) if pairing.number not in results_file.results]
        source = play(missing)
        for result in source:
            results_file.add(result)
            yield result


def results(results_file: ResultsFile) -> list[Result]:
    """All results so far in the order of the plan, whatever order they came in."""
    return [results_file.results[number] for number in sorted(results_file.results)]
