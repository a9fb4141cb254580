"""How a match ended: where the scores come from, and what became of ratings."""

from __future__ import annotations

import msgspec

from boardwright.core.explanation import ScoreRow
from boardwright.core.outcome import Outcome
from boardwright.store.port import Store
from boardwright.table import commands
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict
from boardwright.table.ratings import RatingView, rating_view
from boardwright.table.table import Table


class RatingChange(msgspec.Struct, frozen=True):
    """A seat's rating before and after a match; `before` is null for the first rated match."""

    seat: int
    before: RatingView | None
    after: RatingView


class MatchResult(msgspec.Struct, frozen=True):
    """How a match ended. The rows of `table` add up to the scores if the rules ended it, else they are as it stood.

    `ratings` is null until they are computed, which is a moment after the end, and empty if the match is not rated.
    """

    outcome: Outcome
    table: list[ScoreRow]
    ratings: list[RatingChange] | None


async def result_of(store: Store, table: Table) -> MatchResult:
    """Returns the result of a match; raises Conflict before its end. The caller may see the match."""
    match = commands.running(table)
    if match.outcome is None:
        raise Conflict(Code.NOT_OVER, "This match is still being played; it has a result after its end.")
    rows = list(match.game.score_table(match.position))
    return MatchResult(match.outcome, rows, await _ratings(store, table))


async def _ratings(store: Store, table: Table) -> list[RatingChange] | None:
    lobby = table.row.lobby
    if not lobby.rated or table.row.outcome is None or table.row.outcome.reason == "canceled":
        return []
    found = []
    for number, seat in enumerate(lobby.seats):
        history = await store.rating_history(seat.account or "", lobby.game)
        place = next((place for place, rating in enumerate(history) if rating.match == table.row.id), None)
        if place is None:
            return None
        before = rating_view(history[place - 1]) if place else None
        found.append(RatingChange(number, before, rating_view(history[place])))
    return found
