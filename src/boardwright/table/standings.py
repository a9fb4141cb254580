"""Standings: ratings, progress and achievements of players, for profiles and leaderboards."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from boardwright.core import registry
from boardwright.store.port import Store
from boardwright.store.rows import Account
from boardwright.table.achievements import earned_achievements
from boardwright.table.ratings import display_rating


class EarnedAchievement(msgspec.Struct, frozen=True):
    """An achievement that a player has earned."""

    name: str
    title: str
    points: int


class Standing(msgspec.Struct, frozen=True):
    """An account's results in one game."""

    game: str
    rating: float | None
    history: list[tuple[int, float]]
    counts: dict[str, int]
    achievements: list[EarnedAchievement]


class RankedPlayer(msgspec.Struct, frozen=True):
    """A row of a leaderboard."""

    name: str
    rating: float


async def standings(store: Store, account: Account) -> list[Standing]:
    """Returns the account's standing in every game it has played."""
    ratings = {rating.game: display_rating(rating) for rating in await store.ratings([account.id])}
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for tally in await store.tallies([account.id]):
        counts[tally.game][tally.name] = tally.count
    found = []
    for name in registry.loadable():
        if name in ratings or name in counts:
            history = await store.rating_history(account.id, name)
            earned = earned_achievements(registry.game(name), counts[name])
            found.append(
                Standing(
                    name,
                    ratings.get(name),
                    [(rating.at, display_rating(rating)) for rating in history],
                    counts[name],
                    [EarnedAchievement(each.name, each.title, each.points) for each in earned],
                )
            )
    return found


async def leaderboard(store: Store, game: str, limit: int) -> list[RankedPlayer]:
    """Returns the players with the highest ratings in a game; raises UnknownGame."""
    ratings = await store.best(registry.game(game).name, limit)
    found = [(await store.account(rating.account), rating) for rating in ratings]
    return [RankedPlayer(account.name, display_rating(rating)) for account, rating in found if account is not None]
