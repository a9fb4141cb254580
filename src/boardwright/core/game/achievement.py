"""Achievements: what players have done, counted from logs.

A game names its achievements and counts progress toward them: a step of play shows that a seat has completed a task
once more ("closed a city"). Counts are never stored as truth; they follow from the logs of the matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Achievement(msgspec.Struct, frozen=True):
    """Earned, with its points, by completing `task` `count` times; `text` says in words what to do.

    >>> Achievement("fifth", "Five Wins", "win", 5, 20, "Win five matches.").points
    20
    """

    name: str
    title: str
    task: str
    count: int
    points: int
    text: str = ""


def earned(achievements: Iterable[Achievement], counts: Mapping[str, int]) -> list[Achievement]:
    """Return the achievements that these counts earn.

    >>> medals = [Achievement("first", "First Win", "win", 1, 5), Achievement("fifth", "Five Wins", "win", 5, 20)]
    >>> [each.name for each in earned(medals, {"win": 3})]
    ['first']
    """
    return [each for each in achievements if counts.get(each.task, 0) >= each.count]
