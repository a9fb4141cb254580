"""Explanations beyond the rules: where scores come from, and what makes a position good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from boardwright.core.rules.hooks import answer
from boardwright.core.rules.position import AnyPosition

if TYPE_CHECKING:
    from boardwright.core.game.game import AnyGame

LEAST_CHANGE = 0.05
"""Smaller changes of a term are not worth mentioning."""


class ScoreRow(msgspec.Struct, frozen=True):
    """A line of a score table: what is counted, and each seat's points for it; None where it does not apply.

    `marks` are the parts of the table where the points come from.

    >>> ScoreRow("Fish", (4, None), marks=("fish1",)).points
    (4, None)
    """

    label: str
    points: tuple[int | None, ...]
    marks: tuple[str, ...] = ()


class Term(msgspec.Struct, frozen=True):
    """A part of an evaluation, as large as what it adds for the seat, with words for a change of it.

    `gain` and `loss` continue the sentence "The move …" and may contain `{n}`, the size of the change, and `{s}`, the
    ending of a plural. `amount` is what is counted, by default `value`.
    """

    gain: str
    loss: str
    value: float
    amount: float | None = None

    def change(self, after: Term) -> str:
        """Return the words for the change from this term to the same term of a later position; empty if it is small.

        >>> before, after = (Term("brings {n} point{s}", "costs {n} point{s}", value) for value in (1, 3.5))
        >>> before.change(after), after.change(before), before.change(before)
        ('brings 2.5 points', 'costs 2.5 points', '')
        """
        change = after.value - self.value
        if abs(change) < LEAST_CHANGE:
            return ""
        counted = change if after.amount is None or self.amount is None else after.amount - self.amount
        size = f"{abs(counted):.1f}".removesuffix(".0")
        return (after.gain if change > 0 else after.loss).format(n=size, s="" if size == "1" else "s")


def total(table: Sequence[ScoreRow]) -> tuple[int, ...]:
    """Return the sums of a score table.

    >>> total([ScoreRow("Tiles", (3, 5)), ScoreRow("Bonus", (None, 2))])
    (3, 7)
    """
    return tuple(sum(point or 0 for point in points) for points in zip(*(row.points for row in table), strict=True))


def score_table(game: AnyGame, position: AnyPosition) -> Sequence[ScoreRow]:
    """Return where the scores of a position come from; at the end the rows add up to the scores of the outcome.

    It is the function `score_table(position)` of the game's `bot.py`. Everybody reads it after the
    end, so it hides nothing.
    """
    outcome = position.outcome()
    scores = () if outcome is None else (ScoreRow("Score", outcome.scores),)
    return answer(game, "bot", "score_table", scores, position)


def terms(game: AnyGame, position: AnyPosition, seat: int) -> Sequence[Term]:
    """Return the parts of the evaluation for that seat, the same ones in the same order in every position of a match.

    It is the function `terms(position, seat)` of the game's `bot.py`. Hints tell which of them a
    move changes most. Without terms they tell how the evaluation changes.
    """
    return answer(game, "bot", "terms", (), position, seat)


def score_lines(table: Sequence[ScoreRow], names: Sequence[str]) -> list[str]:
    """Return a score table as aligned lines of text, with the sums.

    >>> print("\\n".join(score_lines([ScoreRow("Tiles", (3, 5)), ScoreRow("Bonus", (None, 2))], ("Ann", "Bob"))))
           Ann  Bob
    Tiles    3    5
    Bonus    –    2
    Total    3    7
    """
    shown: list[tuple[Any, ...]] = [("", *names)]
    shown += [(row.label, *("–" if point is None else point for point in row.points)) for row in table]
    if len(table) > 1:
        shown.append(("Total", *total(table)))
    widths = [max(len(str(cell)) for cell in column) for column in zip(*shown, strict=True)]
    first = widths.pop(0)
    return [
        f"{label:{first}}  {'  '.join(f'{cell:>{width}}' for cell, width in zip(cells, widths, strict=True))}"
        for label, *cells in shown
    ]
