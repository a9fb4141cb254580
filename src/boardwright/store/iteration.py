"""Iteration over stored matches: to verify logs, and to compute projections from them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import TypeAlias

from boardwright.store.port import BadDatabase, Store, StoreError
from boardwright.store.rows import MatchRow, Projection, Saved, log_id

PAGE = 200
"""Number of matches that are read and written together."""
MAX_ENTRIES = 20_000
"""Most entries of more than one match that are in memory at once."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of finished matches and the total."""

Projector: TypeAlias = Callable[[Sequence[Saved]], Awaitable[list[Projection]]]
"""Computes the projections of ended matches, in order; it may read ratings and tallies from the store."""


class BadProjection(StoreError):
    """A projection does not fit what is stored."""


def _ignore_progress(_done: int, _total: int) -> None:
    """Take no notice of the progress, by default."""


def _batches(rows: Sequence[MatchRow]) -> Iterator[Sequence[MatchRow]]:
    """Split a page so that the logs of each part are not too long together."""
    first = entries = 0
    for place, row in enumerate(rows):
        entries += row.number
        if entries > MAX_ENTRIES and place > first:
            yield rows[first:place]
            first, entries = place, row.number
    yield rows[first:]


async def started_pages(store: Store) -> AsyncIterator[Sequence[MatchRow]]:
    """Yield the rows of all started matches, oldest first, a page at a time and without their entries."""
    last = None
    while rows := await store.started(after=last, limit=PAGE):
        yield rows
        last = rows[-1].id


async def iterate_matches(store: Store, progress: Progress = _ignore_progress) -> AsyncIterator[Saved]:
    """Yield every started match, oldest first, with all its entries."""
    done, total = 0, await store.count_started()
    async for rows in started_pages(store):
        for batch in _batches(rows):
            for saved in await store.load_logs(batch):
                yield saved
                done += 1
                progress(done, max(done, total))


async def project_ended(
    store: Store,
    projector: Projector,
    progress: Progress = _ignore_progress,
    failed: dict[str, Exception] | None = None,
) -> int:
    """Project every ended match that is not yet projected, in the order they ended; return how many.

    A server calls it at its start and after the end of every match. Several processes may do so concurrently;
    each match is projected once. A match that cannot be projected is added to `failed`, and those in it are passed
    over; without `failed`, its error is raised.
    """
    done, total, limit = 0, await store.count_unprojected(), PAGE
    passed = {} if failed is None else failed
    while True:
        # Read before the matches are chosen: if the cursor is unchanged later, no other process has projected them.
        cursor = await store.cursor()
        rows = await store.unprojected(limit=limit + len(passed))
        rows = [row for row in rows if row.id not in passed][:limit]
        if not rows:
            return done
        for batch in _batches(rows):
            try:
                is_done = await _project(store, projector, batch, cursor)
            except Exception as error:
                if _is_down(error) or (len(batch) == 1 and failed is None):
                    raise
                if len(batch) == 1:
                    passed[batch[0].id] = error
                limit = 1  # one of them does not fit: project those before it, and find it
                break
            if not is_done:
                break
            cursor += len(batch)
            done += len(batch)
            progress(done, max(done, total))


async def _project(store: Store, projector: Projector, batch: Sequence[MatchRow], cursor: int) -> bool:
    """Project some matches; return False if another process was faster."""
    if await store.project(await projector(await store.load_logs(batch)), cursor):
        return True
    if await store.cursor() == cursor:
        name = log_id(batch[0].id)
        raise BadProjection(f"The projection of match {name} contradicts the stored ratings; rebuild them.")
    return False


def _is_down(error: Exception) -> bool:
    """Return whether an error has nothing to do with the matches in question."""
    return isinstance(error, StoreError) and not isinstance(error, BadDatabase | BadProjection)


async def rebuild(store: Store, projector: Projector, progress: Progress = _ignore_progress) -> int:
    """Drop all ratings and tallies and compute them again; return the number of projected matches."""
    await store.drop_projections()
    return await project_ended(store, projector, progress)
