"""Progress toward achievements, counted from the log of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from boardwright.core.log import Log


def achievement_progress(log: Log) -> Iterator[tuple[int, str]]:
    """(seat, task) for every task completed in a match so far, in order; nothing for a canceled match.

    Undone steps do not count, nor do those that a branch inherits from another match.
    """
    if log.outcome is not None and log.outcome.reason == "canceled":
        return
    inherited = log.header.branch.inherited if log.header.branch else 0
    line = log.line()
    for above, entry in zip([None, *line], line, strict=False):
        if entry.number > inherited:
            before = log.at(above.number if above else 0)
            yield from log.game.achievement_progress(before, entry, log.at(entry.number))


def tally(logs: Iterable[tuple[Log, int]]) -> Counter[str]:
    """How often one player completed each task, given the matches with the player's seat in each."""
    return Counter(task for log, seat in logs for who, task in achievement_progress(log) if who == seat)
