"""Ratings of players in a game, by openskill's Plackett-Luce model, and which matches count for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Literal, TypeAlias

import msgspec
from openskill.models import PlackettLuce

from boardwright.core.match.entry import Entry
from boardwright.store.rows import MatchRow, Rating, Saved

_MODEL = PlackettLuce()
START, LOWEST = 1500, 100
_POINTS = 30
"""Points of the scale for one unit of mu: a lead of 200 points means about three wins in four, as with Elo."""
ESTABLISHED = 10
"""The number of rated matches that make a rating reliable."""
MAX_SIGMA = 7.2
"""Uncertainty of a reliable rating: ten matches against different opponents bring it below 7."""
MIN_MOVES = 2
"""Moves that every seat makes in a match that counts, unless the rules end it."""
_LEFT = ("resignation", "time", "agreement")
"""Reasons of outcomes that the players, not the rules, brought about."""
WINDOW = 7 * 24 * 3600 * 1000
"""Milliseconds in which matches between the same two players count less and less."""

Unrated: TypeAlias = Literal["casual", "same_address", "canceled", "few_moves"]
"""Why ratings do not change by a match."""
Met: TypeAlias = Callable[[str, str], int]
"""Counts the matches between two accounts that were rated in the window before."""


class RatingView(msgspec.Struct, frozen=True):
    """A rating as people read it: new players have 1500.

    It is provisional until ten rated matches are played, more if they were against the same few opponents.
    """

    value: int
    provisional: bool


def rating_view(rating: Rating) -> RatingView:
    """Return a rating on the scale that is shown.

    >>> new = Rating(account="a", game="g", number=1, match="m", at=0, mu=25.0, sigma=8.3)
    >>> rating_view(new)
    RatingView(value=1500, provisional=True)
    """
    value = round(START + _POINTS * (rating.mu - _MODEL.mu))
    return RatingView(max(LOWEST, value), rating.number < ESTABLISHED or rating.sigma > MAX_SIGMA)


def why_unrated(row: MatchRow, entries: Iterable[Entry]) -> Unrated | None:
    """Return why an ended match with that log does not count for ratings; None if it does."""
    outcome = row.outcome
    if not row.lobby.rated or outcome is None:
        return "same_address" if row.lobby.same_address else "casual"
    if outcome.reason == "canceled":
        return "canceled"
    return None if is_played(row, entries) else "few_moves"


def is_played(row: MatchRow, entries: Iterable[Entry]) -> bool:
    """Return whether the rules ended the match, or every seat made enough moves before its players ended it."""
    if row.outcome is None or row.outcome.reason not in _LEFT:
        return row.outcome is not None and row.outcome.reason != "canceled"
    made = _moves_made(row, entries)
    return all(made[seat] >= MIN_MOVES for seat in range(len(row.lobby.seats)))


def _moves_made(row: MatchRow, entries: Iterable[Entry]) -> Counter[int]:
    """Count the moves of each seat without those that were made for an absent player."""
    forfeits = row.header is not None and row.header.clock.on_timeout == "forfeit"
    made, absent_until = Counter[int](), dict[int, float]()
    for entry in entries:
        if entry.seat is None:
            continue
        if entry.kind == "resign" or entry.kind == "timeout":
            # A late player is represented at once, one who is gone from then on.
            absent_until[entry.seat] = inf if forfeits or entry.kind == "resign" else entry.at
        elif entry.kind == "move" and entry.at > absent_until.get(entry.seat, -1):
            made[entry.seat] += 1
    return made


def ratings_after(saved: Saved, old: Mapping[str, Rating], met: Met) -> tuple[Rating, ...]:
    """Return the ratings after an ended match, given those before; empty if the match does not count.

    The n-th match of two players in a window changes their ratings by 1/n of what the first would; with more seats the
    mean over the opponents counts.
    """
    row = saved.row
    if row.outcome is None or why_unrated(row, saved.entries) is not None:
        return ()
    accounts = [seat.account for seat in row.lobby.seats if seat.account is not None]
    teams = [
        [_MODEL.rating(mu=old[name].mu, sigma=old[name].sigma) if name in old else _MODEL.rating()] for name in accounts
    ]
    after = _MODEL.rate(teams, ranks=[float(place) for place in row.outcome.places])
    found = []
    for name, (before,), (full,) in zip(accounts, teams, after, strict=True):
        shares = [1 / (1 + met(name, other)) for other in accounts if other != name]
        weight = sum(shares) / len(shares)
        found.append(
            Rating(
                account=name,
                game=row.lobby.game,
                number=1 + (old[name].number if name in old else 0),
                match=row.id,
                at=row.changed,
                mu=(1 - weight) * before.mu + weight * full.mu,
                sigma=(1 - weight) * before.sigma + weight * full.sigma,
            )
        )
    return tuple(found)
