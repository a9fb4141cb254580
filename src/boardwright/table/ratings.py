"""Ratings of players in a game, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce

from boardwright.store.rows import MatchRow, Rating

_MODEL = PlackettLuce()


def display_rating(rating: Rating) -> float:
    """Returns the number shown for a rating: a conservative estimate, mu - 3 sigma; new players start near 0."""
    return round(rating.mu - 3 * rating.sigma, 1)


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
