"""Achievements: what players have done, counted from logs, and the trophies that the counts earn.

A game names its trophies and counts progress toward them: a step of play shows that a seat has done something once
more ("closed a city"). Counts are never stored as truth; they follow from the logs of the matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from boardwright.core.log import Log


class Achievement(msgspec.Struct, frozen=True):
    """A trophy: `count` times the feat called `task` earn it and its points."""

    name: str
    title: str
    task: str
    count: int
    points: int


def achievement_progress(log: Log) -> Iterator[tuple[int, str]]:
    """(seat, task) for every feat of a match so far, in order. A canceled match counts for nothing.

    Steps that were taken back do not count, nor do those that a branch inherits from another match.
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
    """How often one player has done what, given the matches with the seat the player had in each."""
    return Counter(task for log, seat in logs for who, task in achievement_progress(log) if who == seat)


def earned(achievements: Iterable[Achievement], counts: Mapping[str, int]) -> list[Achievement]:
    """The trophies that these counts earn.

    >>> medals = [Achievement("first", "First Win", "win", 1, 5), Achievement("fifth", "Five Wins", "win", 5, 20)]
    >>> [each.name for each in earned(medals, {"win": 3})]
    ['first']
    """
    return [each for each in achievements if counts.get(each.task, 0) >= each.count]
