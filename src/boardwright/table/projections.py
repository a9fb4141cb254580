"""Projections: the ratings and achievement progress that follow from an ended match."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Mapping

from boardwright.store.iteration import Projector
from boardwright.store.port import Store
from boardwright.store.rows import Projection, Saved, Tally
from boardwright.table.achievements import progress_after
from boardwright.table.ratings import ratings_after
from boardwright.table.reading import read

log = logging.getLogger("boardwright.table")


def projector(store: Store) -> Projector:
    """Returns a function that computes the projection of an ended match of that store."""

    async def project(saved: Saved) -> Projection:
        return await _projection(store, saved)

    return project


async def _projection(store: Store, saved: Saved) -> Projection:
    row = saved.row
    seats = {number: seat.account for number, seat in enumerate(row.lobby.seats) if seat.account is not None}
    if row.header is None or not seats:
        return Projection(match=row.id)
    accounts, game = sorted(set(seats.values())), row.lobby.game
    before: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for tally in await store.tallies(accounts, game):
        before[tally.account][tally.name] = tally.count
    old = {rating.account: rating for rating in await store.ratings(accounts, game)}
    tallies = tuple(
        Tally(account=account, game=game, name=name, count=count, match=row.id, at=row.changed)
        for account, counts in _progress(saved, seats, before).items()
        for name, count in counts.items()
        if before[account].get(name, 0) != count
    )
    return Projection(match=row.id, ratings=ratings_after(row, old), tallies=tallies)


def _progress(
    saved: Saved, seats: Mapping[int, str], before: Mapping[str, Mapping[str, int]]
) -> dict[str, Counter[str]]:
    """Returns every account's progress; none for a match that cannot be read, so that later ones are projected.

    Its ratings need no log, only the outcome in its row.
    """
    try:
        _, match = read(saved)
        return {} if match is None else progress_after(match, seats, before)
    except Exception as error:  # a fault in one match or one game must not stop the ratings of all
        log.error(
            "no achievements from match %s, which cannot be read: %s; `boardwright db rebuild` adds them once it can",
            saved.row.id,
            error.__cause__ or error,
        )
        return {}
