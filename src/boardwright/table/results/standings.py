"""Standings: ratings, progress and achievements of players, for profiles and leaderboards."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from boardwright.core.game import registry
from boardwright.core.game.achievement import Achievement
from boardwright.store.port import Store
from boardwright.store.rows import Account
from boardwright.table.results.achievements import achievements_of
from boardwright.table.results.ratings import RatingView, rating_view


class AchievementView(msgspec.Struct, frozen=True):
    """An achievement, what to do for it, and how often that is done and needed; earned if `count` reaches `needed`."""

    name: str
    title: str
    points: int
    text: str
    count: int
    needed: int


class Standing(msgspec.Struct, frozen=True):
    """An account's results in one game."""

    game: str
    rating: RatingView | None
    history: list[tuple[int, int]]
    counts: dict[str, int]
    achievements: list[AchievementView]


class RankedPlayer(msgspec.Struct, frozen=True):
    """A row of a leaderboard."""

    name: str
    rating: RatingView


async def standings(store: Store, account: Account) -> list[Standing]:
    """Return the account's standing in every game it has played."""
    ratings = {rating.game: rating_view(rating) for rating in await store.ratings([account.id])}
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for tally in await store.tallies([account.id]):
        counts[tally.game][tally.name] = tally.count
    found = []
    for name in registry.loadable():
        if name in ratings or name in counts:
            history = await store.rating_history(account.id, name)
            medals = achievements_of(registry.game(name))
            found.append(
                Standing(
                    name,
                    ratings.get(name),
                    [(rating.at, rating_view(rating).value) for rating in history],
                    counts[name],
                    [_progress(medal, counts[name].get(medal.task, 0)) for medal in medals],
                )
            )
    return found


def _progress(medal: Achievement, count: int) -> AchievementView:
    return AchievementView(
        medal.name, medal.title, medal.points, medal.text, min(count, medal.count), needed=medal.count
    )


async def leaderboard(store: Store, game: str, limit: int) -> list[RankedPlayer]:
    """Return the strongest players of a game, those with provisional ratings last; raise UnknownGame."""
    ratings = await store.best(registry.game(game).name, limit)
    found = [(await store.account(rating.account), rating_view(rating)) for rating in ratings]
    ranked = [RankedPlayer(account.name, shown) for account, shown in found if account is not None]
    return sorted(ranked, key=lambda player: (player.rating.provisional, -player.rating.value))
