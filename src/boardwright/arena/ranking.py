"""Standings: win rates with intervals, Elo ratings with error bars."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log, log10, sqrt

import msgspec

from boardwright.arena.pairing import Result

_Z = 1.96
"""Standard deviations on each side of a 95 % interval."""


class RankingRow(msgspec.Struct, frozen=True):
    """One bot's row. A win against an opponent at the table is one point, a draw is half a point.

    `low` and `high` bound the rate, `error` the Elo; `score` is the mean score in the game itself.
    """

    bot: str
    games: int
    wins: int
    draws: int
    losses: int
    rate: float
    low: float
    high: float
    elo: float
    error: float
    score: float


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a rate.

    >>> [round(bound, 3) for bound in wilson(90, 100)]
    [0.826, 0.945]
    """
    if not games:
        return (0.0, 1.0)
    rate, square = points / games, _Z * _Z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = _Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return (max(0.0, middle - half), min(1.0, middle + half))


def beats(result: Result, seat: int, other: int) -> float:
    """Return 1 if the seat has a better place than the other, 0 if a worse one, 0.5 for a tie."""
    gain = result.places[other] - result.places[seat]
    return 0.5 + 0.5 * ((gain > 0) - (gain < 0))


def points_of(result: Result) -> tuple[float, ...]:
    """Return the tournament points of each seat: one for each opponent at the table it did better than."""
    seats = range(len(result.places))
    return tuple(sum(beats(result, seat, other) for other in seats if other != seat) for seat in seats)


def duels(results: Iterable[Result]) -> dict[tuple[str, str], list[float]]:
    """Return the points of every ordered pair of bots; a game of more than two seats counts as one duel per pair."""
    points: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in results:
        bots = result.pairing.bots
        for seat, name in enumerate(bots):
            for other, rival in enumerate(bots):
                if name != rival:
                    points[name, rival].append(beats(result, seat, other))
    return points


def standings(results: Sequence[Result]) -> list[RankingRow]:
    """Return the rows of all bots, strongest first."""
    points = duels(results)
    scores: dict[str, list[int]] = defaultdict(list)
    for result in results:
        for name, score in zip(result.pairing.bots, result.scores, strict=True):
            scores[name].append(score)
    names = sorted({name for pair in points for name in pair})
    ratings = elo(points, names)
    rows = []
    for name in names:
        own = [point for (one, _), gained in points.items() if one == name for point in gained]
        rate = sum(own) / len(own)
        low, high = wilson(sum(own), len(own))
        rows.append(
            RankingRow(
                name,
                len(own),
                own.count(1.0),
                own.count(0.5),
                own.count(0.0),
                rate,
                low,
                high,
                *ratings[name],
                sum(scores[name]) / len(scores[name]),
            )
        )
    return sorted(rows, key=lambda row: -row.elo)


def elo(points: dict[tuple[str, str], list[float]], names: list[str]) -> dict[str, tuple[float, float]]:
    """Return maximum-likelihood Elo ratings with mean 0, each with the half width of its 95 % interval.

    One drawn game per pair is added, so that a bot that lost every game has a finite rating.
    """
    strength = dict.fromkeys(names, 1.0)
    played = {pair: len(gained) + 1 for pair, gained in points.items()}
    won = {name: sum(sum(points[pair]) + 0.5 for pair in points if pair[0] == name) for name in names}
    for _ in range(200):
        for name in names:
            expected = sum(
                played[name, rival] / (strength[name] + strength[rival]) for rival in names if (name, rival) in played
            )
            strength[name] = won[name] / expected
        scale = sum(log(value) for value in strength.values()) / len(names)
        strength = {name: value / 2.718281828459045**scale for name, value in strength.items()}
    return {name: (400 * log10(strength[name]), _error(name, strength, played)) for name in names}


def _error(name: str, strength: dict[str, float], played: dict[tuple[str, str], int]) -> float:
    """Return the half width of the interval, from the Fisher information."""
    information = 0.0
    for (one, rival), games in played.items():
        if one == name:
            chance = strength[name] / (strength[name] + strength[rival])
            information += games * chance * (1 - chance)
    return _Z * 400 / (log(10) * sqrt(information)) if information else float("inf")
