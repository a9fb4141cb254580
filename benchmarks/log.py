"""The cost of reading logs: `python -m benchmarks.log`.

Prints how long it takes to resume a stored match of 2,500 entries, to replay and check the same record, and to
rebuild any position of it. The game is a trivial one, so what is measured is the log and not the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from boardwright.core.match.match import Match
from boardwright.core.records import replay
from tests.core.plays import COUNT, CountOptions

ENTRIES = 2500


def best(run: Callable[[], object], times: int = 5) -> float:
    """Return the milliseconds of the fastest of some runs."""
    took = []
    for _ in range(times):
        start = perf_counter()
        run()
        took.append(perf_counter() - start)
    return min(took) * 1000


def main() -> None:
    match = Match.new(COUNT, options=CountOptions(goal=10 * ENTRIES), seed=bytes(32))
    for number in range(ENTRIES):
        match.play("12"[number % 2], at=number)
    rng = Random(1)
    numbers = [rng.randrange(ENTRIES) for _ in range(200)]

    def rebuild() -> float:
        slowest = 0.0
        for number in numbers:
            start = perf_counter()
            match.at(number)
            slowest = max(slowest, perf_counter() - start)
        return slowest * 1000

    log = COUNT, match.header, match.entries, bytes(32)
    print(f"resume {ENTRIES} entries: {best(lambda: Match.resume(*log)):.1f} ms")
    print(f"replay {ENTRIES} entries: {best(lambda: replay.load(*log)):.1f} ms")
    print(f"any position, slowest of 200: {rebuild():.3f} ms")


if __name__ == "__main__":
    main()
