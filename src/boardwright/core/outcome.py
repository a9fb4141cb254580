"""How a match ended."""

from __future__ import annotations

from typing import Self

import msgspec

from boardwright.core.canonical import JSON


class Outcome(msgspec.Struct, frozen=True):
    """Scores by seat, the seats that won (none or several: a draw), and the reason.

    `detail` is the game's own breakdown of the scores.

    >>> Outcome((1, 0), (0,), "all_cubes_removed").payoffs()
    (1.0, -1.0)
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    detail: dict[str, JSON] = {}

    @classmethod
    def highest(cls, scores: tuple[int, ...], reason: str = "points") -> Self:
        """Whoever has most points wins; those who share the highest score share the win.

        >>> Outcome.highest((3, 7, 7)).winners
        (1, 2)
        """
        return cls(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), reason)

    def payoffs(self) -> tuple[float, ...]:
        """What learning programs and ratings are given: winners share +1, losers share -1, a draw is 0.

        The sum is zero; only who plays alone wins or loses against nobody.

        >>> Outcome((5, 5, 2), (0, 1), "score").payoffs()
        (0.5, 0.5, -1.0)
        """
        seats = len(self.scores)
        if seats == 1:
            return (1.0 if self.winners else -1.0,)
        losers = seats - len(self.winners)
        if not self.winners or not losers:
            return (0.0,) * seats
        return tuple(1 / len(self.winners) if seat in self.winners else -1 / losers for seat in range(seats))
