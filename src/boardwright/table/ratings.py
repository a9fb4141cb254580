"""Ratings of players in a game, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from openskill.models import PlackettLuce

from boardwright.store.rows import MatchRow, Rating

_MODEL = PlackettLuce()
START, LOWEST = 1500, 100
_POINTS = 30
"""Points of the scale for one unit of mu: a lead of 200 points means about three wins in four, as with Elo."""
ESTABLISHED = 10
"""How many rated matches make a rating reliable."""


class RatingView(msgspec.Struct, frozen=True):
    """A rating as people read it: new players have 1500; provisional until ten rated matches are played."""

    value: int
    provisional: bool


def rating_view(rating: Rating) -> RatingView:
    """Returns a rating on the scale that is shown.

    >>> new = Rating(account="a", game="g", number=1, match="m", at=0, mu=25.0, sigma=8.3)
    >>> rating_view(new)
    RatingView(value=1500, provisional=True)
    """
    value = round(START + _POINTS * (rating.mu - _MODEL.mu))
    return RatingView(max(LOWEST, value), rating.number < ESTABLISHED)


def ratings_after(row: MatchRow, old: Mapping[str, Rating]) -> tuple[Rating, ...]:
    """Returns the ratings after an ended match, given those before; empty if the match is not rated."""
    outcome = row.outcome
    if not row.lobby.rated or outcome is None or outcome.reason == "canceled":
        return ()
    accounts = [seat.account for seat in row.lobby.seats if seat.account is not None]
    teams = [
        [_MODEL.rating(mu=old[name].mu, sigma=old[name].sigma) if name in old else _MODEL.rating()] for name in accounts
    ]
    after = _MODEL.rate(teams, ranks=[float(place) for place in outcome.places])
    return tuple(
        Rating(
            account=name,
            game=row.lobby.game,
            number=1 + (old[name].number if name in old else 0),
            match=row.id,
            at=row.changed,
            mu=team[0].mu,
            sigma=team[0].sigma,
        )
        for name, team in zip(accounts, after, strict=True)
    )
