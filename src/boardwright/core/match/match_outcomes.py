"""Outcomes that a match has beside those of the rules: cancellation, resignation, time, agreement, adjudication."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from boardwright.core.rules.outcome import Outcome, ranking

_REASONS = {
    "canceled": "The match was canceled.",
    "resignation": "All others have resigned.",
    "time": "All others have run out of time.",
    "agreement": "The players agreed to a draw.",
    "move_limit": "Drawn: the move limit was reached.",
    "dead_position": "Drawn: nobody can win any more.",
    "repetition": "Drawn: the same position has come up again and again.",
    "passes": "Drawn: everyone kept passing.",
}


_BY_ONE = {"resignation": "resigned", "time": "ran out of time"}
"""Words for the act of the other player, where there are two."""


def match_outcome(seats: int, winners: tuple[int, ...], reason: str) -> Outcome:
    """The outcome that the match declares for one of its own reasons.

    >>> match_outcome(2, (1,), "resignation").text, match_outcome(3, (1,), "resignation").text
    ('Player 1 resigned.', 'All others have resigned.')
    """
    scores = tuple(int(seat in winners) for seat in range(seats))
    return worded(Outcome(scores, winners, reason), None)


def without_gone(outcome: Outcome, gone: Collection[int]) -> Outcome:
    """The same with the seats that left behind all others: a player who left cannot win.

    >>> without_gone(Outcome((9, 5, 7), (0,), "points"), {0}).places
    (3, 2, 1)
    """
    if not gone or not outcome.winners:
        return outcome
    places = ranking([(seat in gone, place) for seat, place in enumerate(outcome.places)])
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return msgspec.structs.replace(outcome, winners=winners, places=places)


def worded(outcome: Outcome, rules: Outcome | None) -> Outcome:
    """An outcome as the log keeps it, with the sentence that the match or the outcome of the rules has for it."""
    if rules is not None and rules.reason == outcome.reason:
        return msgspec.structs.replace(outcome, text=rules.text)
    text = _REASONS.get(outcome.reason, "")
    if len(outcome.scores) == 2 and outcome.reason in _BY_ONE:
        text = f"Player {2 - outcome.winners[0]} {_BY_ONE[outcome.reason]}."
    return msgspec.structs.replace(outcome, text=text)
