"""Iteration over stored matches: to verify logs, and to compute projections from them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Projection, Saved

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of finished matches and the total."""

Projector: TypeAlias = Callable[[Saved], Awaitable[Projection]]
"""Computes the projection of an ended match; it may read ratings and tallies from the store."""


def _ignore_progress(_done: int, _total: int) -> None:
    """The default progress callback."""


async def iterate_matches(store: Store, progress: Progress = _ignore_progress) -> AsyncIterator[Saved]:
    """Yields every started match, oldest first, with all its entries."""
    total = await store.count_started()
    done, last = 0, None
    while rows := await store.started(after=last):
        for row in rows:
            saved = await store.load(row.id)
            if saved is not None:
                yield saved
            done += 1
            progress(done, max(done, total))
        last = rows[-1].id


async def project_ended(store: Store, projector: Projector, progress: Progress = _ignore_progress) -> int:
    """Projects every ended match that is not yet projected, in the order they ended; returns how many.

    A server calls it at its start and after the end of every match. Several processes may do so concurrently;
    each match is projected once.
    """
    done, total = 0, await store.count_unprojected()
    while True:
        # Read before the match is chosen: if the cursor is unchanged later, no other process has projected it.
        cursor = await store.cursor()
        rows = await store.unprojected(limit=1)
        saved = await store.load(rows[0].id) if rows else None
        if saved is None:
            return done
        if await store.project(await projector(saved), cursor):
            done += 1
            progress(done, max(done, total))
        elif await store.cursor() == cursor:
            raise StoreError(f"The projection of match {saved.row.id} contradicts the stored ratings; rebuild them.")


async def rebuild(store: Store, projector: Projector, progress: Progress = _ignore_progress) -> int:
    """Drops all ratings and tallies and computes them again; returns the number of projected matches."""
    await store.drop_projections()
    return await project_ended(store, projector, progress)
