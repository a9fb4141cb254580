"""All moves in a fixed numbering, and positions as planes of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from boardwright.core.search.numbering import Actions, Limits, Plane
from boardwright.games.deblockle.cube import FACINGS, SIDE, TURNS
from boardwright.games.deblockle.facts import FACE_NAMES, SIZE, START_SQUARES, WIN_NUMBERS
from boardwright.games.deblockle.moves import PASS, CubeMove, DeblockleMove, Place
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.state import State

CELLS: Final = SIZE * SIZE
FACES: Final = 6
_SIDES = ("upper", "front", "right")
OWN, OTHER, ROLLED, GOALS, EVEN, WAITING = 0, 18, 36, 37, 39, 43
"""The first planes of groups."""

_NAMED = ", ".join(FACE_NAMES[1:])
PLANES: Final = (
    *(Plane(f"own {side}", f"own cubes by their {side} face: {_NAMED}", FACES) for side in _SIDES),
    *(Plane(f"other {side}", f"the opponent's cubes by their {side} face", FACES) for side in _SIDES),
    Plane("rolled", "the cube just rolled, which may hop"),
    Plane("own goal", "the square where own cubes leave the board"),
    Plane("other goal", "the square where the opponent's cubes leave it"),
    Plane("to act", "1 everywhere if this seat is to act"),
    Plane("hop", "1 everywhere if a hop is to be made"),
    Plane("own home", "the share of own cubes that have left the board, everywhere"),
    Plane("other home", "the share of the opponent's cubes that have left it, everywhere"),
)
"""The board is not turned: squares mean the same as in the numbering of moves."""
PLACING_PLANES: Final = (
    Plane("own thrown", "own cubes to be placed: a row for each in order, the column is the thrown face"),
    Plane("other thrown", "the opponent's cubes to be placed, likewise"),
)
"""More planes of the variant `original`."""


def encode(state: State, seat: int | None) -> array[float]:
    """Return the planes of a position; a spectator sees what player 1 sees."""
    me = seat or 0
    numbers = _blank(me, state.is_original)[:]
    marks = places(me)
    for cube in state.board:
        first, second, third = marks[cube]
        numbers[first] = numbers[second] = numbers[third] = 1.0
    if state.rolled is not None:
        numbers[ROLLED * CELLS + state.rolled] = 1.0
    home, began = state.scores, state.began
    even = (
        float(state.active == me),
        float(state.phase == "Hop"),
        home[me] / max(1, began[me]),
        home[1 - me] / max(1, began[1 - me]),
    )
    for plane, value in enumerate(even, EVEN):
        if value:
            numbers[plane * CELLS : (plane + 1) * CELLS] = _filled(value)
    if state.thrown:
        waiting = state.waiting
        for plane, faces in enumerate((waiting[me], waiting[1 - me]), WAITING):
            for row, face in enumerate(faces):
                numbers[plane * CELLS + row * SIZE + face - 1] = 1.0
    return numbers


@cache
def _blank(me: int, is_original: bool) -> array[float]:
    """Return the planes with what never changes: the goals."""
    planes = sum(plane.size for plane in PLANES + PLACING_PLANES * is_original)
    numbers = array("f", bytes(4 * CELLS * planes))
    numbers[GOALS * CELLS + WIN_NUMBERS[me]] = 1.0
    numbers[(GOALS + 1) * CELLS + WIN_NUMBERS[1 - me]] = 1.0
    return numbers


@cache
def places(me: int) -> tuple[tuple[int, int, int], ...]:
    """Return by cube, the indices of its three visible faces."""
    found = []
    for cube in range(2 * SIDE):
        start, square = OWN if cube // SIDE == me else OTHER, cube // TURNS % CELLS
        up, front, right = FACINGS[cube % TURNS]
        planes = (start + up - 1, start + FACES + front - 1, start + 2 * FACES + right - 1)
        found.append((planes[0] * CELLS + square, planes[1] * CELLS + square, planes[2] * CELLS + square))
    return tuple(found)


@lru_cache(maxsize=256)
def _filled(value: float) -> array[float]:
    return array("f", [value]) * CELLS


@cache
def actions(seats: int, options: DeblockleOptions) -> Actions[DeblockleMove, State]:
    """Return the pass first, then every step by its squares, then for `original` every placing.

    >>> actions(2, DeblockleOptions()).size, actions(2, DeblockleOptions(variant="original")).size
    (973, 1165)
    """
    is_original = options.variant == "original"
    planes = PLANES + PLACING_PLANES * is_original
    return Actions(_moves(is_original), planes=planes, cells=(SIZE, SIZE), encode=encode)


def limits(seats: int, options: DeblockleOptions) -> Limits:
    """Return the limits: games have no longest length; a thrown cube shows one of six faces."""
    return Limits(None, FACES if options.variant == "original" else 0)


def _moves(with_placing: bool) -> Iterator[DeblockleMove]:
    yield PASS
    yield from CubeMove.all(None)
    if with_placing:
        yield from (Place(square, facing) for side in START_SQUARES for square in side for facing in FACINGS)
