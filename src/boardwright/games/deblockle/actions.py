"""All moves in a fixed numbering, and views as planes of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from typing import Final

from boardwright.core.actions import Actions
from boardwright.games.deblockle.cube import FACINGS
from boardwright.games.deblockle.facts import HOOPS, NAMES, NUMBERS, SLIDE, START_SQUARES, WIN_NUMBERS, X_HOP
from boardwright.games.deblockle.moves import PASS, STEPS, Move, Place
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.reachability import hop_reach, squares_in
from boardwright.games.deblockle.view import DeblockleView

CELLS: Final = 49
FACE_PLANES: Final = 18
"""Of one side's cubes: six planes each for the faces up, front and right."""
PLANES: Final = 2 * FACE_PLANES + 7


@cache
def actions(seats: int, options: DeblockleOptions) -> Actions[Move, DeblockleView]:
    """Pass first, then every step by its squares, then for `original` every placing.

    >>> actions(2, DeblockleOptions()).size, actions(2, DeblockleOptions(variant="original")).size
    (973, 1165)
    """
    return Actions(_moves(options.variant == "original"), shape=(PLANES, 7, 7), encode=encode)


def _moves(with_placing: bool) -> Iterator[Move]:
    yield PASS
    for start in range(CELLS):
        reach = hop_reach(SLIDE, start) | hop_reach(HOOPS, start) | hop_reach(X_HOP, start)
        yield from (STEPS[start][end] for end in squares_in(reach))
    if with_placing:
        yield from (Place(square, facing) for side in START_SQUARES for square in side for facing in FACINGS)


def encode(view: DeblockleView) -> array[float]:
    """Planes of 7 x 7: the faces of the viewer's cubes and of the opponent's, the rolled square, the win squares of
    both, then constant ones: whether the viewer is to act, whether it is a hop, and the share of cubes home.

    The board is not turned, so that squares mean the same as in the numbering of moves. A spectator sees what player 1
    sees.
    """
    me = (view.seat or 0) + 1
    planes = array("f", bytes(4 * CELLS * PLANES))
    for cube in view.board:
        cell = NUMBERS[cube.square]
        base = 0 if cube.player == me else FACE_PLANES
        for kind, face in enumerate(cube.facing):
            planes[(base + 6 * kind + face - 1) * CELLS + cell] = 1.0
    rest = 2 * FACE_PLANES
    if view.rolled is not None:
        planes[rest * CELLS + NAMES.index(view.rolled)] = 1.0
    planes[(rest + 1) * CELLS + WIN_NUMBERS[me - 1]] = 1.0
    planes[(rest + 2) * CELLS + WIN_NUMBERS[2 - me]] = 1.0
    even = (
        float(view.active_player == me),
        float(view.phase == "Hop"),
        view.scores[me - 1] / max(1, view.began[me - 1]),
        view.scores[2 - me] / max(1, view.began[2 - me]),
    )
    for plane, value in enumerate(even, start=rest + 3):
        planes[plane * CELLS : (plane + 1) * CELLS] = array("f", [value] * CELLS)
    return planes
