"""Scores and the end: one point for each cube brought home; the first player without cubes wins."""

from __future__ import annotations

from boardwright.core.outcome import Outcome
from boardwright.games.deblockle.cube import SIDE
from boardwright.games.deblockle.state import State


def scores(state: State) -> tuple[int, int]:
    """How many cubes each seat has rolled home."""
    if state.phase in ("Throw", "Place"):
        return 0, 0
    second = sum(cube // SIDE for cube in state.board)
    began = state.began
    return began[0] - (len(state.board) - second), began[1] - second


def outcome(state: State) -> Outcome | None:
    """None until the game is over: won by the seat without cubes, or drawn because no cube could roll."""
    if state.phase != "End":
        return None
    points = scores(state)
    if points[state.active] == state.began[state.active]:
        return Outcome(points, (state.active,), "all_cubes_removed", text="The last cube is home.")
    return Outcome(points, (), "dead_position")
