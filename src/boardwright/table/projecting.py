"""Ratings and achievements: made from ended matches, in the order they ended, once each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from boardwright.core.match import Match
from boardwright.store.port import Store
from boardwright.store.rows import MatchRow, Projection, Tally
from boardwright.table.ratings import rated
from boardwright.table.seating import game_of
from boardwright.table.trophies import counted


async def project_all(store: Store, done: Callable[[int], None] = lambda count: None) -> None:
    """Projects every ended match that has not been yet; `done` hears how many are made.

    Several processes may do this at once: the store takes each step from one of them only.
    """
    made = 0
    while True:
        cursor = await store.cursor()
        rows = await store.unprojected(1)
        if not rows:
            return
        if await store.project(await _projection(store, rows[0]), cursor):
            made += 1
            done(made)


async def _projection(store: Store, row: MatchRow) -> Projection:
    saved = await store.load(row.id) if row.header is not None else None
    seats = {number: seat.account for number, seat in enumerate(row.lobby.seats) if seat.account is not None}
    if saved is None or row.header is None or not seats:
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
