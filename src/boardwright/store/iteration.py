"""Going through every stored match: to check the logs, and to compute anew what follows from them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Projection, Saved

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many matches are done and how many there are."""

Follow: TypeAlias = Callable[[Saved], Awaitable[Projection]]
"""What follows from an ended match; it may read ratings and tallies from the store."""


def _nobody(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


async def walk(store: Store, progress: Progress = _nobody) -> AsyncIterator[Saved]:
    """Every match that was started, oldest first, with all its entries."""
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


async def project_ended(store: Store, follow: Follow, progress: Progress = _nobody) -> int:
    """Projects every ended match that is not yet projected, in the order they ended; returns how many.

    A server calls it at its start and after every end. Several processes may do so at once: whoever comes
    second to a match finds it done.
    """
    done, total = 0, await store.count_unprojected()
    while True:
        # Read before the match is chosen: if the cursor then stands still, nobody else has projected it.
        cursor = await store.cursor()
        rows = await store.unprojected(limit=1)
        saved = await store.load(rows[0].id) if rows else None
        if saved is None:
            return done
        if await store.project(await follow(saved), cursor):
            done += 1
            progress(done, max(done, total))
        elif await store.cursor() == cursor:
            raise StoreError(f"What follows from match {saved.row.id} does not fit the ratings; rebuild them.")


async def rebuild(store: Store, follow: Follow, progress: Progress = _nobody) -> int:
    """Forgets all ratings and tallies and computes them again from the logs; returns from how many matches."""
    await store.drop_projections()
    return await project_ended(store, follow, progress)
