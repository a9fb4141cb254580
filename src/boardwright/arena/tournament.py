"""A tournament: round after round until the plan is played, going on wherever it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from boardwright.arena import workers
from boardwright.arena.bout import Bout, Result
from boardwright.arena.ledger import Ledger
from boardwright.arena.schedule import Plan, batches

Players = Callable[[Iterable[Bout]], Generator[Result, None, None]]
"""Plays bouts somewhere and gives back their results in any order."""

_BATCH = 4
"""Whole games that travel to a cluster together."""


def players(jobs: int, address: str | None) -> Players:
    """Where the bouts are played: on a Ray cluster if there is an address, else in that many processes."""
    if address is not None:
        return lambda bouts: workers.ray(batches(bouts, _BATCH), address)
    if jobs > 1:
        return lambda bouts: workers.pool(batches(bouts, 1), jobs)
    return lambda bouts: workers.here(batches(bouts, 1))


def run(plan: Plan, ledger: Ledger, play: Players) -> Generator[Result, None, None]:
    """Plays what the ledger lacks, writes it down, and yields each new result."""
    for number in range(plan.rounds):
        first = number * len(plan.round(0, []))
        before = [ledger.results[index] for index in range(first)]
        missing = [bout for bout in plan.round(number, before) if bout.number not in ledger.results]
        source = play(missing)
        for result in source:
            ledger.add(result)
            yield result


def results(ledger: Ledger) -> list[Result]:
    """All results so far in the order of the plan, whatever order they came in."""
    return [ledger.results[number] for number in sorted(ledger.results)]
