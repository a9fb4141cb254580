"""Rewards, by seat, of a step: by the outcome, by the margin, or shaped by the game's evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypeVar, get_args

from boardwright.core.rules.outcome import Outcome
from boardwright.lab.episodes.episode import check_choice

Reward: TypeAlias = Literal["outcome", "margin", "shaped"]
"""- outcome: at the end, winners share +1 and losers -1 (`Outcome.payoffs`); 0 for a draw and a truncated game.
- margin: at the end, the lead in points over the mean of the others, as a share of all points; a truncated game is
  worth its evaluation.
- shaped: after every step, the change of the game's evaluation, and at the end the payoff minus the last evaluation."""


S = TypeVar("S")


class Rewards:
    """The rewards of one kind."""

    def __init__(self, kind: Reward, seats: int) -> None:
        check_choice(kind, get_args(Reward), "a reward")
        self.kind = kind
        self.nothing = (0.0,) * seats
        self.is_final = kind == "outcome"
        """Whether nothing but the end of a game is worth anything."""

    def of_step(
        self, before: S, after: S, outcome: Outcome | None, evaluate: Callable[[S], Sequence[float]], *, truncated: bool
    ) -> Sequence[float]:
        """Return the worth, by seat, of the step from one state to the next or to that outcome."""
        if outcome is None and self.is_final:
            return self.nothing
        if self.kind == "shaped":
            worth = outcome.payoffs() if outcome else evaluate(after)
            return tuple(worth[seat] - value for seat, value in enumerate(evaluate(before)))
        if outcome is not None:
            return outcome.payoffs() if self.kind == "outcome" else margins(outcome)
        return evaluate(after) if truncated and self.kind == "margin" else self.nothing


def margins(outcome: Outcome) -> tuple[float, ...]:
    """Return each seat's lead over the mean of the others, as a share of all points; a player alone gets the payoff.

    >>> margins(Outcome((30, 10), (0,), "score"))
    (0.5, -0.5)
    """
    scores = outcome.scores
    if len(scores) == 1:
        return outcome.payoffs()
    total, largest = sum(scores), max(1, sum(map(abs, scores)))
    return tuple((score - (total - score) / (len(scores) - 1)) / largest for score in scores)
