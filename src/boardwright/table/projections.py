"""Ratings and achievements: what follows from an ended match, given what followed from those before."""

from __future__ import annotations

from collections import defaultdict

from boardwright.core.match import Match
from boardwright.store.iteration import Follow
from boardwright.store.port import Store
from boardwright.store.rows import Projection, Saved, Tally
from boardwright.table.achievements import counted
from boardwright.table.ratings import rated
from boardwright.table.seating import game_of


def following(store: Store) -> Follow:
    """How to project a match of that store."""

    async def follow(saved: Saved) -> Projection:
        return await _projection(store, saved)

    return follow


async def _projection(store: Store, saved: Saved) -> Projection:
    row = saved.row
    seats = {number: seat.account for number, seat in enumerate(row.lobby.seats) if seat.account is not None}
    if row.header is None or not seats:
        return Projection(match=row.id)
    accounts, game = sorted(set(seats.values())), row.lobby.game
    match = Match.load(game_of(row.lobby), row.header, saved.entries, saved.seed)
    before: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for tally in await store.tallies(accounts, game):
        before[tally.account][tally.name] = tally.count
    old = {rating.account: rating for rating in await store.ratings(accounts, game)}
    tallies = tuple(
        Tally(account=account, game=game, name=name, count=count, match=row.id, at=row.changed)
        for account, counts in counted(match, seats, before).items()
        for name, count in counts.items()
        if before[account].get(name, 0) != count
    )
    return Projection(match=row.id, ratings=rated(row, old), tallies=tallies)
