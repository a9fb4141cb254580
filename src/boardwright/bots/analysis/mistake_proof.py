"""Proof that one move is worse than another: trials of both, and the error of their difference.

A trial is a pair of searches that look at a single move each, with the same random numbers. Trials are independent of
the search that suggested the other move, which favors its own choice, and of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Literal, NamedTuple

import msgspec

Mark = Literal["forced", "best", "good", "unclear", "mistake", "turning_point"]

SLIP, TURN = 0.1, 0.3
"""Losses (of 2, from lost to won) from which on a move is a mistake, and a turning point."""
_PROVEN = 0.02
"""The loss that remains after the error is taken off; less than that is no difference."""
_FEWEST, _MOST = 2, 4
"""Trials before a move is blamed, and after which it is blamed or not."""
_SPREAD, _WEIGHT = 0.05, 2
"""The usual standard deviation of trials, and how many trials that counts as: two may agree by luck."""
_DEPTH = 0.1
"""Twice the standard deviation by which the difference moves when a search becomes ten times as long."""


class Trial(msgspec.Struct, frozen=True):
    """The values by seat of the played move and of the suggestion, each from a search that looks at nothing else."""

    played: tuple[float, ...]
    suggested: tuple[float, ...]


class MistakeProof(NamedTuple):
    """The average loss of the played move against the suggestion, and its error."""

    loss: float
    error: float

    @property
    def is_proven(self) -> bool:
        """Whether the loss is worth a word and exceeds its error."""
        return self.loss >= SLIP and self.loss - self.error >= _PROVEN

    @property
    def mark(self) -> Mark:
        """The mark of the move.

        >>> [MistakeProof(loss, 0.12).mark for loss in (-0.1, 0.05, 0.13, 0.2, 0.5)]
        ['good', 'good', 'unclear', 'mistake', 'turning_point']
        """
        if self.is_proven:
            return "turning_point" if self.loss >= TURN else "mistake"
        return "good" if self.loss < SLIP else "unclear"


def mistake_proof(losses: Sequence[float]) -> MistakeProof | None:
    """Return what trials with these losses prove; None if another trial is needed.

    The error has two parts. Chance: twice the standard error of the mean, from the spread of the trials and, because
    they are few, their usual spread. Depth: all trials may err together where they do not look far enough; how much was
    measured with searches ten times as long. A move is acquitted once its loss is harmless even with the first part.

    >>> mistake_proof([0.3]), mistake_proof([0.3, 0.28])
    (None, MistakeProof(loss=0.29, error=0.159))
    >>> mistake_proof([-0.1])
    MistakeProof(loss=-0.1, error=0.2)
    """
    if not losses:
        return None
    count = len(losses)
    mean = sum(losses) / count
    squares = sum((loss - mean) ** 2 for loss in losses) + _WEIGHT * _SPREAD**2
    chance = 2 * sqrt(squares / (count - 1 + _WEIGHT) / count)
    found = MistakeProof(round(mean, 3), round(chance + _DEPTH, 3))
    is_settled = mean + chance < SLIP or (count >= _FEWEST and found.is_proven) or count >= _MOST
    return found if is_settled else None
