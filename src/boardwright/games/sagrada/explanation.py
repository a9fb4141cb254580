"""Sources of scores, and of a good position: objectives, favor, panes that can still be filled."""

from __future__ import annotations

from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.games.sagrada.bot import objective_prospects, room_prospects
from boardwright.games.sagrada.facts import COLORS, FIRST_PRIVATE
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.scoring import private_points


def score_table(position: SagradaPosition) -> tuple[ScoreRow, ...]:
    """Return every objective, favor and empty panes; a last row where a score would be below 0.

    >>> from boardwright.games.sagrada import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Favor left', 'Empty panes', 'Never below 0']
    """
    objectives = position.book.objectives
    parts = position.breakdowns()
    rows = [
        ScoreRow(objectives[card].name, tuple(part.public[place] for part in parts))
        for place, card in enumerate(position.state.public)
    ]
    secret = [hand.cards for hand in position.privates]
    rows += [ScoreRow(_private_label(secret), tuple(part.private for part in parts))] if any(secret) else []
    rows.append(ScoreRow("Favor left", tuple(part.favor for part in parts)))
    rows.append(ScoreRow("Empty panes", tuple(-part.empty * part.penalty for part in parts)))
    if any(part.total < 0 for part in parts):
        rows.append(ScoreRow("Never below 0", tuple(max(0, -part.total) for part in parts)))
    return tuple(rows)


def _private_label(cards: list[tuple[int, ...]]) -> str:
    """Return the colors of the private objectives, seat by seat."""
    colors = [" or ".join(COLORS[card - FIRST_PRIVATE] for card in own) or "none" for own in cards]
    return f"Private objective ({', '.join(colors)})"


def terms(position: SagradaPosition, seat: int) -> tuple[Term, ...]:
    """Return the promise of each objective, the favor left, and the room for more dice."""
    state, objectives = position.state, position.book.objectives
    frame = state.frames[seat]
    found = [
        Term(
            f"brings {{n}} point{{s}} nearer for {objectives[card].name}",
            f"loses {{n}} point{{s}} in sight for {objectives[card].name}",
            objective_prospects(objectives[card], frame),
        )
        for card in state.public
    ]
    private = max((private_points(card, frame) for card in position.privates[seat]), default=0)
    favor = state.favor[seat]
    return (
        *found,
        Term("adds {n} to your private objective", "takes {n} from your private objective", private),
        Term("gains {n} favor", "spends {n} favor", 0.9 * favor, favor),
        Term("keeps room worth {n} point{s}", "gives up room worth {n} point{s}", room_prospects(position, seat)),
    )
