"""How a match ended: where the scores come from, what became of ratings, and what a bot says about it."""

from __future__ import annotations

import asyncio

import msgspec

from boardwright.bots.history import PlayedMove, played_moves
from boardwright.bots.remark import remark_on
from boardwright.core.explanation import ScoreRow
from boardwright.core.match import Match
from boardwright.core.outcome import Outcome
from boardwright.store.port import Store
from boardwright.table import commands
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict
from boardwright.table.ratings import RatingView, rating_view
from boardwright.table.table import Table
from boardwright.table.work_thread import WorkThread


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


class Remark(msgspec.Struct, frozen=True):
    """What a bot says about a match against people: the move that decided it. Without such a move nobody speaks."""

    seat: int | None = None
    text: str = ""


async def result_of(store: Store, table: Table) -> MatchResult:
    """Returns the result of a match; raises Conflict before its end. The caller may see the match."""
    match, outcome = _ended(table)
    return MatchResult(outcome, list(match.game.score_table(match.position)), await _ratings(store, table))


async def remark_of(table: Table, work: WorkThread) -> Remark:
    """Returns what a bot says about a match; raises Conflict before its end. The caller may see the match."""
    match, outcome = _ended(table)
    bots = [number for number, seat in enumerate(table.row.lobby.seats) if seat.bot is not None]
    if not 0 < len(bots) < len(table.row.lobby.seats) or len(outcome.winners) != 1:
        return Remark()
    moves = list[PlayedMove]()
    for played in played_moves(match):  # here, because a match is not for several threads
        moves.append(played)
        await asyncio.sleep(0)
    text = await work.run(remark_on, match.game, moves, outcome.winners[0], bots[0])
    return Remark() if text is None else Remark(bots[0], text)


def _ended(table: Table) -> tuple[Match, Outcome]:
    match = commands.running(table)
    if match.outcome is None:
        raise Conflict(Code.NOT_OVER, "This match is still being played; it has a result after its end.")
    return match, match.outcome


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
