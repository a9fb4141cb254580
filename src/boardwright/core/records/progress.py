"""Progress toward achievements, counted from the log of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from boardwright.core.match.log import Log
from boardwright.core.rules.hooks import own_function


def achievement_progress(log: Log) -> Iterator[tuple[int, str]]:
    """(seat, task) for every task completed in a match so far, in order; nothing for a canceled match.

    Those of one step are given by the function `progress(before, step, seat, after)` of the game's `achievements.py` or
    `events.py`; its arguments are those of `Game.events`. Undone steps do not count, nor do those that a branch
    inherits from another match.
    """
    progress = own_function(log.game, "achievements", "progress")
    if progress is None or (log.outcome is not None and log.outcome.reason == "canceled"):
        return
    inherited = log.header.branch.inherited if log.header.branch else 0
    line = log.line()
    for above, entry in zip([None, *line], line, strict=False):
        if entry.number > inherited:
            before = log.at(above.number if above else 0)
            step = before.parse(entry.text) if entry.kind == "move" else entry.text
            yield from progress(before, step, entry.seat, log.at(entry.number))


def tally(logs: Iterable[tuple[Log, int]]) -> Counter[str]:
    """How often one player completed each task, given the matches with the player's seat in each."""
    return Counter(task for log, seat in logs for who, task in achievement_progress(log) if who == seat)
