"""Outcomes of matches: scores, winners, places, a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import msgspec

from boardwright.core.canonical import JSON, canonical


def ranking(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat, the smallest key first: one more than how many are ahead of it.

    >>> ranking((5, 1, 5, 9))
    (2, 1, 2, 4)
    """
    ordered = sorted(keys)
    return tuple(ordered.index(key) + 1 for key in keys)


class Outcome(msgspec.Struct, frozen=True):
    """Scores by seat, the seats that won (none or several: a draw), and the reason.

    `reason` is a stable code for programs, `text` the same as a sentence for players. `places` are the seats'
    places, 1 for the winners, with ties and gaps as in sports (1, 2, 2, 4). Both have defaults: a sentence made
    of the code, and the winners followed by the others, more points first. `detail` is the game's own breakdown
    of the scores.

    >>> end = Outcome((9, 3, 7), (0,), "all_cubes_removed")
    >>> end.places, end.text
    ((1, 3, 2), 'All cubes removed.')
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    detail: dict[str, JSON] = {}
    places: tuple[int, ...] = ()
    text: str = ""

    def __post_init__(self) -> None:
        if not self.places:
            keys = [-score for score in self.scores] if self.winners else [0] * len(self.scores)
            ahead = [(seat not in self.winners, key) for seat, key in enumerate(keys)]
            msgspec.structs.force_setattr(self, "places", ranking(ahead))
        if not self.text:
            msgspec.structs.force_setattr(self, "text", f"{self.reason.replace('_', ' ').capitalize()}.")

    def __hash__(self) -> int:
        """Return the same for equal outcomes; the breakdown does not count, for it cannot be hashed."""
        return hash((self.scores, self.winners, self.reason, self.places))

    @classmethod
    def highest(cls, scores: tuple[int, ...], reason: str = "points", text: str = "") -> Self:
        """Return an outcome that most points win; seats that share the highest score share the win.

        >>> Outcome.highest((3, 7, 7)).winners
        (1, 2)
        """
        return cls._by(scores, tuple(-score for score in scores), reason, text)

    @classmethod
    def lowest(cls, scores: tuple[int, ...], reason: str = "points", text: str = "") -> Self:
        """Return an outcome that the fewest points win, as in golf.

        >>> Outcome.lowest((3, 7, 2, 3)).places
        (2, 4, 1, 2)
        """
        return cls._by(scores, scores, reason, text)

    @classmethod
    def _by(cls, scores: tuple[int, ...], keys: tuple[int, ...], reason: str, text: str) -> Self:
        places = ranking(keys)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return cls(scores, winners, reason, places=places, text=text)

    def content(self) -> dict[str, JSON]:
        """Return what the log keeps of it: all but the sentence, so that rewording one does not change any record.

        >>> Outcome((1, 0), (0,), "resignation").content()
        {'places': [1, 2], 'reason': 'resignation', 'scores': [1, 0], 'winners': [0]}
        """
        kept = {name: getattr(self, name) for name in ("detail", "places", "reason", "scores", "winners")}
        if not self.detail:
            del kept["detail"]
        return msgspec.json.decode(canonical(kept), type=dict[str, JSON])

    def payoffs(self) -> tuple[float, ...]:
        """Return what learning programs and tournaments are given: winners share +1, losers share -1, a draw is 0.

        The sum is zero; only a player who is alone wins or loses against nobody. `places`
        distinguishes the second of five from the last.

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
