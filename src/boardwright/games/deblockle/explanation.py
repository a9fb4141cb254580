"""Where scores come from, and what makes a position good: cubes at home, and the way that is left."""

from __future__ import annotations

from boardwright.core.explanation import ScoreRow, Term
from boardwright.games.deblockle.bot import turns_needed
from boardwright.games.deblockle.position import DeblocklePosition
from boardwright.games.deblockle.scoring import scores


def score_table(position: DeblocklePosition) -> tuple[ScoreRow, ...]:
    """One row for each cube that can come home; the cube that won says so.

    >>> from boardwright.games.deblockle import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Cube 1', 'Cube 2', 'Cube 3', 'Cube 4']
    """
    points, outcome = scores(position), position.outcome()
    won = {} if outcome is None else {position.began[seat]: ", which won" for seat in outcome.winners}
    return tuple(
        ScoreRow(f"Cube {number}{won.get(number, '')}", tuple(int(number <= point) for point in points))
        for number in range(1, max(position.began) + 1)
    )


def terms(position: DeblocklePosition, seat: int) -> tuple[Term, ...]:
    """The turns that the cubes of both sides still need, each as if it were alone."""
    needed, home = turns_needed(position), scores(position)
    return (
        Term("brings {n} cube{s} home", "", 10.0 * home[seat], home[seat]),
        Term("brings your cubes {n} turn{s} nearer home", "takes your cubes {n} turn{s} away from home", -needed[seat]),
        Term("sets the opponent back by {n} turn{s}", "helps the opponent by {n} turn{s}", needed[1 - seat]),
    )
