"""Ratings of players in a game, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce

from boardwright.core.outcome import Outcome
from boardwright.store.rows import MatchRow, Rating

_MODEL = PlackettLuce()


def display_rating(rating: Rating) -> float:
    """Returns the number shown for a rating: a conservative estimate, mu - 3 sigma; new players start near 0."""
    return round(rating.mu - 3 * rating.sigma, 1)


def places(outcome: Outcome) -> list[int]:
    """Returns the place of each seat, 1 the best: winners first, the others by score; all 1 in a draw.

    >>> places(Outcome((10, 30, 20), (1,), "score")), places(Outcome((1, 1), (), "agreement"))
    ([3, 1, 2], [1, 1])
    """
    if not outcome.winners:
        return [1] * len(outcome.scores)
    keys = [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
    return [1 if key[0] else 1 + sum(other > key for other in keys) for key in keys]


def ratings_after(row: MatchRow, old: Mapping[str, Rating]) -> tuple[Rating, ...]:
    """Returns the ratings after an ended match, given those before; empty if the match is not rated."""
    outcome = row.outcome
    if not row.lobby.rated or outcome is None or outcome.reason == "canceled":
        return ()
    accounts = [seat.account for seat in row.lobby.seats if seat.account is not None]
    teams = [
        [_MODEL.rating(mu=old[name].mu, sigma=old[name].sigma) if name in old else _MODEL.rating()] for name in accounts
    ]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places(outcome)])
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
