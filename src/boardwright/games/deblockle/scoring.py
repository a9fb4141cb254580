"""Scores and the end: one point a cube taken off the board; who clears all own cubes wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.core.outcome import Outcome
from boardwright.games.deblockle.cube import SIDE

if TYPE_CHECKING:
    from boardwright.games.deblockle.position import DeblocklePosition


def scores(position: DeblocklePosition) -> tuple[int, int]:
    """How many cubes each seat has rolled home.

    >>> from boardwright.games.deblockle import GAME
    >>> scores(GAME.begin())
    (0, 0)
    """
    if position.phase in ("Throw", "Place"):
        return 0, 0
    second = sum(cube // SIDE for cube in position.board)
    began = position.deal.began
    return began[0] - (len(position.board) - second), began[1] - second


def outcome(position: DeblocklePosition) -> Outcome:
    """How a finished game ended: won by the seat without cubes, or drawn because no cube could roll."""
    points = scores(position)
    if points[position.active] == position.deal.began[position.active]:
        return Outcome(points, (position.active,), "all_cubes_removed")
    return Outcome(points, (), "dead_position")
