"""An ended match: where its scores come from, what became of ratings, what a bot says, and the record with notes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boardwright.bots.analysis.analysis import Moment
from boardwright.bots.analysis.remark import remark
from boardwright.core.game.explanation import ScoreRow, score_table
from boardwright.core.match.match import Match
from boardwright.core.records.annotations import Annotations, Note
from boardwright.core.records.record import annotation_lines
from boardwright.core.rules.outcome import Outcome
from boardwright.store.port import Store
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.results.ratings import RatingView, Unrated, rating_view, why_unrated
from boardwright.table.study.analysis import MatchAnalysis

_WORDS = {
    "forced": "The only move.",
    "best": "The best move.",
    "good": "A good move.",
    "unclear": "Perhaps not the best move.",
    "mistake": "A mistake.",
    "turning_point": "A turning point.",
}


class RatingChange(msgspec.Struct, frozen=True):
    """A seat's rating before and after a match; `before` is null for the first rated match."""

    seat: int
    before: RatingView | None
    after: RatingView


class MatchResult(msgspec.Struct, frozen=True):
    """The end of a match. The rows of `table` add up to the scores if the rules ended it, else they are as it stood.

    `ratings` is null until they are computed, which is a moment after the end, and empty if they do not change;
    `unrated` says why.
    """

    outcome: Outcome
    table: list[ScoreRow]
    ratings: list[RatingChange] | None
    unrated: Unrated | None


class Remark(msgspec.Struct, frozen=True):
    """The words of a bot at the end of a match against people; nobody speaks where no bot or no person played."""

    seat: int | None = None
    text: str = ""


async def result_of(store: Store, table: OpenMatch) -> MatchResult:
    """Return the result of a match; raise Conflict before its end. The caller may see the match."""
    match, outcome = _ended(table)
    unrated = why_unrated(table.row, match.entries)
    ratings = await _ratings(store, table) if unrated is None else []
    return MatchResult(outcome, list(score_table(match.game, match.position)), ratings, unrated)


def remark_of(table: OpenMatch, analysis: MatchAnalysis) -> Remark:
    """Return what a bot says about a match; raises Conflict before its end. The caller may see the match.

    A mistake is named only after the whole match was analyzed: until then nothing is proven.
    """
    outcome = _ended(table)[1]
    bots = [number for number, seat in enumerate(table.row.lobby.seats) if seat.bot is not None]
    if not 0 < len(bots) < len(table.row.lobby.seats):
        return Remark()
    moments = analysis.moments if analysis.status == "done" else []
    return Remark(bots[0], remark(moments, outcome.winners, bots[0]))


def _ended(table: OpenMatch) -> tuple[Match, Outcome]:
    match = commands.running(table)
    if match.outcome is None:
        raise Conflict(Code.NOT_OVER, "This match is still being played; it has a result after its end.")
    return match, match.outcome


async def _ratings(store: Store, table: OpenMatch) -> list[RatingChange] | None:
    found, lobby = [], table.row.lobby
    for number, seat in enumerate(lobby.seats):
        history = await store.rating_history(seat.account or "", lobby.game)
        place = next((place for place, rating in enumerate(history) if rating.match == table.row.id), None)
        if place is None:
            return None
        before = rating_view(history[place - 1]) if place else None
        found.append(RatingChange(number, before, rating_view(history[place])))
    return found


def annotated(record: bytes, moments: Iterable[Moment]) -> bytes:
    """Return a record with notes on its moves.

    >>> moment = Moment(1, 0, "a", "take a", (0.5, -0.5), 0.0, [])
    >>> print(annotated(b"the record;", [moment]).decode().strip())
    the record;{"note":{"after":1,"facts":{"best":[],"error":0.0,"evaluation":[0.5,-0.5],"loss":0.0},...
    """
    return record + annotation_lines(Annotations(notes=tuple(map(_note, moments))))


def _note(moment: Moment) -> Note:
    facts = {name: getattr(moment, name) for name in ("evaluation", "loss", "error", "best")}
    return Note(moment.number, text=comment_text(moment), facts=msgspec.to_builtins(facts))


def comment_text(moment: Moment) -> str:
    """Return the words about a move: what it was, and what was better and why."""
    text = _WORDS[moment.mark]
    if moment.is_blamed:
        best = moment.best[0]
        text += f" Better was {best.description or best.move}. {best.why}"
    return text
